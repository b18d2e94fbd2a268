"""What each viewer's stream holds: never an answer of another before its round closes, nor a hidden game at all."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from engine.protocol import Json
from engine.sealing import ANSWERED, BLIND
from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.log.event_store import read_log
from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import close_deal, freeze_deal, make_deal, seed_of
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.play.visibility import see_log
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import Heard, Listener, bearer, cookie, stream_of
from tests.games.sample_tables import (
    PEOPLE,
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    people,
    phase,
    play_out,
    play_until,
    table,
)
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MOVES = size(40, 300)


class Watching:
    """Somebody at a stream, and what they know of the log by it."""

    def __init__(self, listener: Listener, viewer: Viewer) -> None:
        self.viewer = viewer
        self.known: list[Json] = []
        self.texts = ""
        self._heard: Iterator[Heard] = listener.hear()

    def hear_until(self, seq: int) -> None:
        """Listen up to an event; what is opened takes the place of what was sealed."""
        while len(self.known) < seq:
            said = next(self._heard).said
            self.texts += json.dumps(said)
            self.known.append(said["event"])
            for opened in said["opened"]:
                assert self.known[opened["seq"] - 1]["kind"] == ANSWERED
                self.known[opened["seq"] - 1] = opened


def test_every_viewer_hears_exactly_what_they_may_see_after_every_move(site: Site) -> None:
    game = table(seats=3)
    staff = account("Max", is_staff=True)
    viewers = {
        "author": (cookie(account("Ada")), viewer_of(account("Ada"))),
        "other seat": (bearer("Bob"), viewer_of(account("Bob"))),
        "spectator": (cookie(account("Eve")), viewer_of(account("Eve"))),
        "staff": (cookie(staff), viewer_of(staff)),
        "anybody": ({}, ANYBODY),
    }
    with ExitStack() as stack:
        watching = [
            Watching(stack.enter_context(Listener(site.port, stream_of(game), headers)), viewer)
            for headers, viewer in viewers.values()
        ]
        sealed: set[int] = set()
        for number in range(MOVES):
            fold, rows = fold_of(game), read_log(game)
            for somebody in watching:
                somebody.hear_until(len(rows))
                assert somebody.known == see_log(game, somebody.viewer).events
                assert seed_of(fold.dice["deal"]).hex() not in somebody.texts or fold.is_over
                for row, event in zip(rows, somebody.known, strict=True):
                    if event["kind"] == ANSWERED:
                        assert row.entry.data[BLIND] not in somebody.texts
                        sealed.add(row.seq)
            if fold.is_over:
                break
            move(game, fold.awaited[number % len(fold.awaited)])
        assert len(sealed) > 3


def shared_game(deal: str) -> str:
    """A started game of Ada on a shared deal that Eve has created."""
    eve = caller("Eve")
    game = create_game(Setup("solo", [1], people(1), deal=deal), eve, command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller("Ada"), command(), "", 0)
    start_game(game, eve, command())
    return game


def test_a_game_on_a_shared_deal_is_heard_by_its_player_alone_until_the_deal_is_closed(site: Site) -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = shared_game(deal)
    others = [{}, bearer("Bob"), bearer("Max", is_staff=True)]
    for headers in others:
        with Listener(site.port, stream_of(game), headers) as listener:
            assert (listener.status, listener.refusal["code"]) == (404, "game/not-found")
    with Listener(site.port, stream_of(game), bearer("Ada")) as listener:
        assert listener.take(1)[0].id == "1"
    play_out(game)
    close_deal(deal)
    for headers in others:
        with Listener(site.port, stream_of(game), headers) as listener:
            assert listener.take(1)[0].id == "1"


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_game_that_is_not_public_is_not_there_for_strangers(site: Site, visibility: str) -> None:
    game = open_table(visibility=visibility)
    for headers in ({}, bearer("Bob"), cookie(account("Cleo"))):
        with Listener(site.port, stream_of(game), headers) as listener:
            assert (listener.status, listener.refusal["code"]) == (404, "game/not-found")
            assert listener.response.headers["Content-Type"] == "application/json"
    link = f"?invite={Game.objects.get(pk=game).invite}"
    with Listener(site.port, stream_of(game) + link) as listener:
        assert listener.status == (200 if visibility == "private" else 404)


def test_who_takes_a_seat_while_watching_sees_their_own_answers(site: Site) -> None:
    game = open_table()
    with Listener(site.port, stream_of(game), bearer("Bob")) as listener:
        invite = Game.objects.get(pk=game).invite
        for seat in (0, 1):
            join_by_invite(invite, caller(PEOPLE[seat]), command(), "", seat)
        start_game(game, caller("Ada"), command())
        play_until(game, lambda fold: phase(fold) == "moves")
        move(game, 1)
        rows = read_log(game)
        heard = listener.take(len(rows))
        assert heard[-1].said["event"]["kind"] == rows[-1].entry.kind != ANSWERED
