"""What an operator sees from outside: a log, an id for each request, and figures."""
