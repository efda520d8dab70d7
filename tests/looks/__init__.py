"""Measure what people see and press in two browsers: `python -m tests.looks`."""
