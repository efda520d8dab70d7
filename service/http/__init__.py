"""HTTP: what the server and the faces share."""
