"""What people leave behind outside their own rows, and what deleted rows leave behind in the files of a database."""

import logging
import re
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import ForeignObjectRel, Model, Q

from games.models import Account, Actor, ErasableText, Event, ImportedGame, OutgoingMail, PlayerGame
from games.records.exporting import NOBODY
from games.records.importing import rename_player

log = logging.getLogger(__name__)

PATIENCE: Final = 500
"""Milliseconds that emptying SQLite's log may wait for readers."""
_ID: Final = re.compile(r'"id":"(g-[0-9a-f]+)"')


def delete_traces(account: Account) -> None:
    """Delete what no reference ties to the account, inside the caller's transaction."""
    for text in texts_of(account):
        text.delete()
    delete_admin_entries(account)
    ImportedGame.objects.filter(account=account).delete()
    OutgoingMail.objects.filter(address__in=_addresses(account)).delete()
    rename_in_imports(account)


def _addresses(account: Account) -> list[str]:
    """Where mails to somebody may be on their way to."""
    others = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    return [address for address in (account.email, *others) if address]


def texts_of(account: Account) -> list[ErasableText]:
    """The words that somebody wrote; the events that hold their hash say who did."""
    actors = Actor.objects.filter(account=account, game__texts__isnull=False).distinct()
    return [
        text
        for actor in actors
        for text in ErasableText.objects.filter(game=actor.game_id)
        if Event.objects.filter(game=actor.game_id, actor=actor.name, body__contains=text.sha256).exists()
    ]


def delete_admin_entries(account: Account) -> None:
    """Delete what the administration has taken down about the account and what belongs to it, names included."""
    about = _entries_about(Account, [account.pk])
    for relation in Account._meta.related_objects:
        if relation.one_to_many:
            about |= _entries_about(relation.related_model, _related(relation, account))
    LogEntry.objects.filter(about).delete()


def _related(relation: ForeignObjectRel, account: Account) -> list[object]:
    rows = relation.related_model._default_manager.filter(**{relation.field.name: account})
    return list(rows.values_list("pk", flat=True))


def _entries_about(model: type[Model], numbers: list[object]) -> Q:
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=[str(number) for number in numbers])


def rename_in_imports(account: Account) -> None:
    """Take somebody's name out of records of our own games that were uploaded here again."""
    seats: dict[str, int] = dict(PlayerGame.objects.filter(account=account).values_list("game", "seat"))
    for number in list(ImportedGame.objects.values_list("pk", flat=True)) if seats else ():
        imported = ImportedGame.objects.get(pk=number)
        for game_id in seats.keys() & {*_ID.findall(imported.document)}:
            rename_player(imported, game_id, seats[game_id], NOBODY)


def scrub_storage() -> None:
    """Once everything is committed, empty the file in which SQLite keeps old pages; PostgreSQL cleans up by itself.

    The database itself holds nothing of deleted rows, as they are overwritten (`secure_delete`).
    """
    transaction.on_commit(_empty_write_ahead_log)


def _empty_write_ahead_log() -> None:
    if connection.vendor != "sqlite":
        return
    timeout = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = bool(cursor.fetchone()[0])
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {timeout}")
    if is_busy:
        log.info("Somebody reads the database; what was deleted leaves its write-ahead log at the next sweep.")
