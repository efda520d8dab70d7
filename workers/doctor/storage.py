"""Checks of the tables and of Redis, for `sundial doctor` and `sundial status`."""

from __future__ import annotations

from sqlalchemy import Connection

from service.config.environment import Config
from service.embedded.readiness import redis_answers
from service.schema.revisions import TableVersion, foreign, revision_of, standing
from workers.doctor.finding import Finding, mend, well


def tables(connection: Connection) -> Finding:
    """Check that every migration has been applied."""
    revision = revision_of(connection)
    stand = standing(revision)
    if stand == TableVersion.CURRENT:
        return well("database", f"{connection.dialect.name}, tables are up to date")
    if revision is None:
        return mend("database", "no tables yet; run `sundial upgrade`")
    if stand == TableVersion.NEWER:
        return mend("database", "tables are of a newer version; install that version here")
    if stand == TableVersion.FOREIGN:
        return mend("database", foreign("database", revision))
    return mend("database", "tables are of an older version; run `sundial upgrade`")


def redis(config: Config) -> Finding:
    """Check that Redis answers. Without it, everything still happens, but only with the next sweep."""
    if not config.redis_url:
        return well("redis", "not set; `sundial play` starts its own")
    if redis_answers(config.redis_url):
        return well("redis", "answers")
    return mend("redis", "does not answer; moves are still saved, but emails and opponents are slow")
