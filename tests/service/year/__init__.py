"""A year of people who play over days: clocks, vacations, pauses, plans, outages, and those who never come back."""
