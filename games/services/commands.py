"""Carrying out one command: lock, know it again, decide, unfold, append; all of it in one transaction or nothing."""

from collections.abc import Callable
from hmac import digest
from typing import Any, NamedTuple

from django.conf import settings

from engine.canonical import canonical
from engine.errors import Malformed
from engine.log import is_id
from games.log.chaining import Signature, Stored, find_command, finding_command, stored_command
from games.log.drafts import Draft
from games.log.entries import LONGEST_COMMAND_ID, OF_BOTS
from games.log.folding import load_fold
from games.log.head import Head, lock_head_with
from games.log.statements import Proof
from games.log.transactions import writing
from games.metrics import REPEATED, counted
from games.refusals import Conflict, no_such_game
from games.services.callers import Caller, actor_of, stranger
from games.services.storing import store
from games.services.unfolding import unfold


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
    def signature(self) -> Signature:
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
        return Signature(self.id, digest(settings.SECRET_KEY.encode(), said.encode(), "sha256").hex())


def carry_out(game_id: str, command: Command, decide: Callable[[Draft], None]) -> Receipt:
    """Let `decide` add to the log of a game, then add what follows from it; the same command again adds nothing."""
    with counted(command.verb) as outcome:
        signature = command.signature
        with writing():
            head, stored = _lock(game_id, signature, command.by.proof)
            if known := _known_here(head, command, stored, signature):
                outcome.word = REPEATED
                return known
            draft = Draft(head, load_fold(head))
            decide(draft)
            unfold(draft)
            store(draft, signature)
    first = draft.links[0]
    return Receipt(game_id, first.seq, first.hash)


def _lock(game_id: Any, signature: Signature, proof: Proof | None) -> tuple[Head, Stored | None]:
    """The locked row, and what the command has made before; what cannot be an id is not even asked for, as databases
    choke on some texts."""
    if not is_id(game_id):
        raise no_such_game(game_id)
    head, found = lock_head_with(game_id, finding_command(game_id, signature.id), proof)
    return head, stored_command(found)


def _known_here(head: Head, command: Command, stored: Stored | None, signature: Signature) -> Receipt | None:
    """What the command has already made in this game."""
    try:
        return _receipt(head.game, stored, signature)
    except Conflict as refusal:
        raise stranger(head.game, load_fold(head), actor_of(head.game, command.by), refusal) from None


def known_receipt(game_id: str, signature: Signature) -> Receipt | None:
    """What a command has already made; refused if another one had the same name."""
    return _receipt(game_id, find_command(game_id, signature.id), signature)


def _receipt(game_id: str, stored: Stored | None, signature: Signature) -> Receipt | None:
    if stored is None:
        return None
    if not stored.answers(signature):
        raise Conflict("command/reused", "The command id {id} was already used for something else.", id=signature.id)
    return Receipt(game_id, stored.seq, stored.hash)
