"""An organiser starts a table without whoever has not come: for a reason, once, and never at the own table."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.log.models import Game
from games.play.seats import join_game
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, is_clean, opened
from tests.tournaments.events.rounds.test_close_round import seats
from tests.tournaments.events.rounds.test_started_rows import everything, first_two_of_each
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    pass_time,
    play_together,
    row,
    settings,
    settle_down,
    sit_down,
    status,
)
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.clubs.services.persons import add_person
from tournaments.events.log.event_store import read_log
from tournaments.events.models import Place, Table, TournamentActor, TournamentText
from tournaments.events.services.entrants import leave_every_tournament
from tournaments.events.services.results import override_result
from tournaments.events.services.rounds import publish_round, start_table, unpublish_round
from tournaments.events.services.schedule import cancel, pause
from tournaments.notices.models import Notice
from tournaments.notices.words import notice_in_words

WHY = "Dan has called: he is ill."


def start(tournament: str, *without: str, by: str = "Otto", table: Any = 1, why: str = WHY, **more: Any) -> Any:
    """Start a table without some people."""
    absent = [entrant(tournament, name) for name in without]
    return start_table(tournament, caller(by), more.pop("name", None) or command(), table, absent, why, **more)


def waiting(watch: Watch, *here: str, **agreed: Any) -> str:
    """A table of four in a tournament whose tables wait for everybody, to which some have come."""
    tournament = opened(watch, *FOUR, **{"wait": None, **agreed})
    sit_down(tournament, *here)
    return tournament


@pytest.mark.parametrize("wait", [None, WAIT])
def test_those_who_have_come_play_at_once_and_whoever_has_not_is_last(watch: Watch, wait: int | None) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo", wait=wait)
    waited = game_of(tournament, "Ada")
    start(tournament, "Dan")
    game = game_of(tournament, "Ada")
    assert (fold_of(waited).status, fold_of(game).status) == ("aborted", "running")
    assert len(fold_of(game).seated) == 3
    pass_time(watch, WAIT)
    assert counts(tournament)["table/started-without"] == 1
    play_together(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, 1)
    assert seats(tournament)["Dan"] == (None, 4, True)
    assert status(tournament) == ("finished", 1, "closed")
    assert is_clean()


def test_the_log_says_who_has_started_it_without_whom_and_why(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Ada")
    receipt = start(tournament, "Dan")
    [link] = read_log(tournament, "table/started-without")
    assert (link.seq, link.hash) == (receipt.seq, receipt.hash)
    assert TournamentActor.objects.get(tournament=tournament, name=link.entry.actor).account == account("Otto")
    said = TournamentText.objects.get(tournament=tournament, text=WHY)
    assert link.entry.data == {
        "round": 1,
        "table": 1,
        "absent": [entrant(tournament, "Dan")],
        "cause": "no-show",
        "called_off": waited,
        "reason": said.sha256,
    }
    anchor = fold_of(game_of(tournament, "Ada")).created["tournament"]
    assert (anchor["seq"], anchor["hash"]) == (link.seq, link.hash)


def test_everybody_at_the_table_is_told(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob")
    start(tournament, "Cleo", "Dan")
    told = {notice.account.display_name: notice for notice in Notice.objects.exclude(kind="round-open")}
    assert {name: notice.kind for name, notice in told.items()} == {
        **dict.fromkeys(("Ada", "Bob"), "table-started"),
        **dict.fromkeys(("Cleo", "Dan"), "left-out"),
    }
    assert notice_in_words(told["Dan"]).sentence.startswith("An organiser has started your table in round 1 of")
    assert notice_in_words(told["Ada"]).address == f"/games/{game_of(tournament, 'Ada')}/"


def test_a_double_click_starts_one_game(watch: Watch) -> None:
    tournament, name = waiting(watch, "Ada", "Bob", "Cleo"), command()
    assert start(tournament, "Dan", name=name) == start(tournament, "Dan", name=name)
    with refused(Conflict, "command/reused"):
        start(tournament, "Dan", name=name, why="Another reason.")
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (1, 2)


def test_what_has_started_does_not_start_again(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo", wait=WAIT)
    pass_time(watch, WAIT)
    with refused(Conflict, "round/already-started"):
        start(tournament, "Dan")
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (1, 2)


def test_nobody_is_left_out_who_has_come_meanwhile(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob")
    sit_down(tournament, "Cleo")
    with refused(Conflict, "round/others-missing"):
        start(tournament, "Cleo", "Dan")
    with refused(Conflict, "round/others-missing"):
        start(tournament)
    with refused(Conflict, "round/others-missing"):
        start(tournament, "Ada", "Dan")
    sit_down(tournament, "Dan")
    with refused(Conflict, "round/already-started"):
        start(tournament, "Dan")
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (0, 1)
    assert not TournamentText.objects.exists()


def test_a_table_to_which_too_few_have_come_goes_on_waiting(watch: Watch) -> None:
    tournament = waiting(watch, "Ada")
    with refused(Conflict, "round/too-few-here"):
        start(tournament, "Bob", "Cleo", "Dan")
    assert fold_of(game_of(tournament, "Ada")).status == "open"


def test_tables_of_two_and_the_same_dice_for_everybody_wait_for_all(watch: Watch) -> None:
    duel = announced(settings(rounds=1), "Ada", "Bob")
    alone = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(duel, "Ada")
    with refused(Conflict, "round/waits-for-all"):
        start(duel, "Bob")
    with refused(Conflict, "round/waits-for-all"):
        start(alone, "Bob", table=2)


def test_paper_tables_wait_for_nobody(watch: Watch) -> None:
    made = club()
    persons = [add_person(made.pk, caller("Olga"), name).pk for name in ("Paul", "Rita", "Sam")]
    tournament = announced(settings(rounds=1, seats=3), persons=persons, of=made)
    pass_time(watch, FIRST)
    with refused(Conflict, "round/waits-for-all"):
        start(tournament)


def test_only_who_runs_the_club_starts_tables(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    for name in ("Ada", "Mia", "Sven", "Eve"):
        account(name)
        with refused(Forbidden, "tournament/not-organiser"):
            start(tournament, "Dan", by=name)
    with refused(NotFound, "round/no-such-table"):
        start(tournament, "Dan", table=2)
    with refused(NotFound, "round/no-such-table"):
        start(tournament, "Dan", table="1")
    assert counts(tournament)["table/started-without"] == 0


def test_nobody_starts_their_own_table(watch: Watch) -> None:
    tournament = opened(watch, "Ada", "Otto", "Olga", seats=3)
    sit_down(tournament, "Ada", "Otto")
    for name in ("Otto", "Olga"):
        with refused(Forbidden, "round/own-table"):
            start(tournament, "Olga", by=name)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("why", ["", "  ", "..."])
def test_nobody_starts_a_table_without_a_reason(watch: Watch, why: str) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    with refused(Malformed, "tournament/no-reason"):
        start(tournament, "Dan", why=why)


@pytest.mark.parametrize("without", [None, "Dan", [1], [["Dan"]]])
def test_those_who_are_left_out_are_named(watch: Watch, without: Any) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    with refused(Malformed, "round/without"):
        start_table(tournament, caller("Otto"), command(), 1, without, WHY)


def test_nothing_starts_in_a_pause_or_in_a_round_that_is_not_open(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo", rounds=2)
    with refused(NotFound, "round/no-such-table"):
        start(tournament, "Dan", round_number=2)
    pause(tournament, caller("Otto"), command())
    with refused(Conflict, "tournament/paused"):
        start(tournament, "Dan")
    cancel(tournament, caller("Otto"), command(), "The room is flooded.")
    with refused(Conflict, "tournament/wrong-moment"):
        start(tournament, "Dan")


def test_a_table_with_a_result_has_no_use_for_it(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo", closes_early=False)
    scores = [{"entrant": entrant(tournament, name), "score": 10} for name in FOUR]
    override_result(tournament, caller("Olga"), command(), 1, scores, "They have played on paper.")
    with refused(Conflict, "round/has-result"):
        start(tournament, "Dan")


def test_an_earlier_round_is_over(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", rounds=2)
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "open")
    with refused(Conflict, "tournament/wrong-moment"):
        start(tournament, "Cleo", "Dan", round_number=1)


def test_whoever_comes_after_that_is_told_so(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Dan")
    start(tournament, "Dan")
    for game in (waited, game_of(tournament, "Dan")):
        with refused(Conflict, "seat/too-late"):
            join_game(game, caller("Dan"), command(), "")


def test_bots_are_there_and_who_was_erased_is_not(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=4), "Ada", "Bob", "Cleo", robots=1)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    bob = entrant(tournament, "Bob")
    leave_every_tournament(account("Bob").pk)
    account("Bob").actors.all().delete()
    with refused(Conflict, "round/others-missing"):
        start(tournament, "Cleo")
    cleo = entrant(tournament, "Cleo")
    start_table(tournament, caller("Otto"), command(), 1, [bob, cleo], WHY)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2
    assert is_clean()


def test_one_of_several_tables_starts_and_the_sweep_starts_the_others(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, "Eve", "Mia", seats=3)
    sit_down(tournament, *first_two_of_each(tournament))
    absent = Place.objects.filter(table__number=2, seat=2).values_list("entrant", flat=True)
    start_table(tournament, caller("Otto"), command(), 2, list(absent), WHY)
    before = everything(tournament)
    assert rebuild_tournament(tournament) is None
    assert everything(tournament) == before
    pass_time(watch, WAIT)
    assert [link.entry.data["table"] for link in read_log(tournament, "table/started-without")] == [2, 1]
    assert is_clean()


def test_a_round_that_is_taken_back_begins_anew(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    start(tournament, "Dan")
    unpublish_round(tournament, caller("Olga"), command())
    assert not Place.objects.filter(has_forfeited=True).exists()
    publish_round(tournament, caller("Olga"), command())
    settle_down()
    pass_time(watch, 1)
    sit_down(tournament, *FOUR)
    assert len(fold_of(game_of(tournament, "Dan")).seated) == 4
    assert is_clean()


def test_the_words_of_a_reason_can_be_erased_and_the_log_stays_whole(watch: Watch) -> None:
    tournament = waiting(watch, "Ada", "Bob", "Cleo")
    start(tournament, "Dan")
    leave_every_tournament(account("Otto").pk)
    assert not TournamentText.objects.exists()
    assert rebuild_tournament(tournament) is None
    assert Table.objects.get().game_id == game_of(tournament, "Ada")
    assert (row(tournament).seq, is_clean()) == (len(list(read_log(tournament))), True)
