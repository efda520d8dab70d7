"""The landscape by night: what each of its own colours becomes."""

from rules.games.springtime.emblems import PLATE

NIGHT = {
    PLATE: "#2b2722",
    "#b59b6a": "#6b5a3b",
    "#f6ecd2": "#2b261c",
    "#dfeaa6": "#424d27",
    "#b9c878": "#6d7c40",
    "#93b24f": "#65783a",
    "#fffffa": "#8d9176",
    "#a8d46c": "#33502a",
    "#74a53c": "#5b8234",
    "#8fc24f": "#3b5b2c",
    "#6fa339": "#4f7a33",
    "#5e9130": "#446b2c",
    "#4b8752": "#183225",
    "#254d2c": "#3a6648",
    "#2a5f36": "#26513a",
    "#1f4d2b": "#20452f",
    "#86c3e6": "#1b3d55",
    "#3f83ad": "#3f7fa8",
    "#e3f3fc": "#4a7d9e",
    "#4c92bd": "#2c5d7d",
    "#fffbe6": "#3a3008",
    "#6b4e00": "#f7dc6f",
    "#7d4fb0": "#b48be0",
    "#f1e8fb": "#35214d",
    "#5a2f8c": "#d3b5f2",
    "#c8402f": "#ef7b6a",
    "#fde9e4": "#4a1a12",
    "#98271a": "#f5a598",
}
