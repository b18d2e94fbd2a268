"""Flagging a game for review: who may, when, how often, and that play goes on undisturbed."""

from hashlib import sha256
from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import ANYBODY, SYSTEM_CALLER, Caller, viewer_of
from games.disputes.checks import MOST_ANSWERS, MOST_FLAGS
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.integrity.audit.full_audit import audit
from games.log.disputes import read_case
from games.log.event_store import read_log
from games.log.models import ErasableText, Game
from games.play.deals import freeze_deal, make_deal
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.models import Dispute, UncountedResult
from games.play.replay import see_frames
from games.play.seats import join_game
from games.play.visibility import see_log
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.reserved import kept_table, sit_down
from tests.games.sample_tables import (
    CONTRIBUTION,
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    phase,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db

STATEMENT = "The block was never mine to place."


def eve() -> Caller:
    return caller("Eve", is_staff=True)


def ended(**setup: Any) -> str:
    """A game of Ada and Bob that is over."""
    eve()
    game = table(**setup)
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    return game


def test_a_flag_is_an_event_with_the_salted_hash_of_what_was_said() -> None:
    game = ended()
    receipt = open_dispute(game, caller("Bob"), command(), 3, STATEMENT)
    row = read_log(game)[-1]
    text = ErasableText.objects.get(game=game)
    assert (row.seq, row.hash, row.entry.kind, row.entry.seat) == (receipt.seq, receipt.hash, "dispute/opened", None)
    assert row.entry.data == {"event": 3, "statement": sha256(f"{text.salt}|{STATEMENT}".encode()).hexdigest()}
    assert row.entry.actor == fold_of(game).seated[1]
    waiting = Dispute.objects.get(game=game)
    assert (waiting.seq, waiting.at, waiting.status, waiting.ruled_seq) == (receipt.seq, 3, "open", None)
    assert not UncountedResult.objects.filter(game=game, made_at=waiting.opened_at).exists()
    assert audit().findings == []


def test_the_same_command_again_flags_nothing_twice() -> None:
    game, name = ended(), command()
    first = open_dispute(game, caller("Ada"), name, 3, STATEMENT)
    assert open_dispute(game, caller("Ada"), name, 3, STATEMENT) == first
    assert Dispute.objects.count() == ErasableText.objects.count() == 1
    with refused(Conflict, "command/reused"):
        open_dispute(game, caller("Ada"), name, 4, STATEMENT)


def test_a_flag_in_a_running_game_changes_nothing_about_who_must_answer_until_when() -> None:
    game = table(seats=3, seconds=60)
    play_until(game, lambda fold: phase(fold) == "moves" and fold.rolls > 1)
    move(game)
    columns = ("status", "awaited", "asked_at", "due_at", "bots_due_at")
    before, fold = Game.objects.values(*columns).get(pk=game), fold_of(game)
    open_dispute(game, caller("Cleo"), command(), fold.seq, STATEMENT)
    after = fold_of(game)
    assert Game.objects.values(*columns).get(pk=game) == before
    assert (after.asked, after.awaited, after.state) == (fold.asked, fold.awaited, fold.state)
    move(game)
    assert audit().findings == []


@pytest.mark.parametrize("by", [None, "Dan", "Eve", "bot", "system"])
def test_nobody_flags_a_game_who_has_nothing_to_do_with_it(by: str | None) -> None:
    who = {None: Caller(), "bot": Caller(bot_seat=0), "system": SYSTEM_CALLER}.get(by) or caller(str(by))
    game = ended()
    with refused(Forbidden, "dispute/not-party"):
        open_dispute(game, who, "bot-0" if by == "bot" else command(), 3, STATEMENT)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_strangers_are_not_told_of_a_game_that_they_may_not_know_of(visibility: str) -> None:
    game, dan = ended(visibility=visibility), caller("Dan")
    with refused(NotFound, "game/not-found"):
        open_dispute(game, dan, command(), 3, STATEMENT)
    with refused(NotFound, "game/not-found"):
        open_dispute("g-unknown", dan, command(), 3, STATEMENT)


@pytest.mark.parametrize("at", [0, -1, 10_000, True, None, "3"])
def test_an_event_that_is_not_there_cannot_be_flagged(at: Any) -> None:
    game = ended()
    with refused(Malformed, "dispute/event"):
        open_dispute(game, caller("Ada"), command(), at, STATEMENT)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("", "dispute/statement"),
        (" \n\u200b", "dispute/statement"),
        ("\u115f", "dispute/statement"),
        ("x" * 2001, "text/too-long"),
        (7, "text/no-text"),
    ],
)
def test_a_flag_needs_words(statement: Any, code: str) -> None:
    game = ended()
    with refused(Malformed, code):
        open_dispute(game, caller("Ada"), command(), 3, statement)


def test_a_game_that_was_never_played_has_nothing_to_flag() -> None:
    waiting, called_off = open_table(), open_table()
    for game in (waiting, called_off):
        join_game(game, caller("Ada"), command(), CONTRIBUTION)
    abort_game(called_off, caller("Ada"), command())
    for game in (waiting, called_off):
        with refused(Conflict, "dispute/not-played"):
            open_dispute(game, caller("Ada"), command(), 1, STATEMENT)


def test_everybody_has_one_open_flag_and_a_few_in_all() -> None:
    game = ended()
    for _ in range(MOST_FLAGS):
        opened = open_dispute(game, caller("Ada"), command(), 3, STATEMENT)
        with refused(Conflict, "dispute/waiting"):
            open_dispute(game, caller("Ada"), command(), 4, STATEMENT)
        give_ruling(game, eve(), command(), "dismissed", (), "No.", opened.seq)
    with refused(Conflict, "dispute/too-many"):
        open_dispute(game, caller("Ada"), command(), 3, STATEMENT)
    open_dispute(game, caller("Bob"), command(), 3, STATEMENT)


def test_the_others_answer_and_so_does_whoever_opened_it() -> None:
    game = ended()
    opened = open_dispute(game, caller("Ada"), command(), 3, STATEMENT).seq
    answer_dispute(game, caller("Bob"), command(), opened, "It was.")
    answer_dispute(game, caller("Ada"), command(), opened, "It was not.")
    [flag] = read_case(game).flags
    ada, bob = fold_of(game).seated
    assert [said.actor for said in flag.statements] == [ada, bob, ada]
    assert audit().findings == []


def test_nobody_answers_for_ever() -> None:
    game = ended()
    opened = open_dispute(game, caller("Ada"), command(), 3, STATEMENT).seq
    for _ in range(MOST_ANSWERS):
        answer_dispute(game, caller("Bob"), command(), opened, "It was.")
    with refused(Conflict, "dispute/too-many-answers"):
        answer_dispute(game, caller("Bob"), command(), opened, "It was.")


def test_there_is_nothing_to_answer_where_nothing_waits() -> None:
    game = ended()
    opened = open_dispute(game, caller("Ada"), command(), 3, STATEMENT).seq
    for dispute in (3, opened + 1, None, "7"):
        with refused(NotFound, "dispute/not-found"):
            answer_dispute(game, caller("Bob"), command(), dispute, "It was.")  # type: ignore[arg-type]
    caller("Dan")
    for stranger in (caller("Dan"), eve(), Caller()):
        with refused(Forbidden, "dispute/not-party"):
            answer_dispute(game, stranger, command(), opened, "It was.")
    ruled = give_ruling(game, eve(), command(), "dismissed", (), "No.", opened).seq
    with refused(Conflict, "dispute/settled"):
        answer_dispute(game, caller("Bob"), command(), opened, "It was.")
    reverse_ruling(game, eve(), command(), ruled, "Too early.")
    answer_dispute(game, caller("Bob"), command(), opened, "It was.")


def test_on_an_open_shared_deal_only_who_plays_there_flags_anything() -> None:
    deal = make_deal(is_shared=True).pk
    freeze_deal(deal)
    game = open_table("solo", 1, deal=deal)
    join_game(game, caller("Ada"), command(), CONTRIBUTION)
    start_game(game, caller("Ada"), command())
    caller("Dan")
    with refused(NotFound, "game/not-found"):
        open_dispute(game, caller("Dan"), command(), 1, STATEMENT)
    open_dispute(game, caller("Ada"), command(), 1, STATEMENT)
    assert audit().findings == []


def test_whoever_has_a_kept_seat_has_a_seat() -> None:
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada", "Bob")
    open_dispute(game, caller("Bob"), command(), 1, STATEMENT)
    assert Dispute.objects.get(game=game).status == "open"


def test_a_flag_breaks_no_seal() -> None:
    game = table()
    play_until(game, lambda fold: phase(fold) == "moves" and fold.awaited == [0, 1])
    move(game, 0)
    answered = fold_of(game).seq
    open_dispute(game, caller("Bob"), command(), answered, STATEMENT)
    bob = viewer_of(account("Bob"))
    for viewer in (bob, ANYBODY):
        sealed, flagged = see_log(game, viewer).events[-2:]
        assert (sealed["kind"], sealed["seq"]) == ("game/answered", answered)
        assert flagged["kind"] == "dispute/opened"
        [_, frame] = see_frames(game, viewer, answered - 1)["frames"]
        assert (frame["words"], frame["sheets"]) == ("The game was flagged for review.", {})
    assert fold_of(game).awaited == [1]
