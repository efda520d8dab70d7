"""The land by night: what each of its own colours becomes."""

from rules.games.tribes.emblems import LOOKS, PALE

STRONG = ("#6fb1e3", "#ee8a52", "#b795e0", "#93c767")
TINTS = ("#1d3547", "#4a2c17", "#35264a", "#2b4019")

NIGHT = {
    PALE: "#1b1815",
    "#cfc4ab": "#4a4338",
    **{look.strong: night for look, night in zip(LOOKS, STRONG, strict=True)},
    **{look.tint: night for look, night in zip(LOOKS, TINTS, strict=True)},
}
