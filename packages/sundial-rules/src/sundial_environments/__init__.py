"""Sundial's games for programs that learn: actions and positions as numbers, and the interfaces of three libraries.

`tables` and `observations` need nothing but `rules`; each of `aec` (PettingZoo), `single_seat` (Gymnasium) and `spiel`
(OpenSpiel) needs the extra of its library.
"""
