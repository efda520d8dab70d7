"""What strangers cost others: floods from one machine, and beside each of them how long people wait."""
