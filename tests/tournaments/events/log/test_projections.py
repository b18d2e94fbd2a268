"""What the rows make of a log: the same whether it grows event by event or is read from the beginning."""

import pytest

from engine.errors import Malformed
from tests.games.sample_tables import account
from tests.tournaments.events.log.world import eventful, result, rows, tell
from tests.tournaments.events.rounds.world import announced, entrant, settings
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.audit.tournaments import check_tournament
from tournaments.events import event_kinds
from tournaments.events.models import Entrant, PairingRun, Place, Round, Table, Tournament, TournamentEvent
from tournaments.events.projections.handlers import HANDLERS

pytestmark = pytest.mark.django_db


def test_every_kind_of_event_is_known_to_the_rows() -> None:
    named = {value for name, value in vars(event_kinds).items() if name.isupper()}
    assert named == set(HANDLERS)


def test_rows_that_grew_are_those_that_the_log_gives() -> None:
    tournament = eventful()
    told = set(TournamentEvent.objects.filter(tournament=tournament).values_list("kind", flat=True))
    # Tables that start without somebody have games: see the tests of rounds.
    never = {
        event_kinds.CHANGED,
        event_kinds.UNPUBLISHED,
        event_kinds.CANCELLED,
        event_kinds.ALLOWED,
        event_kinds.ROUND_WAITED,
        event_kinds.TABLE_STARTED,
    }
    assert told == set(HANDLERS) - never
    assert check_tournament(tournament).findings == []


def test_rows_that_were_deleted_are_made_anew() -> None:
    tournament = eventful()
    before = rows(tournament)
    assert all(before.values())
    for model in (Place, Table, PairingRun, Round, Entrant):
        model._default_manager.all().delete()
    assert rebuild_tournament(tournament) is None
    assert rows(tournament) == before


def test_rows_that_were_changed_are_put_right() -> None:
    tournament = eventful()
    before = rows(tournament)
    Place.objects.update(score=1, has_forfeited=True)
    Entrant.objects.update(joined_round=7, is_checked_in=False)
    Entrant.objects.filter(account=account("Ada")).update(account=account("Zoe"))
    Tournament.objects.update(status="cancelled", round=9, due_at=None)
    Round.objects.update(status="open")
    assert rebuild_tournament(tournament) is None
    assert rows(tournament) == before


def test_a_log_that_does_not_end_where_its_row_says_is_left_to_the_audit() -> None:
    tournament = eventful()
    Tournament.objects.update(head_hash="f" * 64)
    before = rows(tournament)
    finding = rebuild_tournament(tournament)
    assert finding is not None
    assert (finding.code, finding.tournament) == ("rebuild/refused", tournament)
    assert rows(tournament) == before


def test_many_results_at_once_are_as_good_as_one_after_the_other() -> None:
    tournament = eventful()
    ids = list(Entrant.objects.filter(places__round__number=2).order_by("number").values_list("pk", flat=True))
    tell(tournament, *(result(2, at, [name]) for at, name in enumerate(ids, 1)))
    tables = Table.objects.filter(round__tournament=tournament, round__number=2)
    assert all(tables.values_list("is_done", flat=True))
    assert check_tournament(tournament).findings == []


def test_what_cannot_happen_in_a_tournament_is_refused() -> None:
    tournament = announced(settings())
    with pytest.raises(Malformed):
        tell(tournament, ("game/created", {}))


def test_whoever_comes_back_counts_as_having_come_when_the_log_says() -> None:
    tournament = eventful()
    eve = Entrant.objects.get(pk=entrant(tournament, "Eve"))
    assert (eve.joined_round, eve.left_round) == (2, None)
    dan = Entrant.objects.get(pk=entrant(tournament, "Dan"))
    assert (dan.joined_round, dan.left_round) == (1, 2)
