"""The village by night: what each of its own colours becomes."""

from rules.games.siesta import emblems

NIGHT = {
    emblems.LIT: "#33291c",
    emblems.DIM: "#2b2218",
    emblems.FURROW: "#57472f",
    "#b9713f": "#7a4a28",
    "#8d5029": "#5d3519",
    "#d8bf95": "#6b5a3f",
    "#453c5c": "#7f74a6",
    "#5d5378": "#958bb8",
    "#cfc6ea": "#f6f2ff",
}
