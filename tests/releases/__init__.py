"""The last release, kept to be run: it has to go on playing on the tables of the next one."""
