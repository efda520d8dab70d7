"""What is round every page: who asks, from which browser, how often they may, and the two blueprints."""
