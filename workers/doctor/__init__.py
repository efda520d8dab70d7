"""What can be wrong with an installation, looked at one thing after the other. Nothing is changed."""
