"""The kinds of email, one folder each; to add a kind is to add a folder.

`KIND` in its `__init__.py` declares it for pages, preferences, digests and REST. `facts` in its `facts.py` collects the
values for `subject.txt`, `body.txt` and `body.html`.
"""
