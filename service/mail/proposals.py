"""What is said to somebody who takes a move back by mail, offers a draw, or answers what was proposed."""

from __future__ import annotations

from rules.prose import N_

WORDS = {
    "taken-back": (
        N_("Your last move is taken back"),
        N_("It is your turn again: there is a mail about it."),
    ),
    "takeback": (
        N_("The others are asked"),
        N_("Your last move is off once all of them have agreed. If anybody plays on before, it stays."),
    ),
    "draw": (
        N_("A draw is offered"),
        N_("The game is over once all the others have agreed. If anybody plays on before, the offer is off."),
    ),
    "agreed": (
        N_("You have agreed"),
        N_("It is done once all the others have agreed, too."),
    ),
    "done": (N_("You have agreed, and it is done"), N_("This is how the game stands now.")),
    "declined": (N_("You have said no"), N_("The game goes on as it stands.")),
    "no-proposal": (N_("Nothing was done"), ""),
}
"""By what the answer is about: its title, and what it says."""
