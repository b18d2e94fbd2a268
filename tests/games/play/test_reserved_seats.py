"""A tournament's game: its seats are kept, it begins by itself, and nobody gets out of it but by playing."""

from typing import Any

import pytest

from engine.errors import Illegal, Malformed
from games.accounts.callers import SYSTEM_CALLER
from games.accounts.erasure import erase_account
from games.accounts.models import Actor
from games.accounts.moderation import block
from games.integrity.audit.full_audit import audit
from games.log.entries import Entry
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.log.state_cache import load_fold
from games.log.unit_of_work import Draft, lock_head
from games.play import bots
from games.play.creation import create_game
from games.play.deals import close_deal, reveal_deal
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.models import Attempt, ResultChange
from games.play.moves import make_move
from games.play.persistence import store_draft
from games.play.seats import join_by_invite, join_game, leave_seat
from games.play.setup import PRIVATE
from games.refusals import Conflict, Forbidden, NotFound
from games.statuses import ABORTED, OPEN, RUNNING
from tests.games.refusals import refused
from tests.games.reserved import TOURNAMENT, anchor, kept_deal, kept_seats, kept_setup, kept_table, play_kept, sit_down
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, fold_of, people, play_until

pytestmark = pytest.mark.django_db


def actor_of(game: str, name: str) -> str:
    return Actor.objects.get(game=game, account=account(name)).name


def test_the_log_says_for_whom_every_seat_is_and_names_nobody() -> None:
    game = kept_table("Ada", "greedy", "Bob")
    created = read_log(game)[0].entry
    ada, bob = (actor_of(game, name) for name in ("Ada", "Bob"))
    assert created.actor == "system"
    assert created.data["tournament"] == anchor()
    assert created.data["seats"] == [
        {"kind": "person", "actor": ada},
        {"kind": "bot", "bot": "greedy"},
        {"kind": "person", "actor": bob},
    ]
    fold = fold_of(game)
    assert (fold.tournament, fold.reserved, fold.seated) == (TOURNAMENT, (ada, None, bob), (None, "bot-1", None))


def test_it_begins_by_itself_when_the_last_seat_is_taken() -> None:
    game = kept_table("Ada", "Bob", seconds=60)
    sit_down(game, "Bob")
    assert fold_of(game).status == OPEN
    sit_down(game, "Ada")
    assert fold_of(game).status == RUNNING
    started = Event.objects.get(game=game, kind="game/started")
    assert (started.actor, started.command_id, started.at) == ("system", None, read_log(game)[-1].at)
    row = Game.objects.get(pk=game)
    assert row.due_at is not None
    assert row.awaited


def test_whoever_sits_down_again_only_adds_to_the_dice_anew() -> None:
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada")
    join_game(game, caller("Ada"), command(), "f" * 32)
    assert fold_of(game).contributions == ("f" * 32, "")


def test_a_game_of_bots_alone_begins_at_once_and_is_played() -> None:
    game = kept_table("greedy", "random")
    assert fold_of(game).status == RUNNING
    bots.play(game, seconds=60)
    assert fold_of(game).is_over
    assert ResultChange.objects.filter(game=game).exists()


@pytest.mark.parametrize("visibility", ["public", PRIVATE])
def test_nobody_else_takes_a_kept_seat(visibility: str) -> None:
    game = kept_table("Ada", "Bob", visibility=visibility)
    sit_down(game, "Ada")
    invite = Game.objects.get(pk=game).invite
    for name, fields in (("Cleo", {}), ("Gus", {"is_guest": True}), ("Sam", {"is_staff": True})):
        by = caller(name, **fields)
        for seat in (None, 0, 1):
            with refused(Illegal, "seat/not-free"):
                join_by_invite(invite, by, command(), "", seat)
    with refused(Illegal, "seat/second"):
        join_game(game, caller("Ada"), command(), "", 1)
    assert fold_of(game).seated[1] is None


def test_who_has_a_seat_needs_no_link_and_others_do_not_even_know_of_it() -> None:
    game = kept_table("Ada", "Bob", visibility=PRIVATE)
    cleo = caller("Cleo")
    with refused(NotFound, "game/not-found"):
        join_game(game, cleo, command(), "")
    assert join_game(game, caller("Ada"), command(), "").seq == 2


def test_guests_take_only_seats_that_are_for_guests() -> None:
    gus = caller("Gus", is_guest=True)
    for kind, is_taken in (("person", False), ("guest", True)):
        game = kept_table("Ada", "Bob", seats=[*kept_seats("Ada"), {"kind": kind, "account": gus.account}])
        if is_taken:
            join_game(game, gus, command(), "")
        else:
            with refused(Illegal, "seat/not-free"):
                join_game(game, gus, command(), "")
        assert (fold_of(game).seated[1] is not None) is is_taken


def test_nobody_who_plays_leaves_starts_or_calls_it_off() -> None:
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada")
    with refused(Illegal, "seat/tournament"):
        leave_seat(game, caller("Ada"), command(), 0)
    for service in (start_game, abort_game):
        for name in ("Ada", "Bob"):
            with refused(Forbidden, "game/not-host"):
                service(game, caller(name), command())
    abort_game(game, SYSTEM_CALLER, command())
    assert fold_of(game).status == ABORTED
    with refused(Conflict, "game/not-open"):
        sit_down(game, "Bob")


def test_those_who_keep_each_other_away_play_if_they_are_paired() -> None:
    block(account("Ada"), account("Bob"))
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada", "Bob")
    assert fold_of(game).status == RUNNING


def test_the_same_command_makes_one_game() -> None:
    name = command()
    first, again = (create_game(kept_setup("Ada", "Bob"), SYSTEM_CALLER, name) for _ in range(2))
    assert first == again
    with refused(Conflict, "command/reused"):
        create_game(kept_setup("Ada", "Bob", tournament=anchor(table=2)), SYSTEM_CALLER, name)
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "changes",
    [{"tournament": anchor()}, {"tournament": None, "seats": [{"kind": "person", "account": 1}, {"kind": "person"}]}],
    ids=["tournament", "seats"],
)
def test_only_the_server_makes_such_games(changes: dict[str, Any]) -> None:
    setup = kept_setup("Ada", "Bob", **{"seats": people(2), **changes})
    with refused(Illegal, "setup/tournament"):
        create_game(setup, caller("Ada"), command())


@pytest.mark.parametrize(
    "changes",
    [
        {"tournament": anchor(hash="a")},
        {"tournament": anchor(round=0)},
        {"tournament": anchor(seq=True)},
        {"tournament": anchor(id="t 1")},
        {"tournament": {**anchor(), "more": 1}},
        {"tournament": []},
        {"tournament": None},
        {"seats": people(2)},
        {"seats": [{"kind": "person", "account": 1}, {"kind": "person"}]},
    ],
)
def test_what_a_tournament_says_of_its_game_is_complete(changes: dict[str, Any]) -> None:
    setup = kept_setup("Ada", "Bob", **changes)
    with refused(Malformed, "setup/anchor"):
        create_game(setup, SYSTEM_CALLER, command())


@pytest.mark.parametrize("said", ["1", None, True])
def test_an_account_is_a_number(said: Any) -> None:
    setup = kept_setup("Ada", "Bob", seats=[{"kind": "person", "account": said}, *kept_seats("Bob")])
    with refused(Malformed, "setup/account"):
        create_game(setup, SYSTEM_CALLER, command())


def test_bots_play_a_shared_deal_only_if_the_server_says_so() -> None:
    deal = kept_deal()
    game = kept_table("greedy", deal=deal)
    bots.play(game, seconds=60)
    other = kept_table("Ada", deal=deal)
    sit_down(other, "Ada")
    rolls = [[row.entry.data for row in read_log(one) if row.entry.kind == "roll"] for one in (game, other)]
    assert rolls[0][: len(rolls[1])] == rolls[1]
    play_kept(other, ["Ada"])
    close_deal(deal)
    reveal_deal(deal)
    assert all(fold_of(one).is_revealed for one in (game, other))
    setup = kept_setup("greedy", tournament=None, deal=deal)
    with refused(Illegal, "setup/shared-deal"):
        create_game(setup, caller("Ada"), command())


def test_the_deal_of_a_tournament_is_played_nowhere_else() -> None:
    deal = kept_deal()
    elsewhere = kept_setup("Eve", deal=deal, tournament=None, seats=people(1))
    for by in (caller("Eve"), SYSTEM_CALLER):
        with refused(NotFound, "deal/not-found"):
            create_game(elsewhere, by, command())
    of_another = kept_setup("Ada", deal=deal, tournament=anchor(id="t-other"))
    with refused(NotFound, "deal/not-found"):
        create_game(of_another, SYSTEM_CALLER, command())


def test_of_a_shared_deal_everybody_has_one_attempt_however_often_they_are_paired() -> None:
    deal = kept_deal()
    first, second = kept_table("Ada", deal=deal), kept_table("Ada", deal=deal)
    sit_down(first, "Ada")
    with refused(Conflict, "deal/played"):
        sit_down(second, "Ada")
    assert Attempt.objects.get().game_id == first


def test_a_result_leaves_word_for_the_tournament_once() -> None:
    played, decided, called_off = (kept_table("Ada", "Bob") for _ in range(3))
    for game in (played, decided):
        sit_down(game, "Ada", "Bob")
    play_until(decided, lambda fold: fold.rolls > 1)
    assert not ResultChange.objects.exists()
    adjudicate(decided, SYSTEM_CALLER, command(), "forfeit", [1])
    play_kept(played, ["Ada", "Bob"])
    abort_game(called_off, SYSTEM_CALLER, command())
    assert set(ResultChange.objects.values_list("game", flat=True)) == {played, decided}


def test_a_resignation_leaves_word_too_and_a_game_of_no_tournament_never() -> None:
    game = kept_table("Ada")
    sit_down(game, "Ada")
    make_move(game, caller("Ada"), command(), {"kind": "drop", "seat": 0, "reason": "resign"}, None)
    assert ResultChange.objects.get().game_id == game


def test_a_ruling_leaves_word_again() -> None:
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada", "Bob")
    adjudicate(game, SYSTEM_CALLER, command(), "as-stands")
    ResultChange.objects.all().delete()
    for kind, is_told in (("dispute/opened", False), ("ruling/voided", True), ("ruling/voided", True)):
        head = lock_head(game)
        draft = Draft(head, load_fold(head))
        draft.add(Entry(kind, None, {}))
        store_draft(draft, None)
        assert ResultChange.objects.filter(game=game).exists() is is_told


def test_what_was_added_to_the_dice_counts() -> None:
    game = kept_table("Ada", "Bob")
    sit_down(game, "Ada", "Bob")
    assert fold_of(game).contributions == (CONTRIBUTION, CONTRIBUTION)


def test_whoever_is_erased_keeps_nobody_from_anything(caplog: pytest.LogCaptureFixture) -> None:
    waiting, played = kept_table("Ada", "Bob"), kept_table("Ada", "Bob")
    sit_down(waiting, "Ada")
    sit_down(played, "Ada", "Bob")
    erase_account(account("Ada"))
    fold = fold_of(played)
    assert (fold_of(waiting).status, fold.rules.forfeits(fold.state)) == (OPEN, (0,))
    assert "could not leave" not in caplog.text
    sit_down(waiting, "Bob")
    assert fold_of(waiting).status == RUNNING
    assert audit().findings == []
