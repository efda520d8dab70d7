"""Ratings of people, bots and the computer's levels, from the results of rated games; openskill computes them."""
