"""What an organiser decides about a table is foreseen and followed like a ruling: by standings, ratings and boards."""

from collections.abc import Iterator, Sequence

import pytest

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.log.models import Game
from games.play.official_result import official_result_of
from games.refusals import Conflict
from tests.games.accounts.browsers import browser, call
from tests.games.sample_tables import account, caller, command
from tests.tournaments.desk.world import Figures, boards, figures, flipped, follow, foretold, games_in, reverse, void
from tests.tournaments.events.rounds.world import row, told
from tests.tournaments.refusals import refused
from tests.web.conftest import collected_static_files
from tests.web.markup import page_of
from tournaments.audit.ratings import check_ratings
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.audit.solo import check_solo
from tournaments.audit.tournaments import check_tournament
from tournaments.desk.preview import Preview
from tournaments.desk.shown_preview import shown_preview
from tournaments.desk.table_preview import foresee_decision
from tournaments.events.models import Place, Table
from tournaments.events.services.results import decide_override, decide_taking_back, override_result, take_back_result
from tournaments.ratings.models import SoloRun
from tournaments.ratings.rebuild import rebuild_ratings

__all__ = ["collected_static_files"]

ROUND = 2
"""One after which others were played: all that followed is rated again."""


def look(tournament: str, seats: Sequence[Json], is_void: bool = False) -> Preview:
    return foresee_decision(decide_override(row(tournament), None, 1, seats, ROUND, is_void))


def decide(tournament: str, seats: Sequence[Json], is_void: bool = False) -> None:
    override_result(tournament, caller("Olga"), command(), 1, seats, "One was helped.", ROUND, is_void)
    follow()


def take_back(tournament: str) -> None:
    take_back_result(tournament, caller("Olga"), command(), 1, "Nobody was helped.", ROUND)
    follow()


def is_clean(tournament: str) -> bool:
    """Whether the audit finds nothing, and what is made anew is the same."""
    findings = [*check_tournament(tournament).findings, *check_ratings().findings, *check_solo().findings]
    before = (figures(tournament), boards())
    assert rebuild_tournament(tournament) is None
    list(rebuild_ratings())
    return not findings and (figures(tournament), boards()) == before


@pytest.fixture
def before(swiss: str) -> Iterator[Figures]:
    """Everything as it was played, to which everything comes back at the end of a test."""
    seen, shown = figures(swiss), boards()
    yield seen
    take_back(swiss)
    assert (figures(swiss), boards()) == (seen, shown)
    assert is_clean(swiss)


def test_the_winner_that_an_organiser_names_wins_in_standings_and_ratings(swiss: str, before: Figures) -> None:
    game, seats = games_in(swiss, ROUND)[0], flipped(swiss, ROUND)
    places = list(Place.objects.filter(table__game=game).order_by("seat").values_list("place", flat=True))
    assert [seat["place"] for seat in seats] != places
    played, preview = official_result_of(game), look(swiss, seats)
    assert preview.standings
    assert len(preview.ratings) > 2, "also those who have played against one of them since"
    decide(swiss, seats)
    assert figures(swiss) == foretold(before, preview)
    assert Table.objects.get(game=game).is_overridden
    assert official_result_of(game) == played, "the log of a game gives what was played"
    assert is_clean(swiss)
    [said] = told(swiss, "result/overridden")
    assert [seat["place"] for seat in said["seats"]] == [seat["place"] for seat in seats]
    assert [seat["place"] for seat in said["was"]["seats"]] == places


def test_a_match_that_was_decided_otherwise_is_marked_wherever_ratings_tell_of_it(swiss: str, before: Figures) -> None:
    def marks() -> list[int]:
        """How many lines bear one: on the pages, in both downloads, and for programs."""
        pages = [page_of(client.get(f"{address}{what}")).text for what in ("", "ratings/?variant=duel")]
        rows = client.get(f"{address}ratings.csv?variant=duel").content.decode().splitlines()
        changes = client.get(f"{address}ratings.json?variant=duel").json()["changes"]
        told = call(client, "GET", f"players/{handle}/ratings/duel").json()["results"]
        marked = [[line["game"] for line in lines if line["is_overridden"]] for lines in (changes, told)]
        assert all(games in ([], [game]) for games in marked)
        in_form = pages[0].partition("Form")[2].partition("Head to head")[0]
        lists = in_form.count("Decided"), pages[1].count("Decided"), sum(row.endswith("*") for row in rows)
        return [*lists, *map(len, marked)]

    game = games_in(swiss, ROUND)[0]
    player = Place.objects.filter(table__game=game).order_by("seat").first().entrant.account  # type: ignore[union-attr]
    assert player is not None
    client, handle = browser(player), player.username
    address = f"/players/{handle}/"
    assert marks() == [0, 0, 0, 0, 0]
    decide(swiss, flipped(swiss, ROUND))
    assert marks() == [1, 1, 1, 1, 1]


def test_a_table_that_counts_for_nobody_is_not_rated(swiss: str, before: Figures) -> None:
    preview = look(swiss, [], is_void=True)
    decide(swiss, [], is_void=True)
    assert figures(swiss) == foretold(before, preview)
    assert is_clean(swiss)


def test_a_voided_game_is_rated_nowhere_whatever_its_table_says(swiss: str, before: Figures) -> None:
    decide(swiss, [], is_void=True)
    unrated, game = figures(swiss).ratings, games_in(swiss, ROUND)[0]
    ruling = void(game)
    decide(swiss, flipped_entrants(swiss))
    assert "ruled" in look(swiss, flipped_entrants(swiss)).notes
    assert figures(swiss).ratings == unrated
    assert is_clean(swiss)
    reverse(game, ruling)
    assert figures(swiss).ratings != unrated


def flipped_entrants(tournament: str) -> list[Json]:
    """The first table with the first seat as the winner, without points."""
    places = Place.objects.filter(round__tournament=tournament, round__number=ROUND, table__number=1).order_by("seat")
    return [{"entrant": place.entrant_id, "place": at} for at, place in enumerate(places, 1)]


def test_a_game_without_points_at_its_table_counts_as_played(swiss: str, before: Figures) -> None:
    seats = [{"entrant": seat["entrant"], "place": seat["place"]} for seat in flipped(swiss, ROUND)]
    decide(swiss, seats)
    winner = next(seat["entrant"] for seat in seats if seat["place"] == 1)
    was, now = before.standings[winner], figures(swiss).standings[winner]
    assert (now.won, now.played) == (was.won + 1, was.played)


def test_what_is_taken_back_is_foreseen_as_well(swiss: str) -> None:
    with refused(Conflict, "result/not-entered"):
        decide_taking_back(row(swiss), None, 1, ROUND)
    decide(swiss, flipped(swiss, ROUND))
    decided = figures(swiss)
    preview = foresee_decision(decide_taking_back(row(swiss), None, 1, ROUND))
    shown = shown_preview(preview, Viewer(account("Olga").pk))
    assert (preview.before.status, preview.after.status) == ("override", "finished")
    assert {seat.name for seat in shown.seats} <= {"Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"}
    take_back(swiss)
    assert figures(swiss) == foretold(decided, preview)
    assert [said["game"] for said in told(swiss, "result/taken-back")] == [games_in(swiss, ROUND)[0]]


@pytest.mark.slow
def test_on_a_shared_deal_the_field_is_rated_anew_and_the_solo_table_keeps_what_was_played(shared: str) -> None:
    def run() -> tuple[int, bool] | None:
        return SoloRun.objects.filter(pk=game).values_list("score", "is_complete").first()

    game, before = games_in(shared, ROUND)[0], figures(shared)
    [place] = Place.objects.filter(table__game=game)
    played = run()
    seats = [{"entrant": place.entrant_id, "score": 100_000}]
    preview = look(shared, seats)
    decide(shared, seats)
    assert figures(shared) == foretold(before, preview)
    assert run() == played == (Game.objects.get(pk=game).results.get().score, True)
    decide(shared, [{"entrant": place.entrant_id, "forfeited": True}])
    assert run() == (played[0], False)
    decide(shared, [], is_void=True)
    assert run() is None
    assert is_clean(shared)
    take_back(shared)
    assert (figures(shared), run()) == (before, played)
    assert is_clean(shared)
