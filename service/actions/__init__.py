"""What people and programs can do: the only code that writes. Each action is one transaction."""
