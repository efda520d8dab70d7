"""Import games played elsewhere: upload a file of records, each of which is verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.db.clock import now
from service.http.long_bodies import MAX_RECORD_BYTES
from service.language.errors import Invalid, Refused
from service.models import Account, Game, ImportedRecord, Signature, Visibility
from service.play.game_search import GameQuery, find_games
from service.play.imports import import_record, record_from, records_in, remove_import
from service.play.records import import_of
from service.play.seating import is_imported_by
from service.web.errors import FormError, form_error_of, shown_again, status_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in, viewer
from service.web.games import read_place, written_place

pages.app_template_global("imported_record")(import_of)

PAGE = 20
MOST_AT_ONCE = 20
"""Maximum number of records in an uploaded file; `sundial import` has no limit."""
SIGNED = {
    Signature.KNOWN: N_("It was signed by that service. Its key is known here."),
    Signature.UNKNOWN: N_("It was signed, but the key is unknown here. Only the record itself names the service."),
}


@dataclass(frozen=True)
class ImportOutcome:
    """The outcome of one record in a file: a game, or an error."""

    line: int
    game: Game | None
    form_error: FormError | None = None
    status: int = 200


@pages.get("/me/imports")
def imports(form_error: FormError | None = None, outcomes: Sequence[ImportOutcome] = ()) -> str:
    """List the imported games, with a form to import more."""
    account = signed_in()
    place = read_place(request.args.get("after"))
    found, following = find_games(account, GameQuery(imported=True, after=place, limit=PAGE))
    return render_template(
        "imports.html",
        part_of="web.me",
        games=found,
        outcomes=outcomes,
        form_error=form_error,
        is_public=_visibility() == Visibility.PUBLIC,
        kibibytes=MAX_RECORD_BYTES // 1024,
        next_page=written_place(following) if following else None,
    )


@pages.post("/me/imports")
@shown_again(imports)
def bring_in() -> ResponseReturnValue:
    """Verify a file of records, and import the games of the valid ones."""
    owner, file = signed_in(), request.files.get("file")
    records = _records(file.read() if file else b"")
    outcomes = [_outcome(owner, line, raw, _visibility()) for line, raw in records]
    if len(outcomes) == 1 and outcomes[0].game is not None:
        return redirect(url_for("web.show_game", game_id=outcomes[0].game.id), 303)
    return imports(outcomes=outcomes), max((each.status for each in outcomes), default=200)


@pages.post("/me/imports/<game_id:game_id>/remove")
def take_out(game_id: str) -> ResponseReturnValue:
    """Remove an imported game."""
    remove_import(game_id, signed_in())
    return redirect(url_for("web.imports"), 303)


@pages.app_template_global()
def how_signed(record: ImportedRecord) -> str:
    """Return the message that describes a record's signature, to be translated."""
    return SIGNED[record.signature]


@pages.app_template_global()
def can_take_out(game: Game) -> bool:
    """Check whether the viewer imported the game."""
    return is_imported_by(game, viewer())


def _visibility() -> Visibility:
    return Visibility.PUBLIC if request.form.get("visibility") == Visibility.PUBLIC else Visibility.PRIVATE


def _records(raw: bytes) -> list[tuple[int, bytes]]:
    """Split a file into records; raises Invalid `too-many-records`. An empty file is one invalid record."""
    found = [*records_in(raw)]
    if len(found) > MOST_AT_ONCE:
        raise Invalid("too-many-records", most=MOST_AT_ONCE)
    return found or [(1, b"")]


def _outcome(owner: Account, line: int, raw: bytes, visibility: Visibility) -> ImportOutcome:
    try:
        return ImportOutcome(line, import_record(owner, record_from(raw), visibility, now()))
    except Refused as refused:
        return ImportOutcome(line, None, form_error_of(refused), status_of(refused))
