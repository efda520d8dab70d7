"""Games played on in thought: lines of moves that nobody has made, and the branches that are kept of them."""
