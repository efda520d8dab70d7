"""One module for each resource, found and registered automatically."""
