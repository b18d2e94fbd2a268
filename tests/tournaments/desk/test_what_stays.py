"""What a ruling does not change is said, and stays: decided tables, tournaments that were called off, old rounds."""

from collections.abc import Sequence

import pytest

from engine.protocol import Json
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, play_out, table
from tests.tournaments.desk.world import figures, follow, foretold, games_in, void
from tests.tournaments.events.rounds.world import HOUR, after
from tournaments.desk.ruling_preview import foresee_ruling
from tournaments.events.models import Place
from tournaments.events.services.results import override_result
from tournaments.events.services.schedule import cancel, reopen_last_round

ROUND = 4
"""The latest that is closed."""


def decided(tournament: str, number: int, table: int) -> None:
    """Let Olga decide that the second seat of a table has won."""
    at = Place.objects.filter(table__round__tournament=tournament, table__round__number=number, table__number=table)
    entrants = at.order_by("seat").values_list("entrant", flat=True)
    seats: Sequence[Json] = [{"entrant": entrant, "place": 2 - seat} for seat, entrant in enumerate(entrants)]
    override_result(tournament, caller("Olga"), command(), table, seats, "One was helped.", round_number=number)


@pytest.mark.slow
def test_a_table_about_which_an_organiser_has_decided_stays_and_ratings_leave_out_what_is_voided(swiss: str) -> None:
    decided(swiss, ROUND, 1)
    follow()
    game, before = games_in(swiss, ROUND)[0], figures(swiss)
    assert foresee_ruling(game, "forfeited", [0]).ratings == foresee_ruling(game, "forfeited", [1]).ratings == ()
    preview = foresee_ruling(game, "voided")
    assert "decided" in preview.notes
    assert preview.standings == ()
    assert preview.ratings
    void(game)
    assert figures(swiss) == foretold(before, preview)


def test_the_standings_of_a_tournament_that_was_called_off_stay(swiss: str) -> None:
    cancel(swiss, caller("Olga"), command(), "The room is flooded.")
    follow()
    game, before = games_in(swiss, ROUND)[0], figures(swiss)
    preview = foresee_ruling(game, "voided")
    assert "called-off" in preview.notes
    assert preview.standings == ()
    void(game)
    assert figures(swiss) == foretold(before, preview)


def test_a_game_of_a_round_that_was_played_anew_counts_at_no_table(shared: str, time: Watch) -> None:
    [game, *_] = games_in(shared, 2)
    reopen_last_round(shared, caller("Olga"), command(), after(HOUR), "The dice were seen before.")
    follow()
    assert game not in games_in(shared, 2)
    before = figures(shared)
    preview = foresee_ruling(game, "voided")
    assert "taken-back" in preview.notes
    assert preview.tournament is None
    void(game)
    assert figures(shared) == foretold(before, preview)


def test_a_game_that_nobody_rates_changes_no_rating(db: None) -> None:
    game = table("duel")
    play_out(game)
    preview = foresee_ruling(game, "voided")
    assert (preview.notes, preview.ratings, preview.tournament) == (("unrated",), (), None)
    assert preview.has_other_result
