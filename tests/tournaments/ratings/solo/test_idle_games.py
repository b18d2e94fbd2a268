"""A rated run that nobody goes on with ends as it stands, a rated game of several is lost for whom the others wait; an
outage costs nobody anything."""

from datetime import timedelta

import pytest

from games.clock.models import Heartbeat
from games.integrity.audit.full_audit import audit
from games.log.models import Event, Game
from games.log.state_cache import fold_memory
from games.play.cost_of_leaving import AWAY_AFTER
from games.play.models import GameCard, SeatResult
from games.play.moves import make_move
from games.sweep import sweep_once
from tests.games.clock.watch import Watch
from tests.games.reserved import kept_deal, kept_table, sit_down
from tests.games.sample_tables import PEOPLE, account, caller, choose, command, fold_of, move, play_until, table
from tests.tournaments.ratings.ledger_lines import changes_in
from tests.tournaments.ratings.solo.runs import begun_run
from tournaments.ratings import idle_games
from tournaments.ratings.idle_games import IDLE, end_idle_games, find_idle_games
from tournaments.ratings.players import players_of
from tournaments.ratings.services import count_waiting_results
from tournaments.ratings.solo.selectors import statistics_of_account

WEEK = IDLE.total_seconds()


def pass_time(watch: Watch, seconds: float) -> None:
    """Let time pass in which the clocks were seen to."""
    watch.set(seconds)
    Heartbeat.objects.update(at=watch.at)
    sweep_once()


def statuses(*games: str) -> list[str]:
    return [GameCard.objects.get(pk=game).status for game in games]


def test_a_run_that_lies_untouched_for_a_week_ends_as_it_stands(watch: Watch) -> None:
    sweep_once()
    game = begun_run("Ada")
    pass_time(watch, WEEK - 60)
    assert statuses(game) == ["running"]
    pass_time(watch, 120)
    assert statuses(game) == ["adjudicated"]
    ended = Event.objects.get(game=game, kind="game/adjudicated")
    assert ended.actor == "system"
    assert (ended.command_id or "").startswith("idle-run-")
    assert audit().findings == []
    pass_time(watch, 10)
    count_waiting_results()
    found = statistics_of_account(account("Ada").pk)
    score = SeatResult.objects.get(game=game).score
    assert (found.runs, found.complete, found.latest, found.mean) == (1, 0, 1, score), "it counts as it stands"


def test_whoever_goes_on_has_another_week(watch: Watch) -> None:
    sweep_once()
    game = begun_run("Ada")
    pass_time(watch, WEEK - 60)
    fold = fold_of(game)
    make_move(game, caller("Ada"), command(), choose(fold, 0), fold.asked)
    pass_time(watch, WEEK - 60)
    assert statuses(game) == ["running"]


def test_runs_with_a_clock_unrated_runs_and_runs_of_a_round_are_left_alone(watch: Watch) -> None:
    sweep_once()
    unrated, clocked = begun_run("Ada", rated=False), begun_run("Ada", seconds=14 * 24 * 3600)
    kept = kept_table("Bob", deal=kept_deal(), rated=True)
    sit_down(kept, "Bob")
    pass_time(watch, WEEK + 60)
    assert statuses(unrated, clocked, kept) == ["running"] * 3


def test_an_outage_costs_nobody_a_run(watch: Watch) -> None:
    sweep_once()
    game = begun_run("Ada")
    pass_time(watch, WEEK - 3600)
    watch.set(24 * 3600)
    sweep_once()
    assert statuses(game) == ["running"]
    pass_time(watch, 3000)
    assert statuses(game) == ["running"]
    pass_time(watch, 1200)
    assert statuses(game) == ["adjudicated"]


@pytest.mark.parametrize(("variant", "seats"), [("duel", 2), ("standard", 3)])
def test_whoever_lets_the_others_of_a_rated_game_wait_for_good_has_left_it(
    watch: Watch, variant: str, seats: int
) -> None:
    sweep_once()
    game, unrated = table(variant, seats, rated=True), table(variant, seats)
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "moves")
    move(game, 0)
    waited_for = list(fold_of(game).awaited)
    pass_time(watch, AWAY_AFTER.total_seconds() - 60)
    assert statuses(game, unrated) == ["running", "running"]
    pass_time(watch, 120)
    assert statuses(game, unrated) == ["adjudicated", "running"]
    forfeits = SeatResult.objects.filter(game=game, has_forfeited=True).order_by("seat")
    assert list(forfeits.values_list("seat", flat=True)) == waited_for != [0]
    pass_time(watch, 10)
    count_waiting_results()
    losers = {player for player, line in changes_in(game).items() if line.after.mu < line.before.mu}
    left = players_of([account(PEOPLE[seat]).pk for seat in waited_for]).values()
    assert losers.issuperset(left)
    assert audit().findings == []


def test_a_game_that_agreed_on_nothing_about_leaving_waits_on(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.creation.agreed_grace", lambda *facts: {})
    table("duel", rated=True)
    assert find_idle_games(watch.at + AWAY_AFTER + timedelta(days=1)) == []


def test_a_sweep_ends_only_so_many(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle_games, "AT_MOST", 1)
    games = [begun_run("Ada"), begun_run("Bob")]
    moment = watch.at + IDLE + timedelta(minutes=1)
    end_idle_games(moment)
    assert sorted(statuses(*games)) == ["adjudicated", "running"]
    end_idle_games(moment)
    assert statuses(*games) == ["adjudicated", "adjudicated"]
    assert find_idle_games(moment) == []


def test_nobody_keeps_a_run_by_using_up_the_name_of_its_end(watch: Watch) -> None:
    game = begun_run("Ada")
    fold = fold_of(game)
    make_move(game, caller("Ada"), "idle-run", choose(fold, 0), fold.asked)
    end_idle_games(watch.at + IDLE)
    assert statuses(game) == ["adjudicated"]


@pytest.mark.parametrize(("seats", "patience"), [(1, IDLE), (2, AWAY_AFTER)])
def test_a_game_that_cannot_be_ended_is_put_off_for_a_moment(watch: Watch, seats: int, patience: timedelta) -> None:
    game = begun_run("Ada") if seats == 1 else table("duel", rated=True)
    moment = watch.at + patience + timedelta(minutes=1)
    fold_memory.clear()
    Game.objects.filter(pk=game).update(seq=1)
    end_idle_games(moment)
    assert find_idle_games(moment) == []
    assert find_idle_games(moment + timedelta(minutes=2)) == [game]
