"""Frames show each viewer what they may see, no more, and the same whenever they are asked for."""

import json
from collections.abc import Iterator

import pytest

from engine.protocol import Json
from engine.sealing import ANSWERED
from games.accounts.callers import ANYBODY, Caller, Viewer, caller_of, viewer_of
from games.log.event_store import read_log
from games.play.lifecycle import adjudicate
from games.play.moves import make_move
from games.play.replay import see_frames
from games.play.setup import HIDDEN
from games.play.visibility import see_position
from games.refusals import NotFound
from games.tables.selectors.table import see_table
from tests.games.clock.watch import wound
from tests.games.play.test_sealed_answers import hosted_table, looks_whatever_is_answered, sealed_rows, viewers
from tests.games.refusals import refused
from tests.games.sample_tables import (
    PEOPLE,
    account,
    caller,
    command,
    fold_of,
    move,
    phase,
    play_out,
    play_until,
    table,
)
from tests.sizes import size

pytestmark = pytest.mark.django_db

MOVES = size(30, 300)


def frames_of(game: str, viewer: Viewer, after: int = 0) -> list[Json]:
    found: list[Json] = see_frames(game, viewer, after)["frames"]
    return found


def shown_sheets(frames: list[Json]) -> dict[str, Json]:
    """The sheets as they are after the last of some frames."""
    sheets: dict[str, Json] = {}
    for frame in frames:
        sheets |= frame["sheets"]
    return sheets


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_no_frame_has_a_trace_of_an_answer_that_is_sealed_for_its_viewer(seats: int) -> None:
    game, everybody = hosted_table(seats), viewers(seats)
    looked: set[int | str] = set()
    for number in range(MOVES):
        fold = fold_of(game)
        if fold.is_over:
            break
        for row in sealed_rows(fold, read_log(game)):
            for who, viewer in everybody.items():
                if who == row.entry.seat:
                    continue
                frames = frames_of(game, viewer)
                assert frames[row.seq - 1]["kind"] == ANSWERED
                assert frames[row.seq - 1]["sheets"] == {}
                assert frames[row.seq - 1]["falls"] == []
                assert row.entry.seat in frames[-1]["answered"]
                sheet = shown_sheets(frames)[str(row.entry.seat)]
                assert sheet["left"] == ""
                if row.entry.kind == "place":
                    place = row.entry.data
                    assert [place["color"], place["column"], place["x"], place["y"]] not in sheet["drawn"]
                looked.add(who)
        move(game, fold.awaited[number % len(fold.awaited)])
    assert looked == set(everybody)


def seen_by_others(game: str, seats: int, author: int) -> str:
    """All that everybody but one seat gets of a game on its page, without the hash that follows from an answer."""
    looks = []
    for who, viewer in viewers(seats).items():
        if who != author:
            seen = see_frames(game, viewer)
            by = Caller() if viewer.account is None else Caller(viewer.account)
            page = see_table(game, viewer, by)
            told = {name: page[name] for name in ("prompt", "sheets", "choices", "answered", "awaited", "throws")}
            states = [(player["seat"], player["state"], player["place"]["score"]) for player in page["players"]]
            looks.append([seen["frames"], told, states])
    return json.dumps(looks)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_whatever_somebody_answers_the_frames_and_the_page_of_others_are_the_same(seats: int) -> None:
    assert [len(seen) for seen in looks_whatever_is_answered(seats, 4, seen_by_others)] == [1] * 4


def test_the_round_closes_in_one_frame_in_which_everything_falls() -> None:
    game = hosted_table(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    for seat in (2, 0, 1):
        place = next(action for action in fold.rules.actions(fold.state, seat) if action["kind"] == "place")
        make_move(game, caller(PEOPLE[seat]), command(), place, fold.asked)
    own, spectator = (frames_of(game, viewer, fold.seq)[:3] for viewer in (viewer_of(account("Cleo")), ANYBODY))
    assert [list(frame["sheets"]) for frame in own] == [["2"], [], ["0", "1"]]
    assert [list(frame["sheets"]) for frame in spectator] == [[], [], ["0", "1", "2"]]
    assert [fall["seat"] for fall in spectator[-1]["falls"]] == [0, 1, 2]
    assert all(set(fall["moves"]) <= set("dlr") and fall["moves"] for fall in spectator[-1]["falls"])
    assert [frame["answered"] for frame in spectator] == [[2], [0, 2], []]
    assert spectator[-1]["words"].count("places") == 3
    assert own[-1]["words"].count("places") == 2


def all_viewers(seats: int) -> Iterator[Viewer]:
    yield from (viewer_of(account(PEOPLE[seat])) for seat in range(seats))
    yield ANYBODY


@pytest.mark.parametrize(("variant", "seats"), [("solo", 1), ("standard", 3), ("duel", 2)])
def test_frames_after_an_event_go_on_where_the_earlier_ones_ended(variant: str, seats: int) -> None:
    game = table(variant, seats)
    play_out(game)
    for viewer in all_viewers(seats):
        whole = frames_of(game, viewer)
        assert [frame["seq"] for frame in whole] == list(range(1, len(whole) + 1))
        for after in (1, len(whole) // 2, len(whole) - 1, len(whole)):
            assert frames_of(game, viewer, after) == whole[after:]
        assert all(frame["words"] for frame in whole)
        assert [frame["tick"] for frame in whole].count("end") == 1
        sheets = see_position(game, viewer)["state"]["sheets"]
        last = shown_sheets(whole)
        assert [len(last[str(seat)]["drawn"]) for seat in range(seats)] == [len(sheet["drawn"]) for sheet in sheets]


def test_a_decision_opens_what_was_sealed() -> None:
    game = hosted_table(3)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    make_move(game, caller("Bob"), command(), {"kind": "bomb", "seat": 1}, fold.asked)
    sam = account("Sam", is_staff=True)
    adjudicate(game, caller_of(sam), command(), "as-stands", [], "It is late.")
    ended = next(frame for frame in frames_of(game, ANYBODY, fold.seq) if frame["kind"] == "game/adjudicated")
    assert ended["sheets"]["1"]["bombs"] == 1
    assert "Bob uses a bomb." in ended["words"]
    assert "The game was ended by decision." in ended["words"]
    assert ended["tick"] == "end"


def test_a_hidden_game_has_no_frames_for_strangers() -> None:
    game, eve = table(visibility=HIDDEN), viewer_of(account("Eve"))
    with refused(NotFound, "game/not-found"):
        see_frames(game, eve)


def test_what_the_clock_has_done_for_somebody_is_said_to_them_alone() -> None:
    with wound() as watch:
        game = table("standard", 2, seconds=30)
        play_until(game, lambda fold: phase(fold) == "moves")
        move(game, seat=0)
        watch.run(40)
    lost = {who: [frame["unasked"] for frame in frames_of(game, viewer)] for who, viewer in viewers(2).items()}
    told = {who: [words for words in said if words] for who, said in lost.items()}
    assert told[1] == ["Your time is up, which costs a bomb."]
    assert not any(said for who, said in told.items() if who != 1)
