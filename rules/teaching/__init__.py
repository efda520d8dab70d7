"""What teaches a game, read from the files of its folder: cases, figures, exercises, a first lesson, an example."""
