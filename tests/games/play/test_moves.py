"""Acting: every kind of action in every variant, by whoever sits there, in answer to what was asked."""

from collections.abc import Callable
from typing import Any

import pytest

from engine import dice
from engine.errors import Illegal, Malformed, Refused
from engine.protocol import Json
from engine.sealing import is_blind
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.event_store import read_log
from games.log.fold import Fold
from games.log.models import Event, Game
from games.play.commands import Receipt
from games.play.deals import seed_of
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.choices import choices
from tests.games.refusals import refused
from tests.games.sample_tables import (
    PEOPLE,
    caller,
    command,
    fold_of,
    move,
    open_table,
    phase,
    play_out,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db

VARIANTS = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]
DONE_BY_PEOPLE = {
    "solo": {"start", "place", "bomb", "drop"},
    "standard": {"start", "keep", "reroll", "place", "bomb", "drop"},
    "duel": {"start", "keep", "reroll", "place", "bomb", "mini", "waive"},
}


def do(game: str, action: Json, *answers: Any) -> Receipt:
    """Let whoever sits there do something, in answer to what was asked unless said otherwise."""
    [answered] = answers or [fold_of(game).asked]
    return make_move(game, caller(PEOPLE[action["seat"]]), command(), action, answered)


def options(fold: Fold, kind: str) -> list[Json]:
    """What somebody may do of one kind."""
    found = [action for seat in fold.awaited for action in choices(fold.rules.options(fold.state, seat), seat)]
    return [action for action in found if action["kind"] == kind]


def first_table_with(kind: str, variant: str, seats: int) -> tuple[str, Json]:
    """A game in which somebody may do something of a kind that does not come up in every game."""
    for _ in range(40):
        game = table(variant, seats)
        fold = play_until(game, lambda fold: bool(options(fold, kind)))
        if options(fold, kind):
            return game, options(fold, kind)[0]
    raise AssertionError(f"it never came to {kind}")


@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_what_somebody_does_is_stored_as_they_did_it(variant: str, seats: int) -> None:
    for kind in sorted(DONE_BY_PEOPLE[variant]):
        game, action = first_table_with(kind, variant, seats)
        fold = fold_of(game)
        receipt = do(game, action)
        row = read_log(game)[receipt.seq - 1]
        shown = {"kind": row.entry.kind, "seat": row.entry.seat, **row.entry.data}
        is_answer = fold.rules.is_answer(fold.rules.decode(shown))
        assert is_blind(shown.pop("blind", None)) == (is_answer and seats > 1)
        thrown = {name: shown.pop(name) for name in ("color", "number") if kind == "reroll"}
        assert shown == action
        assert len(thrown) == (2 if kind == "reroll" else 0)
        assert row.entry.actor == fold.seated[action["seat"]]
        assert (receipt.seq, receipt.hash) == (fold.seq + 1, row.hash)


@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_a_whole_game_ends_with_its_result_and_its_seed(variant: str, seats: int) -> None:
    game = table(variant, seats)
    fold = play_out(game)
    kinds = [row.entry.kind for row in read_log(game)]
    assert kinds[-2:] == ["game/finished", "dice/revealed"]
    assert read_log(game)[-1].entry.data == {"seed": seed_of(fold.dice["deal"]).hex()}
    assert dice.commitment(fold.dice["deal"], seed_of(fold.dice["deal"])) == fold.dice["commitment"]
    assert (fold.status, fold.is_revealed, fold.awaited) == ("finished", True, [])


def test_stopping_is_for_the_last_one_after_all_others_have_forfeited() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    stop = {"kind": "drop", "seat": 1, "reason": "stop"}
    with refused(Illegal, "drop/stop"):
        do(game, stop)
    for seat in (0, 2):
        do(game, {"kind": "drop", "seat": seat, "reason": "resign"})
    do(game, stop)
    assert fold_of(game).status == "finished"
    assert fold_of(game).rules.forfeits(fold_of(game).state) == (0, 2)


@pytest.mark.parametrize("there", ["start", "decide", "moves"])
@pytest.mark.parametrize("answers", [None, 1, "nonsense", True])
def test_a_seat_resigns_at_any_time_without_naming_a_roll(there: str, answers: Any) -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == there)
    fold = fold_of(game)
    for seat in [seat for seat in range(3) if seat not in fold.awaited][:1] + fold.awaited[:1]:
        do(game, {"kind": "drop", "seat": seat, "reason": "resign"}, answers)
        assert seat in fold_of(game).rules.forfeits(fold_of(game).state)


def test_nobody_says_of_themselves_that_their_time_ran_out() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    with refused(Illegal, "move/forfeit"):
        do(game, {"kind": "drop", "seat": 1, "reason": "timeout"})


@pytest.mark.parametrize("somebody", ["Ada", "Cleo", "Dan", "Eve"])
def test_nobody_acts_for_another_seat(somebody: str) -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    by = caller(somebody, is_staff=somebody == "Eve")
    for action in ({"kind": "bomb", "seat": 1}, {"kind": "drop", "seat": 1, "reason": "resign"}):
        with refused(Forbidden, "seat/not-yours"):
            make_move(game, by, command(), action, fold_of(game).asked)


@pytest.mark.parametrize("somebody", [Caller(), Caller(bot_seat=1), SYSTEM_CALLER, Caller(is_staff=True)])
def test_no_bot_no_server_and_nobody_acts_for_people(somebody: Caller) -> None:
    game = table()
    name = "bot-1" if somebody.bot_seat else command()
    with refused(Forbidden, "seat/not-yours"):
        make_move(game, somebody, name, {"kind": "drop", "seat": 1, "reason": "resign"}, None)


@pytest.mark.parametrize("seat", [2, 3, 4, -1, 2**52])
def test_a_seat_that_is_not_there_is_nobodys(seat: int) -> None:
    game, ada = table(), caller("Ada")
    with refused(Forbidden, "seat/not-yours"):
        make_move(game, ada, command(), {"kind": "bomb", "seat": seat}, fold_of(game).asked)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, dan = table(visibility=visibility), caller("Dan")
    for somebody in (dan, Caller(), Caller(bot_seat=1)):
        with refused(NotFound, "game/not-found"):
            name = "bot-1" if somebody.bot_seat else command()
            make_move(game, somebody, name, {"kind": "bomb", "seat": 0}, fold_of(game).asked)


def test_a_stranger_does_not_learn_of_a_game_by_the_names_of_its_commands() -> None:
    game, ada, dan = table(visibility="hidden"), caller("Ada"), caller("Dan")
    resign = {"kind": "drop", "seat": 0, "reason": "resign"}
    make_move(game, ada, "one", resign, None)
    with refused(NotFound, "game/not-found"):
        make_move(game, dan, "one", resign, None)
    with refused(Conflict, "command/reused"):
        make_move(game, caller("Bob"), "one", resign, None)


def test_before_the_start_and_after_the_end_nobody_acts() -> None:
    resign = {"kind": "drop", "seat": 0, "reason": "resign"}
    over = table("solo", 1)
    do(over, resign)
    with refused(Conflict, "game/over"):
        do(over, resign)
    early = open_table("solo", 1)
    join_by_invite(Game.objects.get(pk=early).invite, caller("Ada"), command(), "", 0)
    with refused(Conflict, "game/not-started"):
        do(early, resign)


def test_it_must_be_ones_turn() -> None:
    game = table(seats=3)
    color, x = fold_of(game).rules.options(fold_of(game).state, 2)["start"][0]
    with refused(Illegal, "turn/other-seat"):
        do(game, {"kind": "start", "seat": 0, "color": color, "x": x})
    play_until(game, lambda fold: phase(fold) == "decide")
    idle = next(seat for seat in range(3) if seat not in fold_of(game).awaited)
    with refused(Illegal, "turn/other-seat"):
        do(game, {"kind": "keep", "seat": idle})


def test_a_roll_is_answered_once() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    move(game, 1)
    with refused(Illegal, "turn/already-answered"):
        do(game, {"kind": "bomb", "seat": 1})


def test_answers_to_one_roll_do_not_conflict() -> None:
    game = table(seats=3)
    asked = play_until(game, lambda fold: phase(fold) == "moves").asked
    for seat in (2, 0, 1):
        do(game, {"kind": "bomb", "seat": seat}, asked)
    assert fold_of(game).asked > asked


def test_an_answer_to_an_older_roll_is_stale() -> None:
    game = table()
    asked = play_until(game, lambda fold: phase(fold) == "moves").asked
    do(game, {"kind": "bomb", "seat": 0})
    do(game, {"kind": "bomb", "seat": 1})
    play_until(game, lambda fold: phase(fold) == "moves")
    for wrong in (asked, 0, -1, fold_of(game).seq + 1):
        with refused(Conflict, "move/stale"):
            do(game, {"kind": "bomb", "seat": 1}, wrong)


def test_a_reroll_makes_answers_to_the_roll_before_stale() -> None:
    game = table()
    fold = play_until(game, lambda fold: phase(fold) == "decide")
    do(game, {"kind": "reroll", "seat": fold.awaited[0]})
    with refused(Conflict, "move/stale"):
        do(game, {"kind": "bomb", "seat": 0}, fold.asked)


@pytest.mark.parametrize("answers", [None, True, "4", [4], {"seq": 4}])
def test_a_move_names_what_it_answers(answers: Any) -> None:
    game = table()
    play_until(game, lambda fold: phase(fold) == "moves")
    with refused(Malformed, "move/answers"):
        do(game, {"kind": "bomb", "seat": 1}, answers)


def test_a_client_cannot_choose_what_the_dice_show() -> None:
    game = table()
    fold = play_until(game, lambda fold: phase(fold) == "decide")
    seat = fold.awaited[0]
    seed, mixed = seed_of(fold.dice["deal"]), dice.entropy(fold.contributions)
    face = dice.throw(seed, fold.dice["deal"], mixed, 1, 1, 24)
    assert fold.rules.dice is not None
    fair = fold.rules.dice.write(face)
    wished = next(wish for wish in map(fold.rules.dice.write, range(24)) if wish != fair)
    with refused(Malformed, "event/unknown-field"):
        do(game, {"kind": "reroll", "seat": seat, **wished})
    do(game, {"kind": "reroll", "seat": seat})
    row = next(row for row in reversed(read_log(game)) if row.entry.kind == "reroll")
    assert row.entry.data == fair


def test_a_client_rolls_no_dice() -> None:
    game = table()
    fold = play_until(game, lambda fold: phase(fold) == "decide")
    for seat in (0, 1):
        with refused(Illegal, "dice/server"):
            do(game, {"kind": "roll", "seat": seat, "color": "red", "number": 1}, fold.asked)


MORE = {"blind": "0" * 16, "actor": "system", "seq": 7, "at": "now", "price": 0, "hash": "f" * 64, "game": "g"}


@pytest.mark.parametrize("name", MORE)
def test_an_action_has_no_fields_but_its_own(name: str) -> None:
    game = table()
    play_until(game, lambda fold: phase(fold) == "moves")
    with refused(Malformed, "event/unknown-field"):
        do(game, {"kind": "bomb", "seat": 1, name: MORE[name]})


DEEP: Any = []
for _ in range(50_000):
    DEEP = [DEEP]

ODD: list[tuple[Callable[[Json], Any], type[Refused], str]] = [
    (lambda sound: None, Malformed, "event/no-seat"),
    (lambda sound: [], Malformed, "event/no-seat"),
    (lambda sound: "bomb", Malformed, "event/no-seat"),
    (lambda sound: {}, Malformed, "event/no-seat"),
    (lambda sound: {**sound, "seat": None}, Malformed, "event/no-seat"),
    (lambda sound: {**sound, "seat": True}, Malformed, "event/no-seat"),
    (lambda sound: {**sound, "seat": "1"}, Malformed, "event/no-seat"),
    (lambda sound: {**sound, "seat": 1.0}, Malformed, "event/no-seat"),
    (lambda sound: {**sound, "seat": 2**53}, Malformed, "json/number"),
    (lambda sound: {"seat": 1}, Malformed, "event/no-kind"),
    (lambda sound: {**sound, "kind": None}, Malformed, "event/unknown-kind"),
    (lambda sound: {**sound, "kind": ["place"]}, Malformed, "event/unknown-kind"),
    (lambda sound: {**sound, "kind": "win"}, Malformed, "event/unknown-kind"),
    *(
        (lambda sound, kind=kind: {**sound, "kind": kind}, Malformed, "event/unknown-kind")
        for kind in ("game/finished", "game/adjudicated", "game/answered", "dice/revealed", "ruling/voided", "a/b")
    ),
    (lambda sound: {"kind": "place", "seat": 1}, Malformed, "event/missing-field"),
    (lambda sound: {**sound, "x": None}, Malformed, "event/wrong-type"),
    (lambda sound: {**sound, "x": "3"}, Malformed, "event/wrong-type"),
    (lambda sound: {**sound, "x": True}, Malformed, "event/wrong-type"),
    (lambda sound: {**sound, "color": ["red"]}, Malformed, "event/wrong-type"),
    (lambda sound: {**sound, "color": "pink"}, Malformed, "event/unknown-color"),
    (lambda sound: {**sound, "column": 9}, Malformed, "event/unknown-number"),
    (lambda sound: {**sound, "x": -1}, Illegal, "move/outside"),
    (lambda sound: {**sound, "x": 2**52}, Illegal, "move/outside"),
    (lambda sound: {**sound, "x": 3.0}, Malformed, "json/value"),
    (lambda sound: {**sound, "x": float("nan")}, Malformed, "json/value"),
    (lambda sound: {**sound, "x": float("inf")}, Malformed, "json/value"),
    (lambda sound: {**sound, "x": 10**400}, Malformed, "json/number"),
    (lambda sound: {**sound, "more": -(2**53)}, Malformed, "json/number"),
    (lambda sound: {**sound, "color": "\ud800"}, Malformed, "json/surrogate"),
    (lambda sound: {**sound, "\udfff": 1}, Malformed, "json/key"),
    (lambda sound: {**sound, 7: 1}, Malformed, "json/key"),
    (lambda sound: {**sound, "clé": 1}, Malformed, "json/key"),
    (lambda sound: {**sound, "more": {1, 2}}, Malformed, "json/value"),
    (lambda sound: {**sound, "more": b"bytes"}, Malformed, "json/value"),
    (lambda sound: {**sound, "more": DEEP}, Malformed, "json/too-deep"),
]  # fmt: skip


@pytest.mark.parametrize(("damaged", "sort", "code"), ODD, ids=[f"{at}-{code}" for at, (_, _, code) in enumerate(ODD)])
def test_what_cannot_be_understood_is_refused_and_nothing_is_stored(
    damaged: Callable[[Json], Any], sort: type[Refused], code: str
) -> None:
    game, bob = table(), caller("Bob")
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    sound = next(action for action in options(fold, "place") if action["seat"] == 1)
    with refused(sort, code):
        make_move(game, bob, command(), damaged(sound), fold.asked)
    make_move(game, bob, command(), sound, fold.asked)


@pytest.mark.parametrize("answers", [1.5, float("nan"), 2**53, "\ud800"])
def test_an_odd_answer_number_is_refused(answers: Any) -> None:
    game, bob = table(), caller("Bob")
    play_until(game, lambda fold: phase(fold) == "moves")
    with pytest.raises(Malformed):
        make_move(game, bob, command(), {"kind": "bomb", "seat": 1}, answers)


def test_a_move_that_the_rules_refuse_leaves_no_trace() -> None:
    game = table()
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    # Nothing lies above the highest; one that is lower may have slid below what is there.
    highest = max((action for action in options(fold, "place") if action["seat"] == 1), key=lambda action: action["y"])
    with refused(Illegal, "move/floating"):
        do(game, {**highest, "y": highest["y"] + 1})
    assert fold_of(game) == fold


def test_only_the_event_that_was_asked_for_carries_the_command() -> None:
    game = table(seats=3)
    play_out(game)
    events = list(Event.objects.filter(game=game).order_by("seq"))
    commanded = [event for event in events if event.command_id is not None]
    assert {event.actor for event in commanded if event.kind != "game/created"} <= set(fold_of(game).seated)
    followed = [event for event in events if event.command_id is None]
    assert {event.kind for event in followed} <= {"roll", "drop", "game/finished", "dice/revealed"}
    assert {event.actor for event in followed} == {"system"}
