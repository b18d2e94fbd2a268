"""Rating is won by playing, against several people: who only sits down and leaves, or plays with a friend alone, gets
no place by it."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.erasure import erase_account
from games.clock.site_time import now
from games.integrity.audit.cross_game import check_grace
from games.log.event_store import StoredEvent, read_log
from games.play.cost_of_leaving import (
    AWAY_AFTER,
    EXCUSED,
    GRACE_SECONDS,
    GRACES_A_DAY,
    LOSS,
    cost_of_leaving,
    graces_used_today,
)
from games.play.moves import make_move
from games.sweep import sweep_once
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import wound
from tests.games.integrity.audit.tampering import found
from tests.games.sample_tables import PEOPLE, account, caller, command, fold_of, move, play_out, play_until, table
from tests.tournaments.events.rounds.world import FIRST, announced, game_of, pass_time, settings, sit_down
from tests.tournaments.ratings.ledger_lines import changes_in
from tests.tournaments.ratings.world import BEGIN, DUEL, STANDARD, count, hours, kept, people, played, tables, void
from tests.tournaments.sample_clubs import viewer
from tournaments.audit.ratings import check_ratings
from tournaments.ratings.idle_games import end_idle_games
from tournaments.ratings.leaderboards.filters import parse_filter
from tournaments.ratings.leaderboards.periods import PERIODS
from tournaments.ratings.leaderboards.selectors import see_leaderboard, see_own_place
from tournaments.ratings.models import BoardRow, RatedMatch, RatingPool
from tournaments.ratings.plackett_luce import rate_match
from tournaments.ratings.players import players_of
from tournaments.ratings.rebuild import rebuild_ratings

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
WHY = "This game changes no rating"


def begun() -> str:
    """A rated duel in which Ada and Bob have done nothing yet but place their start blocks."""
    game = table("duel", rated=True)
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase != "start")
    return game


def have_answered(game: str, *seats: int) -> None:
    """Let seats answer the first roll, in this order."""
    play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "moves")
    for seat in seats:
        move(game, seat)


@pytest.mark.parametrize(("answering", "cost"), [((), EXCUSED), ((0,), LOSS), ((1,), EXCUSED)])
def test_what_leaving_costs_is_told_without_reading_the_log(answering: tuple[int, ...], cost: str) -> None:
    game = begun()
    have_answered(game, *answering)
    with CaptureQueriesContext(connection) as asked:
        assert cost_of_leaving(game, fold_of(game), 0, account("Ada").pk, now()).cost == cost
    bodies = [query["sql"] for query in asked if re.search(r"SELECT[^F]*body", query["sql"])]
    assert not bodies


def give_up(game: str, name: str) -> None:
    """Let somebody resign."""
    make_move(game, caller(name), command(), {"kind": "drop", "seat": PEOPLE.index(name), "reason": "resign"}, None)


def said_on_page(game: str) -> str:
    """The page of a game as Ada sees it."""
    client = Client()
    client.force_login(account("Ada"))
    return client.get(f"/games/{game}/").content.decode()


@pytest.mark.parametrize("answering", [(), (0,), (1,)])
def test_whoever_leaves_after_the_first_roll_has_lost_and_nobody_gains_by_it(answering: tuple[int, ...]) -> None:
    with wound() as watch:
        game = begun()
        if answering:
            have_answered(game, *answering)
        watch.set(GRACE_SECONDS + 1)
        leaver = "Bob" if answering != (1,) else "Ada"
        give_up(game, leaver)
    assert fold_of(game).is_over
    count()
    assert losers_in(game) == {leaver}
    assert "counts as a loss of theirs" in said_on_page(game)
    before = tables(DUEL)
    list(rebuild_ratings())
    assert tables(DUEL) == before
    assert check_ratings().findings == []


def test_whoever_has_answered_and_leaves_before_the_other_has_lost_as_well() -> None:
    game = begun()
    have_answered(game, 1)
    give_up(game, "Bob")
    count()
    assert losers_in(game) == {"Bob"}


def test_right_after_the_first_roll_leaving_is_free_a_few_times_a_day() -> None:
    with wound() as watch:
        games = [begun() for _ in range(GRACES_A_DAY + 1)]
        for game in games:
            give_up(game, "Bob")
        assert [drop_of(game).entry.data.get("grace") for game in games] == [1, 2, 3, None]
        assert graces_used_today(account("Bob").pk, watch.at) == GRACES_A_DAY
        watch.set(24 * 60 * 60)
        assert graces_used_today(account("Bob").pk, watch.at) == 0
    count()
    assert [match.key for match in kept(DUEL)] == games[-1:]
    assert WHY in said_on_page(games[0])
    assert found() == set()


def test_a_clock_that_is_set_back_over_midnight_gives_no_more_of_it() -> None:
    with wound() as watch:
        watch.set((datetime(2026, 3, 15, tzinfo=UTC) - watch.at).total_seconds())
        sweep_once()
        games = [begun() for _ in range(GRACES_A_DAY + 1)]
        watch.step(-20)
        sweep_once()
        for game in games:
            give_up(game, "Bob")
    assert [drop_of(game).entry.data.get("grace") for game in games] == [1, 2, 3, None]
    assert found() == set()


def test_the_audit_names_a_grace_that_nobody_had(monkeypatch: pytest.MonkeyPatch) -> None:
    with wound() as watch:
        late, twice = begun(), begun()
        monkeypatch.setattr("games.play.moves.grace_entry", lambda *facts: {"grace": 1})
        give_up(twice, "Bob")
        watch.set(GRACE_SECONDS + 1)
        give_up(late, "Bob")
    assert late in {one.game for one in found() if one.code == "rules/grace"}
    assert len(list(check_grace())) == 2


def test_what_leaving_costs_is_said_beforehand() -> None:
    with wound() as watch:
        game, client = begun(), Client()
        client.force_login(account("Ada"))
        said = client.get(f"/api/v1/games/{game}").json()["leaving"]
        assert (said["cost"], said["left"]) == ("grace", GRACES_A_DAY)
        assert f"{GRACES_A_DAY} of {GRACES_A_DAY} times are left today" in said_on_page(game)
        for said in (said_on_page(game), *(client.get(path).content.decode() for path in ("/play/", "/rules/"))):
            assert f"lets the others of a rated game wait for {AWAY_AFTER.days} days has left it" in said
        assert f"Within {GRACE_SECONDS} seconds of it, before your first answer, you may leave" in said
        watch.set(GRACE_SECONDS + 1)
        assert client.get(f"/api/v1/games/{game}").json()["leaving"]["cost"] == "loss"
        assert "It counts as a loss." in said_on_page(game)


def test_in_a_tournament_leaving_a_rated_game_is_said_to_cost_it_from_the_start() -> None:
    with wound() as watch:
        tournament = announced(settings(variant="duel", rounds=1, is_rated=True), "Ada", "Bob")
        pass_time(watch, FIRST)
        sit_down(tournament, "Ada", "Bob")
        game, client = game_of(tournament, "Ada"), Client()
        client.force_login(account("Ada"))
        said = client.get(f"/api/v1/games/{game}").json()
        assert said["leaving"]["cost"] == "loss"
        assert "It counts as a loss." in said_on_page(game)
        make_move(game, caller("Ada"), command(), {"kind": "drop", "seat": said["seat"], "reason": "resign"}, None)
    assert "grace" not in drop_of(game).entry.data
    count()
    assert losers_in(game) == {"Ada"}, "and their opponent gains by it, as a round counts in full"


def test_many_games_left_at_once_are_counted_one_by_one(transactional_db: None) -> None:
    with wound(), team(GRACES_A_DAY + 2) as threads:
        games = [begun() for _ in range(GRACES_A_DAY + 2)]
        assert failures(threads.at_once(*[partial(give_up, game, "Bob") for game in games])) == []
    given = [drop_of(game).entry.data.get("grace") for game in games]
    assert sorted(filter(None, given)) == list(range(1, GRACES_A_DAY + 1))


def test_whoever_lets_the_clock_run_out_instead_has_lost_too() -> None:
    with wound() as watch:
        game = table("duel", rated=True, seconds=60, timeout="forfeit")
        play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "moves")
        move(game, 0)
        watch.run(70)
    assert fold_of(game).is_over
    count()
    assert losers_in(game) == {"Bob"}


def test_nobody_has_lost_who_leaves_before_the_first_roll() -> None:
    game = table("duel", rated=True)
    assert fold_of(game).rolls == 0
    give_up(game, "Bob")
    count()
    assert not RatedMatch.objects.exists()
    assert "grace" not in drop_of(game).entry.data


def test_of_three_those_are_compared_who_have_played() -> None:
    with wound() as watch:
        game = table(seats=3, rated=True)
        play_until(game, lambda fold: fold.rules.awaiting(fold.state).phase == "moves")
        watch.set(GRACE_SECONDS + 1)
        give_up(game, "Cleo")
        play_out(game)
    count()
    assert len(changes_in(game)) == 3
    assert "Cleo" in losers_in(game)
    [cleo] = players_of([account("Cleo").pk]).values()
    [match] = kept(STANDARD)
    without = match._replace(seats=tuple(seat for seat in match.seats if seat.player != cleo))
    among = {change.seat.player: change.after for change in rate_match(without, {})}
    assert among == {player: line.after for player, line in changes_in(game).items() if player != cleo}
    assert check_ratings().findings == []


@pytest.mark.parametrize("is_excused", [False, True], ids=["lost", "by grace"])
@pytest.mark.parametrize("answering", [(), (0,)], ids=["nobody", "Ada"])
def test_nobody_gains_by_leaving_after_somebody_who_never_answered(
    answering: tuple[int, ...], is_excused: bool
) -> None:
    with wound() as watch:
        game = table(rated=True)
        have_answered(game, *answering)
        watch.set(0 if is_excused else GRACE_SECONDS + 1)
        give_up(game, "Bob")
        watch.set(GRACE_SECONDS + 1)
        give_up(game, "Ada")
    assert fold_of(game).is_over
    assert ("grace" in drops_of(game)[0].entry.data) is is_excused
    count()
    assert names_in(game) == losers_in(game) == (set() if is_excused else {"Bob"})
    said = said_on_page(game)
    assert (WHY in said, "counts as a loss of theirs" in said) == (is_excused, not is_excused)
    assert check_ratings().findings == []


def test_of_three_who_all_leave_those_have_lost_who_were_not_the_last() -> None:
    with wound() as watch:
        game = table(seats=3, rated=True)
        have_answered(game)
        watch.set(GRACE_SECONDS + 1)
        for name in ("Cleo", "Bob", "Ada"):
            give_up(game, name)
    count()
    assert names_in(game) == losers_in(game) == {"Cleo", "Bob"}
    assert check_ratings().findings == []


def test_two_who_let_a_game_lie_both_have_lost() -> None:
    with wound() as watch:
        game = table(rated=True)
        have_answered(game)
        watch.set((AWAY_AFTER + timedelta(minutes=1)).total_seconds())
        end_idle_games(watch.at)
    assert fold_of(game).is_over
    count()
    assert names_in(game) == losers_in(game) == {"Ada", "Bob"}


def test_whoever_erases_their_account_has_left_as_well() -> None:
    with wound() as watch:
        game = begun()
        watch.set(GRACE_SECONDS + 1)
        erase_account(account("Bob"))
    count()
    assert len(changes_in(game)) == 1


def test_a_game_of_before_this_was_agreed_on_counts_for_nobody() -> None:
    played(people(2), [1, 2], forfeits=[1], answered=[0], variant="duel")
    count()
    assert not RatedMatch.objects.exists()


def losers_in(game: str) -> set[str]:
    """Who has lost rating by a game; nobody else has changed theirs if it was left early."""
    names = {player: name for name in PEOPLE for player in players_of([account(name).pk]).values()}
    return {names[player] for player, line in changes_in(game).items() if line.after.mu < line.before.mu}


def names_in(game: str) -> set[str]:
    """Whose rating a game has changed."""
    names = {player: name for name in PEOPLE for player in players_of([account(name).pk]).values()}
    return {names[player] for player in changes_in(game)}


def drop_of(game: str) -> StoredEvent:
    """The event by which somebody has left."""
    [row] = drops_of(game)
    return row


def drops_of(game: str) -> list[StoredEvent]:
    """The events by which people have left, in their order."""
    return [row for row in read_log(game) if row.entry.kind == "drop"]


def test_whoever_leaves_after_answering_once_has_lost() -> None:
    game = begun()
    have_answered(game, 0, 1)
    give_up(game, "Bob")
    count()
    assert [seat.place for seat in kept(DUEL)[0].seats] == [1, 2]
    assert WHY not in said_on_page(game)


def test_a_tournament_game_counts_whoever_stays_away() -> None:
    game = played(people(2), [1, 2], forfeits=[1], answered=[0], card={"tournament": "t-1"})
    count()
    assert changes_in(game)


def test_whoever_plays_with_a_friend_alone_is_on_no_leaderboard() -> None:
    ada, bob = account("Ada").pk, account("Bob").pk
    for at in range(5):
        played([ada, bob], [1, 2], BEGIN + hours(at), variant="duel")
    count()
    for kind in PERIODS:
        choice = parse_filter("duel", {"period": kind}, BEGIN)
        assert see_leaderboard(choice, viewer(None)).players == 0
        own = see_own_place(choice, viewer("Ada"))
        assert own is not None
        people_missing = 1 if kind in ("week", "day") else 2
        assert (own.missing, own.missing_opponents) == (people_missing, people_missing)


def test_a_place_comes_with_the_third_opponent_of_a_period_and_goes_with_a_ruling() -> None:
    ada, *others = [account(name).pk for name in ("Ada", "Bob", "Cleo", "Dan")]
    months = [played([ada, other], [1, 2], BEGIN + hours(24 * at)) for at, other in enumerate((*others, *others[:1]))]
    count()
    assert listed("Ada") == {"2026-03", "2026-q1", "2026-w10", "all"}
    void(months[1])
    count()
    assert listed("Ada") == {"2026-w10"}
    assert check_ratings().findings == []
    before = tables(STANDARD)
    list(rebuild_ratings())
    assert tables(STANDARD) == before


def listed(name: str) -> set[str]:
    """The periods in which somebody has a place."""
    generation = RatingPool.objects.get(pk=STANDARD).generation
    rows = BoardRow.objects.filter(pool=STANDARD, generation=generation, player__account=account(name), is_listed=True)
    return set(rows.values_list("period", flat=True))


def test_all_opponents_of_one_match_count_and_nobody_twice() -> None:
    folk = people(5)
    for at in range(3):
        played(folk, [1, 2, 3, 4, 5], BEGIN + hours(at))
    count()
    generation = RatingPool.objects.get(pk=STANDARD).generation
    met = BoardRow.objects.filter(pool=STANDARD, generation=generation, period="all").values_list("met", flat=True)
    assert [len(set(one.split())) for one in met] == [3] * 5
    assert all(one.endswith(":1") for text in met for one in text.split())
