"""The rules of docs/alerts.yml fire in time, and none in a healthy installation, as promtool computes them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.debian import program

ALERTS = Path(__file__).parents[1] / "docs" / "alerts.yml"
RULES = {rule["alert"]: rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]}
HEALTHY_FOR, IN_TROUBLE_FOR = 30, 90
"""Minutes."""
RISES = "0+30"
"""What has to be done by now is later with each sample, which are half a minute apart."""
HEALTHY = {
    'up{job="sundial"}': "1",
    "sundial_clock_lag_seconds": "2",
    'sundial_program_seen_seconds{program="inbound", machine="a"}': "10",
    **{
        f'sundial_work_late_seconds{{kind="{kind}"}}': "0"
        for kind in ("notice", "envelope", "opponent_turn", "inbound_mail", "webhook_delivery")
    },
    'sundial_work{kind="envelope", state="failed"}': "3",
    'sundial_requests_total{status="200"}': "0+100",
    'sundial_requests_total{status="503"}': "0",
    **{f'sundial_request_seconds_bucket{{le="{most}"}}': "0+100" for most in ("1", "2.5", "+Inf")},
    **{f'sundial_wait_seconds_bucket{{what="game", le="{most}"}}': "0+100" for most in ("2.5", "5", "+Inf")},
    'sundial_mail_outcomes_total{domain="other", outcome="sent"}': "0+10",
    **{
        f'sundial_mail_outcomes_total{{domain="other", outcome="{outcome}"}}': "0"
        for outcome in ("away", "put-off", "refused")
    },
    **{
        f'sundial_mail_attempts{{outcome="{outcome}"}}': count
        for outcome, count in {"sent": "20", "away": "0", "put-off": "1", "refused": "0"}.items()
    },
    "sundial_refused_in_a_row": "0",
    "sundial_refusing_domains": "0",
    "sundial_held": "0",
    "sundial_secret_keys": "1",
    "sundial_clock_ahead_seconds": "-0.5",
    "sundial_tables_ready": "1",
    "sundial_backup_age_seconds": "3600",
    "sundial_backup_failed": "0",
    'sundial_room_bytes{place="home"}': "4e9",
    "sundial_game_faults": "0",
    "sundial_audits_late_seconds": "0",
    'sundial_invitations{state="open-stranger"}': "20",
}
"""Series in promtool's notation: a value, or the first one of a counter and what each sample adds."""


@dataclass(frozen=True)
class Trouble:
    """What series do when something is wrong, and the minutes within which a rule fires."""

    within: int
    series: Mapping[str, str]


CASES = {
    "SundialIsDown": Trouble(3, {'up{job="sundial"}': "0"}),
    "SundialClockStandsStill": Trouble(6, {"sundial_clock_lag_seconds": RISES}),
    "SundialTurnsNotTold": Trouble(6, {'sundial_work_late_seconds{kind="envelope"}': RISES}),
    "SundialComputerDoesNotMove": Trouble(11, {'sundial_work_late_seconds{kind="opponent_turn"}': RISES}),
    "SundialMailNotRead": Trouble(6, {'sundial_work_late_seconds{kind="inbound_mail"}': RISES}),
    "SundialWebhooksLate": Trouble(41, {'sundial_work_late_seconds{kind="webhook_delivery"}': RISES}),
    "SundialWorkGivenUp": Trouble(6, {'sundial_work{kind="envelope", state="failed"}': "3+1"}),
    "SundialAnswersErrors": Trouble(7, {'sundial_requests_total{status="503"}': "0+10"}),
    "SundialAnswersSlowly": Trouble(12, {'sundial_request_seconds_bucket{le="1"}': "6000+50"}),
    "SundialWaitsForLocks": Trouble(7, {'sundial_wait_seconds_bucket{what="game", le="2.5"}': "6000+50"}),
    "SundialProgramSilent": Trouble(5, {'sundial_program_seen_seconds{program="inbound", machine="a"}': RISES}),
    "SundialKeysDiffer": Trouble(5, {"sundial_secret_keys": "2"}),
    "SundialClockWrong": Trouble(4, {"sundial_clock_ahead_seconds": "-30"}),
    "SundialNotUpgraded": Trouble(3, {"sundial_tables_ready": "0"}),
    "SundialMailRefused": Trouble(
        40,
        {
            'sundial_mail_outcomes_total{domain="other", outcome="refused"}': "0+10",
            "sundial_refused_in_a_row": "2",
        },
    ),
    "SundialMailNotTaken": Trouble(4, {'sundial_mail_attempts{outcome="put-off"}': "20"}),
    "SundialProviderRefuses": Trouble(1, {"sundial_refusing_domains": "1"}),
    "SundialMailServerAway": Trouble(
        21,
        {
            'sundial_mail_outcomes_total{domain="other", outcome="away"}': "0+2",
            'sundial_mail_outcomes_total{domain="other", outcome="sent"}': "600",
            'sundial_mail_attempts{outcome="away"}': "3",
            'sundial_mail_attempts{outcome="sent"}': "0",
        },
    ),
    "SundialHeld": Trouble(61, {"sundial_held": "1"}),
    "SundialBackupOld": Trouble(61, {"sundial_backup_age_seconds": "150000"}),
    "SundialBackupFailed": Trouble(61, {"sundial_backup_failed": "1"}),
    "SundialDiskFillsUp": Trouble(6, {'sundial_room_bytes{place="home"}': "0"}),
    "SundialGameDamaged": Trouble(1, {"sundial_game_faults": "1"}),
    "SundialAuditsStandStill": Trouble(61, {"sundial_audits_late_seconds": "90000"}),
    "SundialInvitesStrangers": Trouble(1, {'sundial_invitations{state="open-stranger"}': "600"}),
}


def computed(folder: Path, series: Mapping[str, str], questions: list[dict[str, Any]]) -> str:
    """Let promtool compute the rules over series, and compare the answers; return what differs."""
    test = {
        "interval": "30s",
        "input_series": [{"series": name, "values": values} for name, values in series.items()],
        "promql_expr_test": questions,
    }
    file = folder / "rules.yml"
    file.write_text(json.dumps({"rule_files": [str(ALERTS)], "evaluation_interval": "30s", "tests": [test]}))
    done = subprocess.run(
        [program("promtool"), "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def firing(minutes: int, names: list[str], among: str = ".*") -> dict[str, Any]:
    """Ask which of the rules fire so many minutes after the start, and expect these."""
    return {
        "expr": f'count by (alertname) (ALERTS{{alertstate="firing", alertname=~"{among}"}}) > bool 0',
        "eval_time": f"{minutes}m",
        "exp_samples": [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in names],
    }


def test_prometheus_can_read_the_rules() -> None:
    checked = subprocess.run([program("promtool"), "check", "rules", str(ALERTS)], check=False, capture_output=True)
    assert checked.returncode == 0, checked.stderr


def test_each_rule_has_a_case() -> None:
    assert RULES.keys() - CASES.keys() == set()


def test_no_rule_fires_in_a_healthy_installation(tmp_path: Path) -> None:
    series = {name: f"{values}x{2 * IN_TROUBLE_FOR}" for name, values in HEALTHY.items()}
    assert computed(tmp_path, series, [firing(minutes, []) for minutes in range(IN_TROUBLE_FOR)]) == ""


@pytest.mark.parametrize("name", [name for name in RULES if name in CASES])
def test_a_rule_fires_in_time(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    series = {
        each: f"{values}x{2 * HEALTHY_FOR} {case.series[each]}x{2 * IN_TROUBLE_FOR}"
        if each in case.series
        else f"{values}x{2 * (HEALTHY_FOR + IN_TROUBLE_FOR)}"
        for each, values in HEALTHY.items()
    }
    assert case.series.keys() <= series.keys()
    questions = [firing(HEALTHY_FOR, [], name), firing(HEALTHY_FOR + case.within, [name], name)]
    assert computed(tmp_path, series, questions) == ""
