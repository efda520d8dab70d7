"""The tables of this version: migrations, upgrades, and whether what is there fits."""
