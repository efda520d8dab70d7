"""The client's calls to a real Sundial."""

from __future__ import annotations

import pytest

from sundial_client import Problem, Sundial
from tests.service.web.visitor import mailed
from tests.site import Site


def begun(ann: Sundial, bob: Sundial) -> str:
    """Create a game of both players."""
    game = ann.create_game("dawn", [{"me": True}, {"account": "bob"}], shuffle_seats=False)["id"]
    bob.join(game)
    return game


def test_a_match_is_set_up_accepted_and_looked_at(ann: Sundial, bob: Sundial) -> None:
    match = ann.create_match("dawn", [{"me": True}, {"account": "bob"}], simultaneous=True)

    bob.join(match["games"][0]["id"])

    shown = ann.match(match["id"])
    assert [game["status"] for game in shown["games"]] == ["active", "active"]
    assert [game["match"] for game in shown["games"]] == [{"id": match["id"], "round": number} for number in (1, 2)]
    assert [each["id"] for each in bob.matches()] == [match["id"]]
    assert ann.match(match["id"]) == shown


def test_an_open_seat_of_a_private_game_is_taken_by_its_key(ann: Sundial, bob: Sundial) -> None:
    game = ann.create_game("dawn", [{"me": True}, {"open": True}])["id"]
    first = ann.join_link(game)["key"]
    link = ann.renew_join_link(game)
    assert link["url"] is not None
    assert link["url"].endswith(f"/j/{game}-{link['key']}")

    with pytest.raises(Problem, match="not-found"):
        bob.join(game, first)
    assert bob.join_offer(game, link["key"])["host"] == "ann"
    assert bob.join(game, link["key"])["status"] == "active"
    ann.withdraw_join_link(game)
    assert ann.join_link(game) == {"url": None, "key": None}


def test_what_is_said_is_heard_once(ann: Sundial, bob: Sundial) -> None:
    game = begun(ann, bob)
    first = ann.say(game, "Good luck!")["id"]
    bob.say(game, "You, too.")

    assert [(message["account"], message["text"]) for message in bob.messages(game)] == [
        ("ann", "Good luck!"),
        ("bob", "You, too."),
    ]
    assert [message["text"] for message in ann.messages(game, after=first)] == ["You, too."]


def test_players_see_how_each_other_was_told(ann: Sundial, bob: Sundial) -> None:
    game = begun(ann, bob)

    [turn] = bob.deliveries(game)

    assert turn["seat"] == bob.game(game)["to_move"]
    assert {mail["state"] for mail in turn["deliveries"]} == {"queued"}


def test_a_token_that_is_revoked_is_good_for_nothing(ann: Sundial) -> None:
    [token] = ann.tokens()

    ann.revoke_token(token["id"])

    with pytest.raises(Problem, match="revoked-token") as refusal:
        ann.me()
    assert refusal.value.status == 401


def test_mails_come_as_their_reader_has_chosen(ann: Sundial, bob: Sundial) -> None:
    game = begun(ann, bob)

    changed = ann.change_me(time_zone="Asia/Tokyo", delivery={"mode": "digest", "digest_hour": 7})

    assert (changed["time_zone"], ann.me()["delivery"]["digest_hour"]) == ("Asia/Tokyo", 7)
    assert ann.choose_delivery(game, "off") == {"mode": "off", "applies": "off"}
    assert ann.choose_delivery(game, None) == ann.delivery(game) == {"mode": None, "applies": "digest"}


def test_a_bot_is_made_found_and_retired(site: Site, ann: Sundial, bob: Sundial) -> None:
    ann.create_bot("rusty", description="Counts, and hopes.", games={"dawn": {"seats": [2]}})

    with Sundial(site.address, ann.create_bot_token("rusty", "laptop")["token"]) as rusty:
        assert rusty.heartbeat()["paused_at"] is None
        assert [bot["owner"] for bot in bob.bots(ruleset="dawn", free=True)] == ["ann"]
        ann.change_bot("rusty", paused=True)
        assert list(bob.bots(free=True)) == []
        ann.revoke_bot_token("rusty", ann.bot_tokens("rusty")[0]["id"])
        with pytest.raises(Problem, match="revoked-token"):
            rusty.me()
    ann.retire_bot("rusty")
    assert bob.bot("rusty")["retired_at"]


def test_records_come_over_all_pages_and_the_export_line_by_line(ann: Sundial, bob: Sundial) -> None:
    ended = [begun(ann, bob) for _ in range(3)]
    for game in ended:
        bob.resign(game)

    records = {record["id"]: record for record in ann.records(limit=1)}
    assert records == {game: ann.record(game) for game in ended}
    about, *games, end = ann.export_lines()
    assert about["account"]["name"] == "ann"
    assert {game["record"]["id"] for game in games} == set(ended)
    assert end == {"games": 3}


def test_boards_come_as_text_and_as_pictures(ann: Sundial, bob: Sundial) -> None:
    game = begun(ann, bob)

    assert max(map(len, ann.board(game).splitlines())) <= 72
    assert b"<svg" in ann.picture(game)
    assert ann.picture(game, "png").startswith(b"\x89PNG")


def test_who_signs_in_gets_a_token_for_a_code(site: Site) -> None:
    with Sundial(site.address) as anybody:
        anybody.request_sign_in("carol@example.net")
        made = anybody.create_token("carol@example.net", mailed("sign-in")["code"], "laptop", ["games:read", "account"])

    with Sundial(site.address, made["token"]) as carol:
        assert (carol.me()["email"], carol.me()["scopes"]) == ("carol@example.net", ["games:read", "account"])
