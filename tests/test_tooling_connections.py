"""All programs of each shipped deployment find room in its PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from service.config.timeouts import WEB_THREADS
from tests.deployments import COMPOSE, DEPLOY, manifests
from tests.test_tooling_deploy import ours
from workers.doctor.connections import wanted_by
from workers.procfile import PROCFILE, read_procfile

USUAL, RESERVED = 100, 3
"""PostgreSQL's default of `max_connections`, and how many of them stay for superusers."""
PROGRAMS = {program.name: program for program in read_procfile(PROCFILE)}


def wanted(copies: Mapping[str, int], environment: Mapping[str, str]) -> int:
    """Return the most connections of so many copies of each program."""
    threads = int(environment.get("WEB_THREADS") or WEB_THREADS)
    return sum(number * wanted_by(PROGRAMS[name], threads, environment) for name, number in copies.items())


def test_those_of_docker_compose_fit() -> None:
    services = ours()
    copies = dict.fromkeys(PROGRAMS, 0)
    for service in services.values():
        for name in PROGRAMS.keys() & set(service.get("command", ())):
            copies[name] += service.get("deploy", {}).get("replicas", 1)
    [most] = [
        int(found[1])
        for each in COMPOSE["services"]["postgres"]["command"]
        if (found := re.fullmatch(r"max_connections=(\d+)", each))
    ]

    assert min(copies.values()) > 0
    assert wanted(copies, services["web-a"]["environment"]) <= most - RESERVED


def test_those_of_kubernetes_fit_while_each_deployment_has_one_pod_more() -> None:
    found = list(manifests())
    [settings] = [each["data"] for each in found if each["kind"] == "ConfigMap"]
    deployments = {each["metadata"]["name"]: each["spec"] for each in found if each["kind"] == "Deployment"}

    assert deployments.keys() == PROGRAMS.keys()
    assert wanted({name: pods_of(spec) for name, spec in deployments.items()}, settings) <= USUAL - RESERVED


def pods_of(spec: Mapping[str, Any]) -> int:
    """Return how many pods there are at most while a release replaces them."""
    return int(spec["replicas"]) + int(spec["strategy"].get("rollingUpdate", {}).get("maxSurge", 0))


def test_those_of_systemd_fit_into_the_usual_number() -> None:
    lines = (DEPLOY / "systemd" / "env.example").read_text().splitlines()
    environment = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    started = re.findall(r"sundial@(\w+)\.service", (DEPLOY / "systemd" / "sundial.target").read_text())

    assert sorted(started) == sorted(PROGRAMS)
    assert wanted(dict.fromkeys(started, 1), environment) <= USUAL - RESERVED
