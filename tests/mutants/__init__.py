"""`tests.mutants` changes one thing in the code, again and again, and names the changes that no test notices.

Cosmic Ray makes the changes, in a copy of the checkout. It tries places that are drawn by a seed, one change at each;
what stands in annotations is left alone, for nothing of it runs. All tests run once to see which lines each of them
runs (`measuring`); then each change is tried with those that run its line (`trials`), until one of them fails.
"""
