"""Boards as pictures: SVG, PNG and text. A process of its own draws PNG."""
