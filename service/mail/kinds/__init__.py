"""One folder is one kind of mail, and nothing else is edited for it.

`KIND` in its `__init__.py` declares it, for pages, preferences, digests and REST; `facts` in its `facts.py` gathers
what `subject.txt`, `body.txt` and `body.html` need to know.
"""
