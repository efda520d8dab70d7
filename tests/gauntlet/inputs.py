"""Malformed texts, values and bodies, each with a name."""

from __future__ import annotations

TEXTS = {
    "nothing": "",
    "a blank": " ",
    "NUL": "a\0b",
    "controls": "\x01\x08\x1b[31m\x7f\x9b",
    "a header within": "a\r\nBcc: eve@example.net\r\n\r\nHello",
    "zero width": "\u200b\u200c\u2060\ufeff",
    "right to left": "\u202egnp.evom\u202c",
    "isolates": "\u2066\u2067\u2068",
    "a tower": "e" + "\u0301" * 300,
    "ligatures": "\ufdfa" * 40,
    "noncharacters": "\ufffe\uffff\U0010ffff",
    "tags": "\U000e0001\U000e0041",
    "families": "👩‍👩‍👧‍👦" * 30,
    "other digits": "٣١",
    "full width": "ｐｌａｃｅ ｍａｘ－１５",
    "a script": "<script>alert(1)</script>",
    "an attribute": '" onmouseover="alert(1)" x=\'',
    "a scheme": "javascript:alert(document.cookie)",
    "a template": "{{7*7}}{% for c in ().__class__.__base__.__subclasses__() %}{{c}}{% endfor %}",
    "a format": "{0.__class__.__init__.__globals__} %(secret)s %s%n",
    "SQL": "'; DROP TABLE game; --",
    "more SQL": "' OR '1'='1' UNION SELECT hash FROM api_token --",
    "a command": "$(reboot)`id`|cat /etc/passwd;&",
    "a path": "../../../../../etc/passwd",
    "an expression": '=HYPERLINK("http://127.0.0.1")',
    "an entity": '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
    "a look-up": "${jndi:ldap://127.0.0.1/a}",
    "much": "x" * 20_000,
    "very much": "x" * 70_000,
}
VALUES = {
    "null": "null", "true": "true", "false": "false", "zero": "0", "minus one": "-1", "a fraction": "1.5",
    "64 bits": "9223372036854775808", "a huge number": "1e400", "digits": "9" * 400, "an array": "[]",
    "an object": "{}", "arrays": "[[[[[[]]]]]]", "a surrogate": '"\\ud800"', "a NUL": '"a\\u0000b"', "NaN": "NaN",
    "a hidden key": '{"__proto__": {"admin": true}, "constructor": 1}', "many": f"[{','.join(['1'] * 3000)}]",
}  # fmt: skip
"""JSON, as it is written."""
BODIES = {
    "no body": b"",
    "no JSON": b"{",
    "two values": b"{}{}",
    "an array": b"[]",
    "a text": b'"text"',
    "null": b"null",
    "deep arrays": b"[" * 20_000,
    "deep objects": b'{"a":' * 10_000,
    "a doubled key": b'{"name":"a","name":"b"}',
    "NaN": b'{"version":NaN}',
    "infinity": b'{"version":-Infinity}',
    "a huge number": b'{"version":1e999}',
    "a long number": b'{"version":' + b"9" * 60_000 + b"}",
    "a surrogate": b'{"name":"\\ud800"}',
    "a surrogate as key": b'{"\\udfff":1}',
    "no UTF-8": b'{"name":"\xff\xfe"}',
    "UTF-16": '{"name":"a"}'.encode("utf-16"),
    "a mark": b"\xef\xbb\xbf{}",
    "NUL": b"\0" * 100,
    "an unknown member": b'{"is_admin":true,"account_id":1,"__class__":"x"}',
    "many members": b"{" + b",".join(b'"k%d":0' % number for number in range(5000)) + b"}",
    "too long": b'{"name":"' + b"x" * 70_000 + b'"}',
    "a pickle": b"\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.",
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00",
}
KINDS = {
    "text": "text/plain", "a form": "application/x-www-form-urlencoded", "no type": "",
    "another encoding": "application/json; charset=utf-16", "XML": "application/xml", "rubbish": "////;;;===",
    "parts without boundary": "multipart/form-data", "a long boundary": f"multipart/form-data; boundary={'x' * 4000}",
}  # fmt: skip
"""Media types of a body that is JSON."""
HEADERS = {
    "If-Match": ("*", '"nonsense"', 'W/"1"', '"' * 200, "\xff", '"a", ' * 500), "If-None-Match": ("x" * 4000, '"a',
    "*,*,*"), "Idempotency-Key": (" ", "x" * 5000, "\xfc", "a b;c", "'; DROP TABLE answer; --"),
    "Authorization": ("Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Bearer " + "x" * 6000, "Bearer \xff",
    "Digest x", "bearer sdl_", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."), "Accept": ("nonsense",
    "text/html;q=x", "*/*;q=0", "a/b, " * 800), "Accept-Language": ("xx-" * 1000, "../../../etc/passwd", "de;q=NaN"),
    "Content-Encoding": ("gzip", "br", "deflate, gzip"), "Range": ("bytes=0-", "bytes=-9999999999999999999999",
    "lines=1", "bytes=5-1,1-5," * 200), "Host": ("evil.example", "127.0.0.1:99999", "[::1", "a" * 300, ""),
    "X-Forwarded-For": ("127.0.0.1", "::1", "' OR 1=1", "1.2.3.4, " * 300), "X-Forwarded-Host": ("evil.example", ),
    "X-HTTP-Method-Override": ("DELETE", "PUT"), "X-Original-URL": ("/metrics", "/mailbox"),
    "Forwarded": ("for=127.0.0.1;host=evil.example;proto=https", ), "User-Agent": ("\xff" * 50, "() { :; }; echo",
    "${jndi:ldap://127.0.0.1/a}"), "Referer": ("javascript:alert(1)", "x" * 5000), "Origin": ("null",
    "https://evil.example"), "Expect": ("nonsense", ), "Last-Event-ID": ("-1", "x", "9" * 50, "1; DROP TABLE event",
    "\xff"), "X-Odd": ("x" * 7000, ),
}  # fmt: skip
QUERIES = (
    "-1", "0", "x", "1.5", "9" * 50, "٣", "", "true", "1' OR '1'='1", "<b>", "%00", "%ff%fe",
    "..%2f..%2fetc%2fpasswd", "%f0%9f%98%80", "x" * 3000, "bnVsbA", "eyJhIjoxfQ==", "%7B%7B7*7%7D%7D",
    "1%0d%0aSet-Cookie:a=b")  # fmt: skip
"""Values of a parameter of the query, encoded."""
SEGMENTS = (
    "%00", "..%2f..%2fetc%2fpasswd", "..", "%2e%2e", "....//", "%ff", "%f0%9f%98%80", "-1", "0", "9" * 30,
    "x" * 3000, "%3Cscript%3E", "'%20OR%20'1'='1", "%7B%7B7*7%7D%7D", "%0d%0aSet-Cookie:a=b", "a;b=c", "%D9%A3",
    "null", "%25%30%30")  # fmt: skip
"""What stands in an address in place of a name or a number, encoded."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "DEBUG")
MOVES = (
    "", " ", "place", "place max-99", "place max-15, place max-15", "resign", "roll 6", "place max-15; drop",
    "place\0max-15", "place max-15" + " " * 9000, ",".join(["place max-15"] * 900), "1" * 9000,
    "<b>place max-15</b>", "place max-0x0f", "PLACE MAX--15", "place max-15\r\nplace max-14",
    "'; DROP TABLE log_entry; --", "🎲", "sun c4, roof c5",
)  # fmt: skip
URLS = (
    "http://93.184.216.34/", "ftp://93.184.216.34/", "file:///etc/passwd", "gopher://93.184.216.34/", "https://",
    "//93.184.216.34/", "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
    "https://0177.0.0.1/", "https://①27.0.0.1/", "https://localhost/", "https://localhost./", "https://LOCALHOST/",
    "https://[::1]/", "https://[::]/", "https://0.0.0.0/", "https://0/", "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/",
    "https://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/", "https://metadata.google.internal/",
    "https://100.100.100.200/", "https://10.0.0.1/", "https://172.16.0.1/", "https://192.168.0.1/",
    "https://100.64.0.1/", "https://198.18.0.1/", "https://192.0.2.1/", "https://224.0.0.1/",
    "https://255.255.255.255/", "https://[fe80::1]/", "https://[fc00::1]/", "https://[ff02::1]/",
    "https://[fe80::1%25eth0]/", "https://93.184.216.34:22/", "https://93.184.216.34:25/",
    "https://93.184.216.34:0/", "https://93.184.216.34:99999/", "https://93.184.216.34:-1/",
    "https://93.184.216.34:6379/", "https://a@127.0.0.1/", "https://93.184.216.34@127.0.0.1/",
    "https://93.184.216.34\\@127.0.0.1/", "https://127.0.0.1#@93.184.216.34/", "https://93.184.216.34/\r\nX: y",
    "https://a b/", "https://" + "a" * 300 + ".example/", "https://xn--/", "https://.example/", "https://[",
    "javascript:alert(1)", "https://93.184.216.34/" + "x" * 9000,
)  # fmt: skip
COOKIES = (
    "sundial=", "sundial=x", "sundial=e30.x.x", "sundial=.eJwrz0gFAAHzAQ.x.x", "sundial=" + "A" * 6000, "sundial=\xff",
    "sundial=a; sundial=b", "; ; ;", "=", "sundial", "sundial=eyJhY2NvdW50IjoxfQ.aaaaaa.AAAAAAAAAAAAAAAAAAAAAAAAAAA",
)  # fmt: skip
