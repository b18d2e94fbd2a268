"""Ending a running game by decision: who may, how, and what is kept of the reason."""

from hashlib import sha256
from typing import Any

import pytest

from engine.errors import Malformed
from engine.result import official_result
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.event_store import read_log, record_of
from games.log.models import ErasableText, Event, Game
from games.play.lifecycle import adjudicate
from games.play.models import GameCard, SeatResult
from games.play.moves import make_move
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import caller, command, fold_of, move, open_table, phase, play_until, table

pytestmark = pytest.mark.django_db

REASON = "The lights went out."


def eve() -> Caller:
    return caller("Eve", is_staff=True)


def test_a_game_ends_as_it_stands_and_the_seed_is_revealed() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    receipt = adjudicate(game, eve(), command(), "as-stands")
    rows = read_log(game)
    assert [row.entry.kind for row in rows[-2:]] == ["game/adjudicated", "dice/revealed"]
    assert rows[-2].entry.data == {"how": "as-stands"}
    assert (receipt.seq, receipt.hash) == (rows[-2].seq, rows[-2].hash)
    assert (fold_of(game).status, fold_of(game).awaited) == ("adjudicated", [])
    stored = Game.objects.get(pk=game)
    assert (stored.status, stored.awaited, stored.due_at) == ("adjudicated", 0, None)


def test_seats_can_forfeit_it() -> None:
    game = table(seats=3)
    adjudicate(game, eve(), command(), "forfeit", [2, 0, 2])
    row = next(row for row in read_log(game) if row.entry.kind == "game/adjudicated")
    assert row.entry.data == {"how": "forfeit", "seats": [0, 2]}
    result = official_result(record_of(read_log(game)))
    assert (result["status"], result["forfeits"], result["winners"]) == ("adjudicated", [0, 2], [1])
    assert [seat.has_forfeited for seat in SeatResult.objects.filter(game=game).order_by("seat")] == [True, False, True]
    assert GameCard.objects.get(game=game).status == "adjudicated"


def test_the_server_may_decide_and_is_named_as_such() -> None:
    game = table()
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    assert Event.objects.get(game=game, kind="game/adjudicated").actor == "system"


def test_staff_have_an_id_of_their_own_in_the_log() -> None:
    game = table()
    adjudicate(game, eve(), command(), "as-stands")
    actor = Event.objects.get(game=game, kind="game/adjudicated").actor
    assert actor.startswith("p-")
    assert actor not in fold_of(game).seated


@pytest.mark.parametrize("name", ["Ada", "Bob", "Dan"])
def test_players_hosts_and_strangers_decide_nothing(name: str) -> None:
    game, somebody = table(), caller(name)
    for by in (somebody, Caller(), Caller(bot_seat=0)):
        with refused(Forbidden, "game/not-adjudicator"):
            adjudicate(game, by, "bot-0" if by.bot_seat == 0 else command(), "as-stands")


def test_staff_decide_nothing_in_their_own_games() -> None:
    caller("Bob", is_staff=True)
    game, bob = table(), caller("Bob")
    assert bob.is_staff
    with refused(Forbidden, "game/own-game"):
        adjudicate(game, bob, command(), "forfeit", [0])


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, dan, ada = table(visibility=visibility), caller("Dan"), caller("Ada")
    with refused(NotFound, "game/not-found"):
        adjudicate(game, dan, command(), "as-stands")
    with refused(Forbidden, "game/not-adjudicator"):
        adjudicate(game, ada, command(), "as-stands")


def test_only_a_running_game_is_ended() -> None:
    by = eve()
    game = open_table()
    with refused(Conflict, "game/not-started"):
        adjudicate(game, by, command(), "as-stands")
    over = table()
    adjudicate(over, by, command(), "as-stands")
    with refused(Conflict, "game/over"):
        adjudicate(over, by, command(), "as-stands")
    bob = caller("Bob")
    with refused(Conflict, "game/over"):
        make_move(over, bob, command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None)


@pytest.mark.parametrize(
    ("how", "seats"),
    [
        ("", []), ("won", []), (None, []), (["as-stands"], []), (7, []),
        ("as-stands", [0]), ("as-stands", None), ("forfeit", []), ("forfeit", None), ("forfeit", [3]),
        ("forfeit", [-1]), ("forfeit", [True]), ("forfeit", ["0"]), ("forfeit", [[0]]), ("forfeit", "01"),
        ("forfeit", {"0": 1}), ("forfeit", 0),
    ],
)  # fmt: skip
def test_any_other_way_is_refused(how: Any, seats: Any) -> None:
    game, by = table(seats=3), eve()
    with refused(Malformed, "adjudication/how"):
        adjudicate(game, by, command(), how, seats)


@pytest.mark.parametrize("reason", [None, 7, ["why"], "a\0b"])
def test_a_reason_is_words(reason: Any) -> None:
    game, by = table(), eve()
    with refused(Malformed, "text/no-text"):
        adjudicate(game, by, command(), "as-stands", (), reason)


def test_a_reason_is_not_endless_and_whole() -> None:
    game, by = table(), eve()
    with refused(Malformed, "text/too-long"):
        adjudicate(game, by, command(), "as-stands", (), "x" * 2001)
    with refused(Malformed, "json/surrogate"):
        adjudicate(game, by, command(), "as-stands", (), "\ud800")
    adjudicate(game, by, command(), "as-stands", (), "ж" * 2000)


def test_the_log_holds_the_salted_hash_of_the_reason_and_not_the_words() -> None:
    game = table()
    adjudicate(game, eve(), command(), "as-stands", (), REASON)
    kept = ErasableText.objects.get(game=game)
    data = next(row.entry.data for row in read_log(game) if row.entry.kind == "game/adjudicated")
    assert data == {"how": "as-stands", "reason": kept.sha256}
    assert kept.text == REASON
    assert kept.sha256 == sha256(f"{kept.salt}|{REASON}".encode()).hexdigest()
    assert kept.sha256 != sha256(REASON.encode()).hexdigest()
    assert not any("lights" in body for body in Event.objects.values_list("body", flat=True))


def test_the_same_words_have_another_hash_every_time() -> None:
    for _ in range(2):
        adjudicate(table(), eve(), command(), "as-stands", (), REASON)
    assert len(set(ErasableText.objects.values_list("sha256", flat=True))) == 2


def test_the_words_can_be_erased_and_the_log_stays_as_it_is() -> None:
    game = table()
    adjudicate(game, eve(), command(), "as-stands", (), REASON)
    before = list(Event.objects.filter(game=game).values_list())
    ErasableText.objects.filter(game=game).delete()
    assert list(Event.objects.filter(game=game).values_list()) == before
    assert official_result(record_of(read_log(game)))["status"] == "adjudicated"


def test_an_open_answer_does_not_keep_a_game_from_ending() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    move(game, 1)
    adjudicate(game, eve(), command(), "as-stands")
    assert fold_of(game).status == "adjudicated"
