"""What players add to the dice beside the seed."""
