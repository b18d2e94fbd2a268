"""Tables of three or four start without whoever has not come, and those who have come really play."""

import pytest

from games.audit.whole import audit
from games.checkpoints.making import make_checkpoints
from games.clocks.clock import now
from games.models import Game, GameCard
from games.refusals import Conflict
from games.services import begin_without, join_table
from tests.games.clocks.watch import Watch
from tests.games.refusing import refused
from tests.games.tables import account, caller, command, fold_of
from tests.tournaments.clubs import club
from tests.tournaments.rounds.test_closing import seats
from tests.tournaments.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    counts,
    duplicate,
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
from tournaments.audit.rebuilding import rebuild_tournament
from tournaments.audit.whole import check_tournament
from tournaments.log.reading import read_log
from tournaments.models import Entrant, Notice, Place, RatedSeat, Round, Table, Tournament
from tournaments.ratings.counting import count_results
from tournaments.rounds.missing import waiting_tables
from tournaments.selectors.tournaments import settings_of
from tournaments.services import (
    add_person,
    extend_round,
    override_result,
    pause,
    publish_round,
    reopen_last_round,
    resume,
    unpublish_round,
    withdraw,
)
from tournaments.services.forgetting import leave_every_tournament

WAIT = 600
FOUR = ("Ada", "Bob", "Cleo", "Dan")


def opened(watch: Watch, *names: str, **agreed: object) -> str:
    """A tournament whose first round has just opened, with one table for these people."""
    tournament = announced(settings(**{"rounds": 1, "seats": 4, "wait": WAIT, **agreed}), *names)
    pass_time(watch, FIRST)
    assert status(tournament)[2] == "open"
    return tournament


def is_clean() -> bool:
    make_checkpoints()
    return audit().findings == []


def are_placed_by_score(played: list[tuple[int | None, int | None, bool]]) -> bool:
    """Whether everybody comes after as many as have a higher score."""
    scores = [score or 0 for score, _, _ in played]
    return all(place == 1 + sum(other > (score or 0) for other in scores) for score, place, _ in played)


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
            join_table(game, caller("Dan"), command(), "")


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


def test_duels_wait_as_before(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    assert (latest(tournament).waits_until, latest(tournament).looks_at) == (None, None)
    pass_time(watch, HOUR)
    assert seats(tournament) == {"Ada": (None, 1, False), "Bob": (None, 2, True)}


def test_a_table_of_two_in_an_uneven_field_waits_as_before(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, "Eve", seats=3)
    pairs = [table for table in Table.objects.filter(round=latest(tournament)) if table.places.count() == 2]
    for table in pairs:
        first = Place.objects.filter(table=table).order_by("seat").select_related("entrant__account")[0].entrant
        assert first.account is not None
        sit_down(tournament, first.account.display_name)
    assert pairs
    pass_time(watch, WAIT)
    assert counts(tournament)["table/started-without"] == 0


def test_the_same_dice_for_everybody_are_played_as_before(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    assert (latest(tournament).waits_until, settings_of(row(tournament)).wait) == (None, None)
    sit_down(tournament, "Ada")
    pass_time(watch, HOUR)
    assert (seats(tournament)["Bob"][0], counts(tournament)["table/started-without"]) == (None, 0)


def test_a_tournament_without_the_setting_is_played_as_before(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, wait=None)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, HOUR)
    assert seats(tournament)["Ada"] == seats(tournament)["Cleo"] == (None, 1, False)
    assert "wait" not in told(tournament, "tournament/created")[0]["settings"]
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (0, 1)


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
    count_results(now())
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


def test_nothing_starts_in_a_pause_and_everybody_has_as_much_time_afterwards(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT // 2)
    pause(tournament, caller("Olga"), command())
    pass_time(watch, WAIT)
    resume(tournament, caller("Olga"), command())
    pass_time(watch, WAIT // 2 - 2)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 3)
    assert counts(tournament)["table/started-without"] == 1
    assert is_clean()


def test_after_a_pause_those_who_came_late_wait_some_minutes_again(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    pass_time(watch, WAIT + 60)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, WAIT // 2)
    pause(tournament, caller("Olga"), command())
    pass_time(watch, HOUR)
    resume(tournament, caller("Olga"), command())
    pass_time(watch, WAIT - 1)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 1)
    assert counts(tournament)["table/started-without"] == 1
    assert is_clean()


def test_a_round_with_more_time_does_not_wait_longer_for_seats(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    before = latest(tournament).waits_until
    assert before is not None
    sit_down(tournament, "Ada", "Bob", "Cleo")
    extend_round(tournament, caller("Olga"), command(), latest(tournament).closes_at + (before - watch.at))
    assert latest(tournament).waits_until == before
    pass_time(watch, WAIT)
    assert counts(tournament)["table/started-without"] == 1


def test_an_organiser_can_still_decide_about_the_table(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    scores = [{"entrant": entrant(tournament, name), "score": 10} for name in FOUR]
    override_result(tournament, caller("Olga"), command(), 1, scores, "Dan was there, the network was not.")
    pass_time(watch, 1)
    assert seats(tournament)["Dan"] == (10, 1, False)
    assert is_clean()


@pytest.mark.parametrize("when", ["waiting", "playing", "over"])
def test_rows_that_are_made_anew_are_the_same(watch: Watch, when: str) -> None:
    tournament = opened(watch, *FOUR, "Eve", "Mia", seats=3)
    sit_down(tournament, *first_two_of_each(tournament))
    if when != "waiting":
        pass_time(watch, WAIT)
        assert counts(tournament)["table/started-without"] == 2
    if when == "over":
        pass_time(watch, HOUR - WAIT)
    before = everything(tournament)
    assert rebuild_tournament(tournament) is None
    assert everything(tournament) == before
    assert is_clean()


def first_two_of_each(tournament: str) -> list[str]:
    """Those on the first two seats of each table."""
    places = Place.objects.filter(round=latest(tournament), seat__lt=2).order_by("table", "seat")
    return [str(name) for name in places.values_list("entrant__account__display_name", flat=True)]


def everything(tournament: str) -> list[object]:
    """All rows that follow from the log of a tournament, without the keys that the database gives them."""
    found = Round.objects.filter(tournament=tournament)
    rounds = found.values("number", "status", "closes_at", "waits_until", "looks_at", "remind_at")
    tables = Table.objects.filter(round__in=found).values("number", "game", "is_done", "is_void")
    places = Place.objects.filter(round__in=found).values("entrant", "seat", "score", "place", "has_forfeited")
    due = Tournament.objects.filter(pk=tournament).values("status", "due_at", "seq")
    orders = (rounds.order_by("number"), tables.order_by("number"), places.order_by("entrant"), due)
    return [list(rows) for rows in orders]


def test_a_game_that_follows_another_without_the_log_saying_so_is_named(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob")
    [link] = read_log(tournament, "round/opening")
    anchor = {"id": tournament, "round": 1, "table": 1, "seq": link.seq, "hash": link.hash}
    made = begin_without(game_of(tournament, "Ada"), "by-hand", anchor).game
    Table.objects.filter(round=latest(tournament)).update(game=made)
    assert [finding.code for finding in check_tournament(tournament).findings] == ["anchor/follows"]


def test_a_table_that_started_without_somebody_but_has_no_such_game_is_named(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, WAIT)
    GameCard.objects.filter(pk=game_of(tournament, "Ada")).update(tournament=None)
    codes = {finding.code for finding in check_tournament(tournament).findings}
    assert codes == {"anchor/started", "table/game"}


def test_a_round_that_is_taken_back_begins_anew(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT)
    unpublish_round(tournament, caller("Olga"), command())
    assert not Place.objects.filter(round=latest(tournament), has_forfeited=True).exists()
    publish_round(tournament, caller("Olga"), command())
    pass_time(watch, HOUR)
    sit_down(tournament, *FOUR)
    assert len(fold_of(game_of(tournament, "Dan")).seated) == 4
    play_together(tournament, *FOUR)
    pass_time(watch, 1)
    assert not seats(tournament)["Dan"][2]
    assert is_clean()


def test_a_table_that_nobody_came_to_waits_again_when_its_round_is_opened_again(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    pass_time(watch, HOUR)
    reopen_last_round(tournament, caller("Olga"), command(), after(2 * HOUR), "The trains did not run.")
    pass_time(watch, 1)
    sit_down(tournament, "Ada", "Dan")
    pass_time(watch, WAIT)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 2
    play_together(tournament, "Ada", "Dan")
    pass_time(watch, 1)
    assert (seats(tournament)["Bob"], is_clean()) == ((None, 3, True), True)


def test_paper_tables_wait_for_nobody(watch: Watch) -> None:
    made = club()
    persons = [add_person(made.pk, caller("Olga"), name).pk for name in ("Paul", "Rita", "Sam")]
    tournament = announced(settings(rounds=1, seats=3, wait=WAIT), persons=persons, of=made)
    pass_time(watch, FIRST)
    pass_time(watch, WAIT)
    assert (counts(tournament)["table/started-without"], latest(tournament).looks_at) == (0, None)
    assert Entrant.objects.filter(tournament=tournament).count() == 3


def test_what_is_shown_of_a_table_that_waits_is_when_it_starts(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    agreed = settings_of(row(tournament))
    sit_down(tournament, "Ada")
    [waiting] = waiting_tables(latest(tournament), agreed)
    assert waiting.starts_at is None
    sit_down(tournament, "Bob")
    [waiting] = waiting_tables(latest(tournament), agreed)
    assert waiting.starts_at == latest(tournament).waits_until
