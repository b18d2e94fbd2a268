"""Records that were uploaded, for whoever uploaded them and for auditors."""

from engine.canonical import parse_json
from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.records.models import ImportedGame
from games.refusals import NotFound


def see_record(record_id: str, viewer: Viewer) -> Json:
    """An uploaded record as it came, and what was found out about it."""
    found = ImportedGame.objects.filter(pk=record_id).first() if is_id(record_id) else None
    is_own = found is not None and viewer.account is not None and found.account_id == viewer.account
    if found is None or not (is_own or viewer.is_auditor):
        raise NotFound("record/not-found", "There is no record “{record}”.", record=record_id)
    return {**about_record(found), "document": parse_json(found.document)}


def about_record(game: ImportedGame) -> Json:
    """What was found out about an uploaded record."""
    return {
        "id": game.pk,
        "imported_at": game.imported_at,
        "sha256": game.sha256,
        "key": game.key,
        "rules_version": game.rules_version,
        "variant": game.variant,
        "seats": game.seats,
        "checks": parse_json(game.checks),
        "result": parse_json(game.result),
    }
