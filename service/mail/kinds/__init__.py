"""One folder is one kind of mail: `subject.txt`, `body.txt`, `body.html`, and `facts` for what they need to know."""
