"""Sundial's games for machine learning: actions and positions as numbers, for three libraries.

`tables` and `observations` need nothing but `rules`; each of `aec` (PettingZoo), `single_seat` (Gymnasium) and `spiel`
(OpenSpiel) needs the extra of its library.
"""
