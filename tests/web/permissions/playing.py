"""The games of the world: each is hidden from others, and in most of those that are played an answer is sealed.

Ada, the player, has created all of them but one, and but those of a tournament; she sits on seat 0 and Bob, the
opponent, on seat 1, unless something else is said.
"""

import json
from typing import Final

from django.test import Client

from games.log.models import Game
from games.play import bots
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal, reveal_deal
from games.play.lifecycle import start_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import HIDDEN, Setup
from tests.games.reserved import kept_deal, kept_table
from tests.games.sample_tables import (
    addition,
    caller,
    choose,
    command,
    fold_of,
    move,
    people,
    phase,
    play_out,
    play_until,
    table,
)
from tests.web.api.calls import ROOT
from tests.web.api.roles import Cast
from tests.web.permissions.disputing import flag

ANSWERED: Final = {"running": 1, "private": 0, "hidden": 1, "shared": 1}
"""In which games one of the two seats has answered already, and which; the answer is sealed for everybody else."""


def make_games(cast: Cast, browser_of_ada: Client) -> dict[str, str]:
    """The ids of the games by what they are."""
    deal = _frozen_deal()
    games = {
        "running": cast.running,
        "open": cast.open,
        "private": cast.private,
        "at-table": cast.at_table,
        "hidden": table(visibility=HIDDEN),
        "device": _shared_device(browser_of_ada),
        "shared": _run(_frozen_deal(), "Ada", "Bob"),
        "run": _run(deal, "Ada"),
        "other-run": _run(deal, "Bob"),
        "finished": table(),
        "closed": _closed_run(),
        **_round(),
    }
    _play(games)
    return games


def _round() -> dict[str, str]:
    """A round of a tournament on a shared deal: Ada has not sat down yet, a bot has come to its end."""
    deal = kept_deal()
    games = {"kept": kept_table("Ada", deal=deal), "bot-run": kept_table("greedy", deal=deal)}
    bots.play(games["bot-run"], seconds=60)
    return games


def _shared_device(client: Client) -> str:
    """A game for which Ada has seated a guest who plays on her device."""
    setup = Setup(variant="standard", levels=[1, 1], seats=[{"kind": "person"}, {"kind": "guest"}])
    game = create_game(setup, caller("Ada"), command()).game
    said = {"command_id": command(), "display_name": "Gil", "seat": 1, **addition(game)}
    path = f"{ROOT}/games/{game}/guests-here"
    assert client.post(path, json.dumps(said), content_type="application/json").status_code == 200
    return game


def _frozen_deal() -> str:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    return deal


def _run(deal: str, *names: str) -> str:
    """A started game on a shared deal; the first of those who play it has created it."""
    variant = "solo" if len(names) == 1 else "standard"
    host = caller(names[0])
    game = create_game(Setup(variant, [1] * len(names), people(len(names)), deal=deal), host, command()).game
    for seat, name in enumerate(names):
        join_by_invite(Game.objects.get(pk=game).invite, caller(name), command(), "", seat)
    start_game(game, host, command())
    return game


def _closed_run() -> str:
    """A game on a shared deal that is closed and revealed."""
    deal = _frozen_deal()
    game = _run(deal, "Ada")
    play_out(game)
    close_deal(deal)
    reveal_deal(deal)
    return game


def _play(games: dict[str, str]) -> None:
    for name, seat in ANSWERED.items():
        play_until(games[name], lambda fold: phase(fold) == "moves" and fold.awaited == [0, 1])
        flag(name, games[name])
        _place(games[name], seat)
    play_until(games["at-table"], lambda fold: phase(fold) == "roll")
    for _ in range(5):
        move(games["run"])
    play_out(games["finished"])
    while not (fold := fold_of(games["other-run"])).is_over:
        make_move(games["other-run"], caller("Bob"), command(), choose(fold, 0), fold.asked)
    for name in games.keys() - ANSWERED.keys():
        flag(name, games[name])


def _place(game: str, seat: int) -> None:
    """Let a seat answer with a block, which its sheet shows."""
    fold = fold_of(game)
    [place, *_] = [action for action in fold.rules.actions(fold.state, seat) if action["kind"] == "place"]
    make_move(game, caller(("Ada", "Bob")[seat]), command(), place, fold.asked)
