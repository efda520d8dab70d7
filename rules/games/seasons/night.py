"""The round board by night: what each of its own colours becomes. The sun goes on shining."""

NIGHT = {
    "#3a3733": "#0c0a08",
    "#f7dfa8": "#54401c",
    "#e8c473": "#6b5224",
    "#e6ecf0": "#333c44",
    "#9fb0bb": "#4c5964",
}
