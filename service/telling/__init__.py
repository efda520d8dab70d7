"""What page, mail and API say: names, stories, offers, examples."""
