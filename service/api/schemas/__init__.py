"""What requests may hold and answers do hold."""
