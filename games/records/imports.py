"""Importing a record: a game played elsewhere, kept as it came, unrated and apart from our own logs; and calling
a player otherwise in one."""

from hashlib import sha256
from hmac import digest
from typing import Final

from django.conf import settings

from engine.canonical import canonical, parse_json
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.log.sql import write_transaction
from games.records.documents import ReadRecord, read_document
from games.records.models import ImportedGame
from games.refusals import Conflict, Forbidden

MOST: Final = 200
"""How many uploaded records one account may keep."""


def import_record(document: str | bytes, by: Caller) -> ImportedGame:
    """Take in a record that passes every check; the same one again by the same account gives the same row."""
    if by.bot_seat is not None:
        raise Forbidden("record/no-bots", "Bots import no records.")
    if by.is_guest:
        raise Forbidden("record/no-guests", "Guests import no records; make an account first.")
    read = read_document(document)
    with write_transaction():
        # The id follows from account and text: of two imports at once, one finds what the other has stored.
        name = import_id(by, read.text)
        if not ImportedGame.objects.filter(pk=name).exists():
            _require_room(by)
        game, _ = ImportedGame.objects.get_or_create(id=name, defaults=_columns(read, by))
    return game


def _require_room(by: Caller) -> None:
    """Refuse a record too many."""
    if by.account is not None and ImportedGame.objects.filter(account=by.account).count() >= MOST:
        raise Conflict("record/too-many", "An account keeps at most {most} uploaded records.", most=MOST)


def import_id(by: Caller, text: str) -> str:
    """An id that nobody can guess, and that the same import gets again."""
    said = f"import|{by.identity}|{text}".encode()
    return f"i-{digest(settings.SECRET_KEY.encode(), said, 'sha256').hex()[:24]}"


def rename_player(game: ImportedGame, game_id: str, seat: int, name: str) -> None:
    """Call somebody otherwise in an imported record of the game with this id.

    Names are for display only, so that every check stays as it was; the id of the import follows from its text.
    """
    document = parse_json(game.document)
    players = document.get("players", [])
    if document.get("id") != game_id or seat >= len(players) or players[seat] == name:
        return
    players[seat] = name
    text = canonical(document)
    ImportedGame.objects.filter(pk=game.pk).delete()
    game.id = import_id(Caller(game.account_id), text)
    game.document, game.sha256 = text, sha256(text.encode()).hexdigest()
    if not ImportedGame.objects.filter(pk=game.pk).exists():
        game.save(force_insert=True)


def _columns(read: ReadRecord, by: Caller) -> dict[str, object]:
    rules = read.record.game
    return {
        "account_id": by.account,
        "imported_at": now(),
        "document": read.text,
        "sha256": sha256(read.text.encode()).hexdigest(),
        "key": rules.key,
        "rules_version": rules.rules_version,
        "variant": read.record.document["variant"],
        "seats": len(read.result["scores"]),
        "checks": canonical(read.checks),
        "result": canonical(read.result),
    }
