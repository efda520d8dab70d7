"""The public beacon: rounds that dice wait for, fetched when due, verified, and provable from records."""
