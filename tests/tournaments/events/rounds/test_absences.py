"""Tables of three or four start without whoever has not come, and those who have come really play."""

from games.clock.site_time import now
from games.log.models import Game
from games.play.models import GameCard
from games.play.seats import join_game
from games.refusals import Conflict
from tests.games.clock.watch import Watch
from tests.games.refusals import refused
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, is_clean, opened
from tests.tournaments.events.rounds.test_close_round import seats
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    entrant,
    game_of,
    latest,
    pass_time,
    play_together,
    row,
    settings,
    sit_down,
    status,
    told,
)
from tournaments.events.history import settings_of
from tournaments.events.rounds.absences import waiting_tables
from tournaments.events.services.entrants import leave_every_tournament, withdraw
from tournaments.notices.models import Notice
from tournaments.ratings.models import RatedSeat
from tournaments.ratings.services import count_waiting_results


def test_three_come_and_one_does_not(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Ada")
    pass_time(watch, WAIT - 1)
    assert game_of(tournament, "Ada") == waited
    pass_time(watch, 1)
    game = game_of(tournament, "Ada")
    assert (fold_of(waited).status, fold_of(game).status) == ("aborted", "running")
    assert len(fold_of(game).seated) == 3
    play_together(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, 1)
    places = seats(tournament)
    assert places["Dan"] == (None, 4, True)
    assert all(places[name][0] is not None and not places[name][2] for name in ("Ada", "Bob", "Cleo"))
    assert are_placed_by_score([places[name] for name in ("Ada", "Bob", "Cleo")])
    assert status(tournament) == ("finished", 1, "closed")
    [finished] = told(tournament, "tournament/finished")
    points = {name: gained for name, _, gained in finished["standings"]}
    assert (points[entrant(tournament, "Dan")], sum(points.values())) == (0, 24)
    assert is_clean()


def are_placed_by_score(played: list[tuple[int | None, int | None, bool]]) -> bool:
    """Whether everybody comes after as many as have a higher score."""
    scores = [score or 0 for score, _, _ in played]
    return all(place == 1 + sum(other > (score or 0) for other in scores) for score, place, _ in played)


def test_the_log_says_without_whom_a_table_has_started_and_why(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited, [said] = game_of(tournament, "Ada"), told(tournament, "round/opened")
    pass_time(watch, WAIT)
    [started] = told(tournament, "table/started-without")
    assert started == {
        "round": 1,
        "table": 1,
        "absent": [entrant(tournament, "Dan")],
        "cause": "no-show",
        "waited_until": said["waits_until"],
        "called_off": waited,
    }
    anchor = fold_of(game_of(tournament, "Ada")).created["tournament"]
    assert (anchor["round"], anchor["table"]) == (1, 1)
    assert told(tournament, "table/started-without")[0]["called_off"] == waited


def test_two_come_of_four(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Dan", "Bob")
    pass_time(watch, WAIT)
    assert len(fold_of(game_of(tournament, "Bob")).seated) == 2
    play_together(tournament, "Bob", "Dan")
    pass_time(watch, 1)
    places = seats(tournament)
    assert places["Ada"] == places["Cleo"] == (None, 3, True)
    assert are_placed_by_score([places["Bob"], places["Dan"]])
    assert (status(tournament)[0], is_clean()) == ("finished", True)


def test_one_comes_of_three_as_before(watch: Watch) -> None:
    tournament = opened(watch, "Ada", "Bob", "Cleo", seats=3)
    sit_down(tournament, "Ada")
    game = game_of(tournament, "Ada")
    pass_time(watch, WAIT)
    assert (game_of(tournament, "Ada"), fold_of(game).status) == (game, "open")
    pass_time(watch, HOUR - WAIT)
    assert seats(tournament) == {"Ada": (None, 1, False), "Bob": (None, 2, True), "Cleo": (None, 2, True)}
    assert counts(tournament)["table/started-without"] == 0
    assert (status(tournament)[0], is_clean()) == ("finished", True)


def test_who_comes_after_the_start_is_told_so(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Dan")
    pass_time(watch, WAIT)
    for game in (waited, game_of(tournament, "Dan")):
        with refused(Conflict, "seat/too-late"):
            join_game(game, caller("Dan"), command(), "")


def test_whoever_is_there_at_the_last_moment_plays(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    watch.set(WAIT)
    sit_down(tournament, "Dan")
    pass_time(watch, 0)
    assert (len(fold_of(game_of(tournament, "Dan")).seated), Game.objects.count()) == (4, 1)
    assert latest(tournament).looks_at is None


def test_who_sits_down_after_that_time_gives_the_others_some_minutes(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada")
    pass_time(watch, WAIT + 60)
    sit_down(tournament, "Bob")
    game = game_of(tournament, "Ada")
    pass_time(watch, WAIT - 1)
    assert game_of(tournament, "Ada") == game
    pass_time(watch, 1)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2


def test_nobody_gains_time_for_others_by_sitting_down_again(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, WAIT - 1)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, 1)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2


def test_bots_are_always_there(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=WAIT), "Ada", "Bob", robots=1)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    pass_time(watch, WAIT)
    fold = fold_of(game_of(tournament, "Ada"))
    assert (fold.status, len(fold.seated), len([seat for seat in range(2) if fold.bot(seat)])) == ("running", 2, 1)


def test_who_has_left_before_the_round_opens_is_no_seat_to_wait_for(watch: Watch) -> None:
    agreed = settings(rounds=2, seats=4, every=2 * HOUR, wait=WAIT)
    tournament = announced(agreed, *FOUR)
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    withdraw(tournament, caller("Bob"), command())
    pass_time(watch, HOUR)
    sit_down(tournament, "Ada", "Dan")
    pass_time(watch, WAIT)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2
    play_together(tournament, "Ada", "Dan")
    pass_time(watch, 1)
    places = seats(tournament, 2)
    assert places["Bob"] == places["Cleo"] == (None, 3, True)
    assert {places["Ada"][2], places["Dan"][2]} == {False}
    assert is_clean()


def test_somebody_who_had_come_and_was_erased_is_not_there(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    game = game_of(tournament, "Ada")
    leave_every_tournament(account("Cleo").pk)
    account("Cleo").actors.all().delete()
    pass_time(watch, WAIT)
    assert game_of(tournament, "Ada") != game
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2


def test_who_never_comes_is_taken_out_by_the_rule_on_no_shows(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, rounds=3, out_after=1)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    play_together(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, 1)
    [said] = told(tournament, "entrant/removed")
    assert (said["entrant"], said["cause"]) == (entrant(tournament, "Dan"), "no-shows")


def test_only_those_who_played_are_rated(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, is_rated=True)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Ada")
    pass_time(watch, WAIT)
    play_together(tournament, "Ada", "Bob", "Cleo")
    cards = {card.pk: (card.is_rated, card.status) for card in GameCard.objects.all()}
    assert cards == {waited: (True, "aborted"), game_of(tournament, "Ada"): (True, "finished")}
    count_waiting_results(now())
    rated = RatedSeat.objects.values_list("player__account__display_name", flat=True)
    assert sorted(str(name) for name in rated) == ["Ada", "Bob", "Cleo"]


def test_those_concerned_are_told(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    opening = Notice.objects.filter(kind="round-open", data__contains="waits_until")
    assert opening.count() == 4
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    kinds = {notice.account.display_name: notice.kind for notice in Notice.objects.exclude(kind="round-open")}
    assert kinds == {"Ada": "table-started", "Bob": "table-started", "Cleo": "table-started", "Dan": "left-out"}


def test_what_is_shown_of_a_table_that_waits_is_when_it_starts(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    agreed = settings_of(row(tournament))
    sit_down(tournament, "Ada")
    [waiting] = waiting_tables(latest(tournament), agreed)
    assert waiting.starts_at is None
    sit_down(tournament, "Bob")
    [waiting] = waiting_tables(latest(tournament), agreed)
    assert waiting.starts_at == latest(tournament).waits_until
