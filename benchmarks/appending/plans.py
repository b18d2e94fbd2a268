"""What the writers will do: whole games thought out beforehand, so that only storing them is measured.

The games are created, joined and started through the services. Their dice follow from their deals, so every move up to
the end is known before the first one is made.
"""

import secrets
from typing import Final, NamedTuple

from engine.protocol import Json
from engine.selfplay import play
from games.accounts.callers import Caller, caller_of
from games.accounts.models import Account
from games.log.fold import Fold
from games.log.models import Game
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play.creation import create_game
from games.play.deals import seed_of
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup

SEATS: Final = 2
CONTRIBUTION: Final = "0123456789abcdef" * 2


class Step(NamedTuple):
    """One command: who gives it, what it says, which event it answers, and how many events it makes."""

    game: str
    by: Caller
    id: str
    action: Json
    answers: int
    events: list[Json]
    """The command's own event and those that follow from it, as the rules say."""


def players() -> list[Account]:
    """The two who play all games."""
    names = ["ada", "bob"]
    return [Account.objects.get_or_create(username=name, defaults={"display_name": name})[0] for name in names]


def plan(players: list[Account]) -> list[Step]:
    """A new game, and all of its commands but the last, with which it ends."""
    callers = [caller_of(player) for player in players]
    game = new_game(callers)
    fold = load_fold(read_head(game))
    return list(_steps(game, fold, callers))[:-1]


def new_game(callers: list[Caller]) -> str:
    """A started game between two people."""
    setup = Setup("standard", [1] * SEATS, [{"kind": "person"}] * SEATS, seconds=60)
    game = create_game(setup, callers[0], f"create-{secrets.token_hex(8)}").game
    invite = Game.objects.values_list("invite", flat=True).get(pk=game)
    for seat, caller in enumerate(callers):
        join_by_invite(invite, caller, f"join-{seat}", CONTRIBUTION, seat)
    start_game(game, callers[0], "start")
    return game


def _steps(game: str, fold: Fold, callers: list[Caller]) -> list[Step]:
    """The moves of random players, each with the server's rolls and forced drop-outs after it."""
    deal, rules = fold.dice["deal"], fold.rules
    record = play(rules, fold.created, [rules.bots["random"]] * SEATS, seed_of(deal), deal, list(fold.contributions))
    steps: list[Step] = []
    state, seq, asked = fold.state, fold.seq, fold.seq
    for event in record["events"]:
        seq += 1
        decoded = rules.decode(event)
        if decoded == rules.forced(state) or event["kind"] == "roll":
            steps[-1].events.append(event)
        else:
            steps.append(Step(game, callers[event["seat"]], f"step-{seq}", _said(event), asked, [event]))
        if event["kind"] in ("roll", "reroll"):
            asked = seq
        state = rules.apply(state, decoded)
    return steps


def _said(event: Json) -> Json:
    """An event as the action that a player sends: what the dice show is the server's to say."""
    is_throw = event["kind"] == "reroll"
    return {name: value for name, value in event.items() if not is_throw or name in ("kind", "seat")}
