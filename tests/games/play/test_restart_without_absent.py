"""A tournament's table that begins without somebody: another game follows, nobody who has come does anything again."""

import pytest

from engine.errors import Illegal
from games.accounts.callers import ANYBODY, SYSTEM_CALLER, Viewer
from games.accounts.models import Actor
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.event_store import read_log
from games.log.models import Game
from games.play.cards import see_card
from games.play.lifecycle import abort_game
from games.play.restart_without_absent import restart_without_absent
from games.play.seats import join_game
from games.play.setup import PRIVATE, check_setup
from games.records.export import export_record
from games.refusals import Conflict, NotFound
from games.statuses import ABORTED, OPEN, RUNNING
from tests.games.records.documents import verify_offline
from tests.games.refusals import refused
from tests.games.reserved import anchor, kept_setup, kept_table, play_kept, sit_down
from tests.games.sample_tables import account, caller, command, fold_of

pytestmark = pytest.mark.django_db

ADDED = {"Ada": "a" * 32, "Bob": "b" * 32, "Cleo": "c" * 32}


def waiting(*names: str, here: str = "Ada Cleo", **setup: object) -> str:
    """A table at which only some have sat down, each with something of their own for the dice."""
    game = kept_table(*names, **setup)
    for name in here.split():
        join_game(game, caller(name), command(), ADDED[name])
    return game


def without(game: str, name: str = "follows") -> str:
    """The game that follows one which has waited long enough."""
    return restart_without_absent(game, name, anchor(seq=9)).game


def test_those_who_have_come_play_at_once_with_the_same_dice() -> None:
    before = waiting("Ada", "Bob", "Cleo")
    after = without(before)
    old, new = fold_of(before), fold_of(after)
    assert (old.status, new.status) == (ABORTED, RUNNING)
    assert (len(new.seated), new.contributions) == (2, (ADDED["Ada"], ADDED["Cleo"]))
    assert new.dice == old.dice
    assert read_log(before)[-1].entry.data == {"goes_on": after}


def test_its_first_event_names_where_the_other_log_ended_and_who_was_missing() -> None:
    before = waiting("Ada", "Bob", "Cleo")
    end = read_log(before)[-1]
    after = without(before)
    said = fold_of(after).created["follows"]
    bob = Actor.objects.get(game=after, account=account("Bob")).name
    assert said == {"game": before, "seq": end.seq, "hash": end.hash, "without": [bob]}
    kept = [row.entry.data for row in read_log(after) if row.entry.kind == "game/joined"]
    assert kept == [{"contribution": ADDED[name], "kept": True} for name in ("Ada", "Cleo")]


def energy(game: str) -> int:
    return int(fold_of(game).state.sheets[0].ready)


def test_the_energy_at_the_start_is_that_of_those_who_really_play() -> None:
    of_two = waiting("Ada", "Cleo")
    of_three = waiting("Ada", "Bob", "Cleo", here="Ada Bob Cleo")
    assert energy(without(waiting("Ada", "Bob", "Cleo"))) == energy(of_two) != energy(of_three)


def test_bots_keep_their_seats() -> None:
    after = without(waiting("Ada", "greedy", "Bob", here="Ada"))
    new = fold_of(after)
    assert (new.status, new.bot(1), new.contributions) == (RUNNING, "greedy", (ADDED["Ada"], ""))


def test_what_was_agreed_on_stays() -> None:
    before = waiting("Ada", "Bob", "Cleo", seconds=60, rated=True, visibility=PRIVATE)
    old, new = fold_of(before).created, fold_of(without(before)).created
    same = ("key", "rules_version", "variant", "clock", "rated", "visibility", "dice")
    assert {name: new[name] for name in same} == {name: old[name] for name in same}
    assert new["tournament"] == anchor(seq=9)


@pytest.mark.parametrize("here", ["", "Ada", "Ada Bob Cleo"])
def test_nothing_follows_if_too_few_have_come_or_all(here: str) -> None:
    game = waiting("Ada", "Bob", "Cleo", here=here)
    code = "game/not-open" if here.count(" ") == 2 else "game/nobody-missing"
    with refused(Conflict, code):
        without(game)
    assert Game.objects.count() == 1


def test_nothing_follows_twice() -> None:
    game = waiting("Ada", "Bob", "Cleo")
    without(game)
    with refused(Conflict, "game/not-open"):
        without(game)
    with refused(Conflict, "game/not-open"):
        without(game, "another")
    assert Game.objects.count() == 2


def test_who_comes_too_late_is_told_so_in_both_games() -> None:
    before = waiting("Ada", "Bob", "Cleo", visibility=PRIVATE)
    after = without(before)
    for game in (before, after):
        with refused(Conflict, "seat/too-late"):
            sit_down(game, "Bob")
    with refused(Conflict, "seat/kept"):
        sit_down(before, "Ada")
    account("Dan")
    with refused(NotFound, "game/not-found"):
        sit_down(after, "Dan")


def test_who_came_too_late_may_watch_and_finds_the_game() -> None:
    before = waiting("Ada", "Bob", "Cleo", visibility=PRIVATE)
    after = without(before)
    bob = Viewer(account("Bob").pk)
    assert (see_card(before, bob)["goes_on"], see_card(after, bob)["follows"]) == (after, before)
    assert see_card(after, bob)["seat"] is None


def test_a_game_that_was_called_off_otherwise_leads_nowhere() -> None:
    game = waiting("Ada", "Bob", "Cleo")
    abort_game(game, SYSTEM_CALLER, command())
    assert see_card(game, Viewer(account("Ada").pk))["goes_on"] is None
    with refused(Conflict, "game/not-open"):
        sit_down(game, "Bob")


def test_only_the_server_says_that_a_game_follows_another() -> None:
    follows = {"game": "g-1", "seq": 1, "hash": "a" * 64, "without": []}
    setup = kept_setup("Ada", "Bob", follows=follows)
    assert check_setup(setup, is_by_server=True).key == "brikks"
    with refused(Illegal, "setup/tournament"):
        check_setup(setup)


def test_the_audit_finds_nothing_and_everything_can_be_verified() -> None:
    before = waiting("Ada", "Bob", "Cleo")
    after = without(before)
    play_kept(after, ["Ada", "Cleo"])
    make_checkpoint()
    assert audit().findings == []
    assert fold_of(before).is_revealed is False
    assert fold_of(after).is_revealed is True


def test_a_table_that_waits_goes_on_waiting_for_whoever_is_still_to_come() -> None:
    game = waiting("Ada", "Bob", "Cleo")
    assert fold_of(game).status == OPEN
    sit_down(game, "Bob")
    assert (fold_of(game).status, len(fold_of(game).seated)) == (RUNNING, 3)


def test_its_record_is_verified_offline() -> None:
    after = without(waiting("Ada", "Bob", "Cleo"))
    play_kept(after, ["Ada", "Cleo"])
    make_checkpoint()
    [said] = verify_offline([export_record(after, ANYBODY)])
    assert said["ok"], said
