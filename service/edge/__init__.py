"""Between gunicorn and Flask: who sends slowly or waits holds no thread, answers are packed, and nobody is cut off."""
