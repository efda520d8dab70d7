"""What all packages do their work with: leases of rows, first answers kept, the event log, the hold after a restore."""
