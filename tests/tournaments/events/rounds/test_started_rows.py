"""The rows of tables that wait or have started follow from the log, and the audit names those that do not."""

import pytest

from games.play.models import GameCard
from games.play.restart_without_absent import restart_without_absent
from tests.games.clock.watch import Watch
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, is_clean, opened
from tests.tournaments.events.rounds.world import HOUR, counts, game_of, latest, pass_time, sit_down
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.audit.tournaments import check_tournament
from tournaments.events.log.event_store import read_log
from tournaments.events.models import Place, Round, Table, Tournament


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
    made = restart_without_absent(game_of(tournament, "Ada"), "by-hand", anchor).game
    Table.objects.filter(round=latest(tournament)).update(game=made)
    assert [finding.code for finding in check_tournament(tournament).findings] == ["anchor/follows"]


def test_a_table_that_started_without_somebody_but_has_no_such_game_is_named(watch: Watch) -> None:
    tournament = opened(watch, *FOUR)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, WAIT)
    GameCard.objects.filter(pk=game_of(tournament, "Ada")).update(tournament=None)
    codes = {finding.code for finding in check_tournament(tournament).findings}
    assert codes == {"anchor/started", "table/game"}
