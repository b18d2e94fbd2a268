"""Letting a tournament's table begin without those who have not come.

How many play is fixed by the first event of a game. So the game that waits is called off, and another one follows it:
with the seats of those who have come, and with the same dice, which were committed to before any of them added to them.
Nobody needs to do anything again. What they have added stays what it was, because a contribution that came after the
commitment proves as much in the one game as in the other.
"""

import secrets
from typing import Final

from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER, Caller, get_or_create_actor
from games.accounts.models import Actor
from games.extension import LEAST_PRESENT
from games.log.entries import BOT, Entry
from games.log.fold import ABORTED_KIND, JOINED, Fold
from games.log.sql import write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import Draft, lock_head
from games.play.commands import Command, Receipt, carry_out
from games.play.creation import create_game
from games.play.seats import require_open
from games.play.setup import ACCOUNT, Setup
from games.refusals import Conflict
from games.statuses import OPEN

CALL_OFF_COMMAND: Final = "goes-on"
"""How the name begins under which a game that has waited is called off; how it goes on nobody knows, who might have
used it up."""


def restart_without_absent(game_id: str, command_id: str, anchor: Json) -> Receipt:
    """Begin a tournament's game anew for those who have come, and call off the one that has waited; all or nothing."""
    with write_transaction():
        fold = load_fold(lock_head(game_id))
        require_open(fold)
        accounts = accounts_of(game_id)
        here = seats_present(fold, accounts)
        if not may_restart(fold, here):
            raise Conflict("game/nobody-missing", "Nobody is missing at this table, or too few have come.")
        made = create_game(_setup(game_id, fold, here, accounts, anchor), SYSTEM_CALLER, command_id)
        for seat, before in enumerate(here):
            if fold.bot(before) is None:
                _reserve_seat_again(made.game, f"{command_id}-{seat}", seat, fold, before, accounts)
        _call_off(game_id, made.game)
    return made


def accounts_of(game_id: str) -> dict[str, int]:
    """By the ids that a log knows them by, whose accounts are there; those that were erased are not."""
    return dict(Actor.objects.filter(game=game_id).values_list("name", "account"))


def seats_present(fold: Fold, accounts: dict[str, int]) -> list[int]:
    """The seats that somebody has taken who is still there."""
    return [
        seat
        for seat, actor in enumerate(fold.seated)
        if actor is not None and (fold.bot(seat) is not None or actor in accounts)
    ]


def may_restart(fold: Fold, here: list[int]) -> bool:
    """Whether a game can begin without somebody: it waits, and enough have come."""
    return fold.status == OPEN and fold.tournament is not None and LEAST_PRESENT <= len(here) < len(fold.seated)


def _setup(game_id: str, fold: Fold, here: list[int], accounts: dict[str, int], anchor: Json) -> Setup:
    """What was agreed on for the game that waits, for those who have come."""
    agreed, clock = fold.created, fold.created["clock"] or {}
    away = [accounts.get(actor or "") for seat, actor in enumerate(fold.reserved) if seat not in here]
    return Setup(
        variant=agreed["variant"],
        levels=[agreed["levels"][seat] for seat in here],
        seats=[_seat(fold, seat, accounts) for seat in here],
        seconds=clock.get("seconds"),
        timeout=clock.get("timeout"),
        rated=agreed["rated"],
        visibility=agreed["visibility"],
        club=agreed.get("club"),
        tournament=anchor,
        follows={
            "game": game_id,
            "seq": fold.seq,
            "hash": fold.hash,
            "without": [account for account in away if account is not None],
        },
        key=agreed["key"],
        rules_version=agreed["rules_version"],
    )


def _seat(fold: Fold, seat: int, accounts: dict[str, int]) -> Json:
    kept = fold.created["seats"][seat]
    if kept["kind"] == BOT:
        return {"kind": BOT, "bot": kept["bot"]}
    return {"kind": kept["kind"], ACCOUNT: accounts[fold.seated[seat] or ""]}


def _reserve_seat_again(
    game_id: str, command_id: str, seat: int, fold: Fold, before: int, accounts: dict[str, int]
) -> None:
    """Let somebody who has come sit down again, with what they have added to the dice."""
    by = Caller(accounts[fold.seated[before] or ""])
    data = {"contribution": fold.contributions[before], "kept": True}

    def decide(draft: Draft) -> None:
        draft.add(Entry(JOINED, seat, data, get_or_create_actor(game_id, by)))

    carry_out(game_id, Command(command_id, by, "keep-seat", {"seat": seat, **data}), decide)


def _call_off(game_id: str, follower: str) -> None:
    """Say in the log of the game that has waited which one follows it."""

    def decide(draft: Draft) -> None:
        draft.add(Entry(ABORTED_KIND, None, {"goes_on": follower}))

    command = Command(f"{CALL_OFF_COMMAND}-{secrets.token_hex(8)}", SYSTEM_CALLER, "follow", {"game": follower})
    carry_out(game_id, command, decide)
