"""Commands of `sundial` about the service; every module here that holds click commands is found by itself."""
