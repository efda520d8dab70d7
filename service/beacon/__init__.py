"""The public beacon: rounds that dice wait for, fetched once they are out, checked, and proved by records."""
