"""Infrastructure of all packages: leases, idempotency, the event log, facts, and the hold after a restore."""
