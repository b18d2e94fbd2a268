"""Games that were played elsewhere: the documents as they came, and everything that was said of them then."""

from collections.abc import Collection
from hashlib import sha256
from typing import Any, Final

from django.db import connection

from engine.canonical import canonical
from engine.errors import Refused, as_json
from games.clock.site_time import read_time
from games.integrity.audit.batches import Batch, Selection
from games.integrity.audit.findings import InGame, Report
from games.log.steady_reads import stream

_COLUMNS: Final = ("sha256", "key", "rules_version", "variant", "seats", "checks", "result")
_GAMES: Final = f"SELECT id, account_id, document, {', '.join(_COLUMNS)} FROM games_importedgame WHERE {{}} ORDER BY id"  # noqa: S608


def check_imported(selection: Selection) -> tuple[Report, set[str]]:
    """Everything that is found in the imported games, and which these are."""
    report, ids = Report(), set()
    for game, account, document, *stored in stream(*_selected(selection)):
        ids.add(game)
        report.imported += 1
        found = InGame(game)
        try:
            _check(found, account, document, stored)
        except Exception as error:
            # Nothing that a document may hold must keep the others from being audited.
            found.add("imported/unreadable", f"It cannot be checked any further: {type(error).__name__} {error}.")
        report.add(found.findings)
    return report, ids


def only_imported(ids: Collection[str]) -> set[str]:
    """Those ids of imported games under which there is no game of our own, whether by its row or by its log."""
    condition, values = Batch(ids=tuple(ids)).condition("id")
    own = {game for [game] in stream(f"SELECT id FROM games_game WHERE {condition}", values)}  # noqa: S608
    condition, values = Batch(ids=tuple(ids)).condition("game_id")
    logged = {game for [game] in stream(f"SELECT DISTINCT game_id FROM games_event WHERE {condition}", values)}  # noqa: S608
    return {*ids} - own - logged


def _selected(selection: Selection) -> tuple[str, list[Any]]:
    if selection.games:
        condition, values = Batch(ids=selection.games).condition("id")
        return _GAMES.format(condition), values
    if selection.since is not None:
        since = connection.ops.adapt_datetimefield_value(read_time(selection.since))
        return _GAMES.format("imported_at >= %s"), [since]
    return _GAMES.format("1 = 1"), []


def _check(found: InGame, account: int | None, document: str, stored: list[Any]) -> None:
    # They bring half of the site with them, which takes longer to load than to audit many games; most have none.
    from games.accounts.callers import Caller
    from games.records.documents import read_document
    from games.records.imports import import_id

    try:
        read = read_document(document)
    except Refused as refusal:
        found.add("imported/document", refusal.sentence)
        return
    if read.text != document:
        found.add("imported/document", "The document is not written in the canonical way.")
    if account is not None and found.game != import_id(Caller(account), read.text):
        found.add("imported/id", f"Its id is not the one that account {account} was given for this document.")
    rules = read.record.game
    derived = (
        sha256(document.encode()).hexdigest(),
        rules.key,
        rules.rules_version,
        read.record.document["variant"],
        len(read.result["scores"]),
        canonical(read.checks),
        canonical(read.result),
    )
    for column, given, wanted in zip(_COLUMNS, stored, derived, strict=True):
        if given != wanted:
            sentence = f"Its row says {as_json(given)} for “{column}”, its document gives {as_json(wanted)}."
            found.add(f"imported/{column}", sentence)
