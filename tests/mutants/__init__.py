"""Mutation testing: `tests.mutants` changes one thing in the code at a time, and reports changes that no test detects.

Cosmic Ray makes the changes in a copy of the checkout, at places drawn by a seed, except in annotations. All tests run
once to record the lines that each runs (`measuring`); then each change is tried with the tests that run its line
(`trials`), until one fails.
"""
