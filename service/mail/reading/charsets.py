"""Bytes to text in the charset a mail names, if it is one that mail is written in."""

from __future__ import annotations

import codecs
import re

_ALIASES = {
    "us-ascii": "utf-8",  # declared by programs that then send UTF-8
    "iso-8859-1": "cp1252",  # as browsers do: Windows programs declare the one and send the other
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "gb2312": "gb18030",  # a superset; declared and not kept to
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "ks_c_5601-1987": "cp949",
    "utf8mb4": "utf-8",
    "iso-8859-8-i": "iso8859-8",
}
_SPOKEN = re.compile(
    r"utf-(?:7|8|16|32)(?:-[bl]e)?|ascii|(?:cp|iso8859-|mac-|koi8-)[a-z0-9-]+|gb18030|big5(?:hkscs)?|hz"
    r"|euc_[a-z0-9_]+|iso2022_[a-z0-9_]+|shift_[a-z0-9_]+|tis-620|ptcp154"
)
"""Python's names. It has others: some take quadratic time (punycode), some make `>` out of letters (unicode-escape)."""


def decoded(content: bytes, charset: str | None) -> str:
    """The text, U+FFFD standing for what could not be read. A charset that is unknown or absent is taken for UTF-8."""
    return content.decode(_codec(charset or "utf-8"), "replace")


def _codec(charset: str) -> str:
    name = charset.strip().lower()
    try:
        codec = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError, UnicodeError):
        return "utf-8"
    return codec if _SPOKEN.fullmatch(codec) else "utf-8"
