"""Pictures of every page at three widths, by day and by night, and sheets of them to look through."""
