"""The fold gives what calling the library for every match gives, to the last bit, in whatever order people sit."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tests.sizes import size
from tournaments.ratings.plackett_luce import fold_matches
from tournaments.ratings.values import Match, Seat, Skill

AT = datetime(2026, 3, 7, tzinfo=UTC)
PLAYERS = [f"r-{number}" for number in range(7)]
SEATS = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.integers(1, 7)), min_size=2, max_size=7, unique_by=lambda s: s[0]
)


@settings(max_examples=size(60, 1500), deadline=None, database=None)
@given(st.lists(SEATS, min_size=1, max_size=12))
def test_the_fold_is_the_library_match_by_match(tables: list[list[tuple[str, int]]]) -> None:
    model = PlackettLuce()
    known = {player: model.rating() for player in PLAYERS}
    skills: dict[str, Skill] = {}
    matches = [Match(AT, f"g-{at}", tuple(Seat(*seat) for seat in seats)) for at, seats in enumerate(tables)]
    changes = iter(list(fold_matches(matches, skills)))
    for seats in tables:
        ranks = [float(place) for _, place in seats]
        for (player, _), [after] in zip(
            seats, model.rate([[known[one]] for one, _ in seats], ranks=ranks), strict=True
        ):
            change = next(changes)
            assert (change.seat.player, change.after.mu, change.after.sigma) == (player, after.mu, after.sigma)
            known[player] = after
    assert next(changes, None) is None
