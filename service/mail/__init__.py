"""Mail: notices put into words and pictures, ready to be sent. One folder under `kinds/` is one kind of mail."""
