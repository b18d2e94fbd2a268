"""Commands on a tournament: one event each, known again, and in the order of time."""

from datetime import timedelta

import pytest
from django.test import override_settings

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.clock.site_time import now, use_clock
from games.play.commands import Command
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, counts, is_unbroken, settings
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club
from tournaments.events.log.commands import carry_out
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Tournament, TournamentEvent
from tournaments.events.services.entrants import enter, remove_entrant, withdraw
from tournaments.events.services.tournaments import change_tournament, create_tournament

pytestmark = pytest.mark.django_db


def test_a_command_given_twice_makes_one_event_and_one_receipt() -> None:
    tournament = announced(settings())
    first = enter(tournament, caller("Mia"), "once")
    assert enter(tournament, caller("Mia"), "once") == first
    assert counts(tournament)["entrant/entered"] == 1
    assert TournamentEvent.objects.get(tournament=tournament, seq=first.seq).hash == first.hash


def test_creating_twice_makes_one_tournament() -> None:
    made, agreed = club(), settings()
    first = create_tournament(made.pk, caller("Olga"), "once", "Bricks", agreed)
    assert create_tournament(made.pk, caller("Olga"), "once", "Bricks", agreed) == first
    assert Tournament.objects.count() == 1
    with refused(Conflict, "command/reused"):
        create_tournament(made.pk, caller("Olga"), "once", "Blocks", agreed)


def test_the_same_id_for_something_else_is_refused() -> None:
    tournament = announced(settings())
    enter(tournament, caller("Mia"), "once")
    with refused(Conflict, "command/reused"):
        withdraw(tournament, caller("Mia"), "once")
    with refused(Conflict, "command/reused"):
        enter(tournament, caller("Sven"), "once")


def test_what_is_stored_of_a_command_tells_nothing_to_whoever_guesses_what_it_said() -> None:
    tournament = announced(settings(), "Mia")
    [entrant] = Tournament.objects.get(pk=tournament).entrants.values_list("pk", flat=True)
    said = (tournament, caller("Olga"), "once", entrant, "She has moved away.")
    first = remove_entrant(*said)
    assert remove_entrant(*said) == first
    with override_settings(SECRET_KEY="another one"), refused(Conflict, "command/reused"):
        remove_entrant(*said)


def test_an_id_that_was_used_tells_strangers_nothing_of_a_private_tournament() -> None:
    tournament = announced(settings())
    change_tournament(tournament, caller("Olga"), "known", is_public=False)
    stranger = caller("Dan")
    with refused(NotFound, "tournament/not-found"):
        withdraw(tournament, stranger, "known")


def test_a_command_that_changes_nothing_leaves_no_trace() -> None:
    tournament = announced(settings(), "Mia")
    before = Tournament.objects.get(pk=tournament)
    receipt = enter(tournament, caller("Mia"), command())
    assert (receipt.seq, receipt.hash) == (before.seq, before.head_hash)
    assert TournamentEvent.objects.filter(tournament=tournament).count() == before.seq


@pytest.mark.parametrize("name", ["", "with space", "x" * 65, "bot-1-2", "ü"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    tournament = announced(settings())
    with refused(Malformed, "command/id"):
        enter(tournament, caller("Mia"), name)


def test_guests_and_nobody_cannot_do_anything() -> None:
    tournament = announced(settings())
    guest = caller("Gus", is_guest=True)
    gone = caller("Gone", is_active=False)
    for somebody in (guest, gone, Caller()):
        with refused(Forbidden, "tournament/guest"):
            enter(tournament, somebody, command())


@pytest.mark.parametrize("name", ["t-0", "", "\0", "é", None, 7])
def test_there_is_no_such_tournament(name: str) -> None:
    account("Mia")
    with refused(NotFound, "tournament/not-found"):
        withdraw(name, caller("Mia"), command())


def test_a_clock_that_was_set_back_does_not_make_the_log_run_backwards() -> None:
    tournament = announced(settings())
    before = now()
    with use_clock(lambda: before - timedelta(hours=1)):
        enter(tournament, caller("Mia"), command())
    times = list(TournamentEvent.objects.filter(tournament=tournament).order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)
    assert is_unbroken(tournament)


def test_what_is_refused_halfway_has_changed_nothing() -> None:
    tournament = announced(settings(), "Mia")

    def decide(draft: UnitOfWork) -> None:
        draft.add("tournament/paused", {})
        raise Conflict("test/no", "No.")

    with refused(Conflict, "test/no"):
        carry_out(tournament, Command(command(), caller("Olga"), "test", {}), decide)


def test_no_name_and_no_word_is_in_the_log() -> None:
    tournament = announced(settings(), "Mia")
    [entrant] = Tournament.objects.get(pk=tournament).entrants.all()
    remove_entrant(tournament, caller("Olga"), command(), entrant.pk, "Rudeness")
    texts = "".join(TournamentEvent.objects.filter(tournament=tournament).values_list("body", flat=True)).lower()
    for word in ("mia", "olga", "rudeness", "bricks for all"):
        assert word not in texts
