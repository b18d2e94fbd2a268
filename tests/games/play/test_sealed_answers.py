"""Answers of others stay sealed until the round closes, for every viewer, at every event, in everything they get."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from engine.protocol import Json
from engine.sealing import ANSWERED, BLIND
from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.log.event_store import StoredEvent, read_log
from games.log.fold import Fold
from games.log.models import Game
from games.play.creation import create_game
from games.play.deals import seed_of
from games.play.lifecycle import adjudicate, start_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.play.visibility import see_log, see_position
from tests.games.choices import choices
from tests.games.sample_tables import PEOPLE, account, caller, command, fold_of, move, people, phase, play_until
from tests.sizes import size

pytestmark = pytest.mark.django_db

MOVES = size(45, 500)
"""How many moves of a game are looked at from all sides."""


def hosted_table(seats: int) -> str:
    """A started game of people that Eve has created and does not play in."""
    eve = caller("Eve")
    game = create_game(Setup("standard", [1] * seats, people(seats)), eve, command()).game
    for seat in range(seats):
        join_by_invite(Game.objects.get(pk=game).invite, caller(PEOPLE[seat]), command(), "", seat)
    start_game(game, eve, command())
    return game


def viewers(seats: int) -> dict[int | str, Viewer]:
    """Everybody who looks: each seat by its number, the host, staff, and anybody."""
    players: dict[int | str, Viewer] = {seat: viewer_of(account(PEOPLE[seat])) for seat in range(seats)}
    staff = viewer_of(account("Max", is_staff=True))
    assert staff.is_auditor
    return {**players, "host": viewer_of(account("Eve")), "staff": staff, "anybody": ANYBODY}


def sealed_rows(fold: Fold, rows: list[StoredEvent]) -> Iterator[StoredEvent]:
    """The answers that are sealed now, found without the code under test: those to the roll that is still open."""
    if phase(fold) == "moves":
        for row in rows:
            is_answer = row.entry.kind in ("place", "bomb") or row.entry.data.get("reason") == "stuck"
            if row.seq > fold.asked and is_answer:
                yield row


def check_sealed(row: StoredEvent, log: list[Json], position: Json) -> None:
    """Nothing of an answer is in what a viewer has got who did not give it."""
    seat, blind = row.entry.seat, row.entry.data[BLIND]
    assert seat is not None
    everything = json.dumps([log, position])
    assert blind not in everything
    assert log[row.seq - 1] == {"kind": ANSWERED, "seq": row.seq, "seat": seat, "hash": row.hash}
    for sheets in (position["state"]["sheets"], position["state"].get("public", [])):
        if sheets:
            check_sheet(sheets[seat], row)


def check_sheet(sheet: Json, row: StoredEvent) -> None:
    data = row.entry.data
    if row.entry.kind == "place":
        assert [data["color"], data["column"], data["x"], data["y"]] not in sheet["drawn"]
    assert sheet["left"] == ""


def check_open(row: StoredEvent, log: list[Json]) -> None:
    assert log[row.seq - 1]["kind"] == row.entry.kind
    assert log[row.seq - 1].items() >= row.entry.data.items()


@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_sees_an_answer_of_another_before_the_round_closes(seats: int) -> None:
    game, everybody = hosted_table(seats), viewers(seats)
    found: set[tuple[int, Any]] = set()
    for number in range(MOVES):
        fold, rows = fold_of(game), read_log(game)
        if fold.is_over:
            break
        sealed = list(sealed_rows(fold, rows))
        for who, viewer in everybody.items():
            log, position = see_log(game, viewer), see_position(game, viewer)
            assert seed_of(fold.dice["deal"]).hex() not in json.dumps([log.events, position])
            assert log.is_whole == all(row.entry.seat == who for row in sealed)
            for row in rows:
                if row in sealed and row.entry.seat != who:
                    check_sealed(row, log.events, position)
                    found.add((row.seq, who))
                else:
                    check_open(row, log.events)
        move(game, fold.awaited[number % len(fold.awaited)])
    assert {who for _, who in found} == set(everybody)


def seen_by_others(game: str, seats: int, author: int) -> str:
    """Everything that all viewers but one seat get, without the hashes that follow from an answer."""
    looks = []
    for who, viewer in viewers(seats).items():
        if who != author:
            events = [{**event, "hash": None} for event in see_log(game, viewer).events]
            earlier = [see_position(game, viewer, seq) for seq in range(len(events) - 3, len(events))]
            looks.append([events, earlier, see_position(game, viewer)])
    return json.dumps(looks)


def looks_whatever_is_answered(seats: int, rounds: int, look: Callable[[str, int, int], str]) -> Iterator[set[str]]:
    """For some rounds of a game, all that others get to see of different answers of the same seat."""
    game = hosted_table(seats)
    for _ in range(rounds):
        fold = play_until(game, lambda fold: phase(fold) == "moves")
        author = fold.awaited[0]
        answers = choices(fold.rules.options(fold.state, author), author)
        assert len(answers) > 1
        seen = set()
        for answer in (answers[0], answers[len(answers) // 2], answers[-1]):
            with transaction.atomic():
                make_move(game, caller(PEOPLE[author]), command(), answer, fold.asked)
                seen.add(look(game, seats, author))
                transaction.set_rollback(True)
        yield seen
        while phase(fold_of(game)) == "moves":
            move(game)


@pytest.mark.parametrize("seats", [3, 4])
def test_whatever_somebody_answers_the_others_see_the_same(seats: int) -> None:
    assert [len(seen) for seen in looks_whatever_is_answered(seats, 6, seen_by_others)] == [1] * 6


def test_a_sealed_answer_is_open_when_the_round_closes() -> None:
    game, everybody = hosted_table(3), viewers(3)
    play_until(game, lambda fold: phase(fold) == "moves")
    asked = fold_of(game).asked
    for seat in (2, 0, 1):
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "bomb", "seat": seat}, asked)
    for viewer in everybody.values():
        seen = see_log(game, viewer)
        bombs = [event for event in seen.events if event["kind"] == "bomb"]
        assert [event["seat"] for event in bombs] == [2, 0, 1]
        assert all(len(event[BLIND]) == 16 for event in bombs)
        assert seen.is_whole


def test_ones_own_answer_is_seen_at_once() -> None:
    game, everybody = hosted_table(3), viewers(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    make_move(game, caller("Bob"), command(), {"kind": "bomb", "seat": 1}, fold.asked)
    assert see_log(game, everybody[1]).events[-1]["kind"] == "bomb"
    assert see_position(game, everybody[1])["state"]["sheets"][1]["bombs"] != bombs_left(game, everybody[0])
    assert see_log(game, everybody[0]).events[-1]["kind"] == ANSWERED


def bombs_left(game: str, viewer: Viewer) -> int:
    bombs: int = see_position(game, viewer)["state"]["sheets"][1]["bombs"]
    return bombs


def test_an_earlier_position_shows_nothing_that_was_sealed_then_and_still_is() -> None:
    game, everybody = hosted_table(3), viewers(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    for seat in (1, 2):
        make_move(game, caller(PEOPLE[seat]), command(), {"kind": "bomb", "seat": seat}, fold.asked)
    for seq in (fold.seq, fold.seq + 1, fold.seq + 2):
        for who in (0, "host", "staff", "anybody"):
            sheets = see_position(game, everybody[who], seq)["state"]["sheets"]
            assert len({sheet["bombs"] for sheet in sheets}) == 1
        own = see_position(game, everybody[1], seq)["state"]["sheets"]
        assert (own[1]["bombs"] != own[0]["bombs"]) == (seq > fold.seq)
        assert own[2]["bombs"] == own[0]["bombs"]


def test_who_resigns_does_not_open_the_answer_they_have_given() -> None:
    game, everybody = hosted_table(3), viewers(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    bob = caller("Bob")
    make_move(game, bob, command(), {"kind": "bomb", "seat": 1}, fold.asked)
    make_move(game, bob, command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None)
    for who in (0, 2, "host", "staff", "anybody"):
        events = see_log(game, everybody[who]).events
        assert [event["kind"] for event in events[-2:]] == [ANSWERED, "drop"]
        assert bombs_left(game, everybody[who]) == see_position(game, everybody[who])["state"]["sheets"][0]["bombs"]


def test_a_decision_that_ends_the_game_opens_what_was_sealed() -> None:
    game, everybody = hosted_table(3), viewers(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    make_move(game, caller("Bob"), command(), {"kind": "bomb", "seat": 1}, fold.asked)
    adjudicate(game, caller("Max", is_staff=True), command(), "as-stands")
    for viewer in everybody.values():
        seen = see_log(game, viewer)
        assert seen.events[fold.seq]["kind"] == "bomb"
        assert seen.is_whole
        sheets = see_position(game, viewer)["state"]["sheets"]
        assert sheets[1]["bombs"] != sheets[0]["bombs"]


def test_the_options_are_only_ones_own() -> None:
    game, everybody = hosted_table(3), viewers(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    for seat in range(3):
        position = see_position(game, everybody[seat])
        assert position["options"] == fold.rules.options(fold.state, seat)
        assert (position["seat"], position["asked"], position["awaited"]) == (seat, fold.asked, [0, 1, 2])
    for who in ("host", "staff", "anybody"):
        assert see_position(game, everybody[who])["options"] == {}


def test_every_event_shows_its_hash_and_the_hashes_are_those_of_the_log() -> None:
    game, everybody = hosted_table(3), viewers(3)
    play_until(game, lambda fold: phase(fold) == "moves")
    move(game, 2)
    hashes = [row.hash for row in read_log(game)]
    for viewer in everybody.values():
        assert [event["hash"] for event in see_log(game, viewer).events] == hashes
