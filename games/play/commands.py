"""Carrying out one command: lock the game, know the command again, decide, add what follows automatically, append;
all of it in one transaction or nothing.
"""

from collections.abc import Callable
from hmac import digest
from typing import Any, NamedTuple

from django.conf import settings

from engine.canonical import canonical
from engine.errors import Malformed
from engine.log import is_id
from games.accounts.callers import Caller, actor_of
from games.log.entries import LONGEST_COMMAND_ID, OF_BOTS
from games.log.event_store import CommandSignature, find_known_command
from games.log.sql import write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import Draft, Head, lock_head
from games.metrics import REPEATED, count_command
from games.play.automatic_events import add_automatic_events
from games.play.permissions import refusal_for_stranger
from games.play.persistence import store_draft
from games.refusals import Conflict, no_such_game


class Receipt(NamedTuple):
    """What a command has made: the event, and the hash that holds it and everything before it."""

    game: str
    seq: int
    hash: str


class Command(NamedTuple):
    """What somebody asks for, under a name that only this one request has."""

    id: str
    by: Caller
    verb: str
    payload: Any

    @property
    def signature(self) -> CommandSignature:
        """The name, and a hash of everything else; refused if the name is none.

        Only this site can make the hash: it outlives the words and accounts that are erased, and whoever has the
        database must not find them by guessing. After a change of the site's key an old command that is sent again is
        refused as another one of the same name.
        """
        is_name = is_id(self.id) and len(self.id) <= LONGEST_COMMAND_ID
        if not is_name or (self.by.bot_seat is None and self.id.startswith(OF_BOTS)):
            template = (
                "A command needs an id of 1 to {longest} letters, digits and hyphens that does not begin with “{bots}”,"
                " not {id}."
            )
            raise Malformed("command/id", template, longest=LONGEST_COMMAND_ID, bots=OF_BOTS, id=self.id)
        said = f"command|{canonical([self.by.identity, self.verb, self.payload])}"
        return CommandSignature(self.id, digest(settings.SECRET_KEY.encode(), said.encode(), "sha256").hex())


def carry_out(game_id: str, command: Command, decide: Callable[[Draft], None]) -> Receipt:
    """Let `decide` add to the log of a game, then add what follows from it; the same command again adds nothing."""
    with count_command(command.verb) as outcome:
        signature = command.signature
        with write_transaction():
            head = _lock(game_id)
            if known := _known_receipt(head, command, signature):
                outcome.word = REPEATED
                return known
            draft = Draft(head, load_fold(head))
            decide(draft)
            add_automatic_events(draft)
            store_draft(draft, signature)
    first = draft.links[0]
    return Receipt(game_id, first.seq, first.hash)


def _lock(game_id: Any) -> Head:
    """The locked row; what cannot be an id is not even asked for, as databases choke on some texts."""
    if not is_id(game_id):
        raise no_such_game(game_id)
    return lock_head(game_id)


def _known_receipt(head: Head, command: Command, signature: CommandSignature) -> Receipt | None:
    """What the command has already made in this game."""
    try:
        return known_receipt(head.game, signature)
    except Conflict as refusal:
        raise refusal_for_stranger(head.game, load_fold(head), actor_of(head.game, command.by), refusal) from None


def known_receipt(game_id: str, signature: CommandSignature) -> Receipt | None:
    """What a command has already made; refused if another one had the same name."""
    known = find_known_command(game_id, signature)
    return None if known is None else Receipt(game_id, known.seq, known.hash)
