"""The service: three faces (REST, pages, mail) over one set of actions."""
