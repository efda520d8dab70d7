"""Teaching material from the files of a game's folder: cases, figures, exercises, a first lesson, an example."""
