"""Plans: what a seat is to play after what the others may play. Pure: no database, no clock."""
