"""What is said to whoever is asked to take over a seat, or has lost one."""

from __future__ import annotations

from rules.prose import N_

WORDS = {
    "take-over": (
        N_("Do you take the seat over?"),
        N_("Please answer with the word yes or the word no. Nothing was done."),
    ),
    "seat-yours": (N_("The seat is yours"), N_("You will get a mail when it is your turn.")),
    "seat-declined": (
        N_("Then somebody else is asked"),
        N_("Others were asked, too. To be asked no more, write: substitute off"),
    ),
    "seat-lost": (
        N_("Somebody else has your seat now"),
        N_("Your time was over, and a substitute has taken the seat over. You can still look at the game."),
    ),
    "no-seat": (N_("The seat is not to be had"), ""),
}
"""By what the answer is about: its title, and what it says."""
