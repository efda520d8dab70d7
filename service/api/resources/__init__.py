"""One module for each resource; every one is found and registered by itself."""
