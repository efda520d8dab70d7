"""What is said to somebody who wants the clocks of a table stopped by mail, or lets them go on."""

from __future__ import annotations

from rules.prose import N_

WORDS = {
    "clocks-wished": (
        N_("The others are asked"),
        N_(
            "The clocks stop once all at the table want it; until then they go on. To take it back, answer with the "
            "words: start clocks"
        ),
    ),
    "clocks-stopped": (
        N_("The clocks stand still"),
        N_(
            "All at the table want it. Moves can be played all the same. To let the clocks go on, anybody may answer "
            "with the words: start clocks"
        ),
    ),
    "clocks-started": (N_("The clocks go on"), N_("The others are told.")),
    "clocks-unwished": (N_("You do not want the clocks stopped any more"), N_("They have gone on all the time.")),
    "clocks-declined": (N_("You have said no"), N_("The clocks go on.")),
}
"""By what the answer is about: its title, and what it says."""
