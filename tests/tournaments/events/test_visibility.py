"""Who sees a tournament, and what pairing and standings are told of it."""

import pytest

from games.refusals import NotFound
from tests.games.sample_tables import caller, command
from tests.tournaments.events.log.world import drawn, result, tell
from tests.tournaments.events.rounds.world import announced, entrant, row, settings
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club, viewer
from tournaments.clubs.models import Club
from tournaments.events.history import load_history, open_round
from tournaments.events.selectors.visibility import see_tournament, see_tournament_by_link
from tournaments.events.services.entrants import enter, forbid_pair, withdraw
from tournaments.events.services.tournaments import change_tournament, create_tournament
from tournaments.events.values import Participation, SeatResult

pytestmark = pytest.mark.django_db
EVERYBODY = ("Olga", "Otto", "Sven", "Mia", "Dan", None)


def seen_by(tournament: str, *, invite: str | None = None) -> list[str | None]:
    """Who of all sees a tournament."""
    found = []
    for name in EVERYBODY:
        try:
            see_tournament(tournament, viewer(name)._replace(invite=invite))
            found.append(name)
        except NotFound:
            pass
    return found


def test_a_draft_is_seen_by_those_who_run_the_club() -> None:
    tournament = create_tournament(club(is_public=True).pk, caller("Olga"), command(), "B", settings()).tournament
    assert seen_by(tournament) == seen_by(tournament, invite=row(tournament).invite) == ["Olga", "Otto"]
    staff, mia = viewer("Root", is_staff=True), viewer("Mia")
    with refused(NotFound, "tournament/not-found"):
        see_tournament(tournament, staff)
    with refused(NotFound, "tournament/not-found"):
        see_tournament_by_link(row(tournament).invite, mia)


def test_a_public_one_is_seen_by_all() -> None:
    assert seen_by(announced(settings())) == list(EVERYBODY)


def test_who_sees_it_does_not_always_see_its_club() -> None:
    tournament = announced(settings())
    assert [see_tournament(tournament, viewer(name)).sees_club for name in ("Mia", "Dan")] == [True, False]
    Club.objects.update(is_public=True)
    assert see_tournament(tournament, viewer("Dan")).sees_club


def test_a_private_one_is_seen_by_members_entrants_staff_and_those_with_the_link() -> None:
    tournament = announced(settings())
    change_tournament(tournament, caller("Olga"), command(), is_public=False)
    invite = row(tournament).invite
    assert seen_by(tournament) == ["Olga", "Otto", "Sven", "Mia"]
    assert seen_by(tournament, invite="wrong") == ["Olga", "Otto", "Sven", "Mia"]
    assert seen_by(tournament, invite=invite) == list(EVERYBODY)
    assert see_tournament_by_link(invite, viewer(None)).is_invited
    enter(tournament, caller("Dan"), command(), invite)
    assert seen_by(tournament) == ["Olga", "Otto", "Sven", "Mia", "Dan"]
    assert see_tournament(tournament, viewer("Root", is_staff=True)).role is None


def test_the_viewer_learns_what_they_are_to_it() -> None:
    tournament = announced(settings(), "Mia")
    by_mia = see_tournament(tournament, viewer("Mia"))
    assert (by_mia.role, by_mia.runs_it, by_mia.is_invited) == ("member", False, False)
    assert by_mia.own is not None
    assert by_mia.own.pk == entrant(tournament, "Mia")
    assert see_tournament(tournament, viewer("Olga")).runs_it
    assert see_tournament(tournament, viewer(None)).own is None


@pytest.mark.parametrize("name", ["t-0", "", "\0", None])
def test_there_is_none_of_that_name(name: str) -> None:
    with refused(NotFound, "tournament/not-found"):
        see_tournament(name, viewer(None))
    with refused(NotFound, "tournament/not-found"):
        see_tournament_by_link(name, viewer(None))


def test_a_history_tells_entries_rounds_results_byes_and_forbidden_pairs() -> None:
    tournament = announced(settings(rounds=3), "Ada", "Bob", "Cleo", "Dan", "Eve")
    a, b, c, d, e = (entrant(tournament, name) for name in ("Ada", "Bob", "Cleo", "Dan", "Eve"))
    forbid_pair(tournament, caller("Olga"), command(), a, b)
    tell(tournament, ("tournament/started", {"rounds": 3}), drawn(1, 1, [[d, a], [b, c]], [e]))
    assert (open_round(row(tournament)), load_history(row(tournament)).rounds) == (1, ())
    tell(tournament, ("round/published", {"round": 1, "run": 1}), result(1, 1, [d, a]))
    withdraw(tournament, caller("Eve"), command())
    history = load_history(row(tournament))
    assert history.seed == row(tournament).seed
    assert history.entries[0] == Participation(a, 1, 1, None)
    assert history.entries[4] == Participation(e, 5, 1, 2)
    assert history.forbidden == {frozenset((a, b))}
    [played] = history.rounds
    assert (played.number, played.byes, played.seated) == (1, (e,), ((d, a), (b, c)))
    [table] = played.tables
    first, second = table.seats
    assert (table.number, table.is_void, first.entrant, second.entrant) == (1, False, d, a)
    assert isinstance(first, SeatResult)
    assert (first.place, second.place, first.has_forfeited) == (1, 2, False)
    assert load_history(row(tournament), 0).rounds == ()
