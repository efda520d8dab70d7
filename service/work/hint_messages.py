"""Hints as messages, in version 2 of Celery's protocol and wrapped as kombu stores them in Redis.

They are written here, and not by Celery: it weighs 10 MB and 0.1 s of a start, and who only hints needs no more of it.
"""

from __future__ import annotations

import base64
import json
import os
from socket import gethostname
from uuid import uuid4

from service.work.queues import queue_of

NOTHING_ELSE: tuple[object, ...] = ([], {}, {"callbacks": None, "errbacks": None, "chain": None, "chord": None})
"""The body of a message: no arguments, by place or by name, and nothing to be done afterwards."""
UNSAID = ("shadow", "eta", "expires", "group", "group_index", "parent_id", "stamped_headers")
"""Headers of the protocol that say nothing about a hint."""


def hint_message(task: str) -> str:
    """A message that has a worker run that task once, with an id of its own."""
    number = str(uuid4())
    return json.dumps({
        "body": base64.b64encode(json.dumps(NOTHING_ELSE).encode()).decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": _headers(task, number),
        "properties": {
            "correlation_id": number,
            "reply_to": number,
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": queue_of(task)},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": number,
        },
    })  # fmt: skip


def _headers(task: str, number: str) -> dict[str, object]:
    return {
        **dict.fromkeys(UNSAID),
        "lang": "py",
        "task": task,
        "id": number,
        "root_id": number,
        "retries": 0,
        "timelimit": [None, None],
        "argsrepr": "()",
        "kwargsrepr": "{}",
        "origin": f"{os.getpid()}@{gethostname()}",
        "ignore_result": True,
        "replaced_task_nesting": 0,
        "stamps": {},
    }
