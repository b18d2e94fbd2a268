"""A tournament's stream on a real server: that something has happened, for those who may know of it, and no more."""

import json

import pytest

from games.accounts.models import Account
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import NDJSON, Listener, bearer, cookie
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.sample_clubs import club, enrol
from tournaments.clubs.models import Club
from tournaments.clubs.services.members import remove_member
from tournaments.events.models import Entrant, Tournament, TournamentEvent
from tournaments.events.services.entrants import enter
from tournaments.events.services.tournaments import create_tournament, unpublish_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def stream_of(tournament: str) -> str:
    return f"/api/v1/tournaments/{tournament}/stream"


def length(tournament: str) -> int:
    return Tournament.objects.get(pk=tournament).seq


def hide(tournament: str) -> Club:
    Tournament.objects.filter(pk=tournament).update(is_public=False)
    return Tournament.objects.get(pk=tournament).club


def test_what_has_happened_comes_first_and_then_what_happens(site: Site) -> None:
    tournament = announced(settings())
    begun = length(tournament)
    with Listener(site.port, stream_of(tournament)) as listener:
        heard = listener.take(begun)
        enter(tournament, caller("Ada"), command())
        heard += listener.take(length(tournament) - begun)
    rows = TournamentEvent.objects.filter(tournament=tournament).order_by("seq")
    assert [(one.said["seq"], one.said["hash"], one.said["kind"]) for one in heard] == list(
        rows.values_list("seq", "hash", "kind")
    )
    assert [one.id for one in heard] == [str(seq) for seq in range(1, len(heard) + 1)]
    assert {key for one in heard for key in one.said} == {"seq", "hash", "kind"}


def test_it_goes_on_after_the_last_event_in_both_forms_and_never_ahead_of_the_log(site: Site) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    end = length(tournament)
    with Listener(site.port, stream_of(tournament), after=str(end - 1)) as listener:
        assert [one.id for one in listener.take(1)] == [str(end)]
    with Listener(site.port, f"{stream_of(tournament)}?after={end - 2}", bearer("Ada"), accept=NDJSON) as listener:
        lines = (json.loads(line) for line in listener.lines() if line)
        assert [next(lines)["seq"] for _ in range(2)] == [end - 1, end]
    with Listener(site.port, stream_of(tournament), after=str(end + 1)) as listener:
        assert (listener.status, listener.refusal["code"]) == (400, "stream/ahead")


def test_who_may_not_know_of_it_is_told_that_there_is_none(site: Site) -> None:
    tournament = announced(settings())
    hide(tournament)
    Account.objects.filter(pk=account("Sam").pk).update(is_staff=True)
    drafted = create_tournament(
        Tournament.objects.get(pk=tournament).club_id, caller("Olga"), command(), "A secret", settings()
    ).tournament
    for name, seen in (("Dan", []), ("Mia", [tournament]), ("Sam", [tournament]), ("Olga", [tournament, drafted])):
        for one in (tournament, drafted):
            with Listener(site.port, stream_of(one), cookie(account(name))) as listener:
                assert (listener.status == 200) is (one in seen), (name, one)
    with Listener(site.port, stream_of(tournament)) as listener:
        assert (listener.status, listener.refusal["code"]) == (404, "tournament/not-found")
    invite = Tournament.objects.get(pk=tournament).invite
    with Listener(site.port, f"{stream_of(tournament)}?invite={invite}") as listener:
        assert listener.take(1)[0].id == "1"


def test_whoever_leaves_the_club_hears_no_more(site: Site) -> None:
    tournament = announced(settings(), of=club())
    founded = hide(tournament)
    enrol(founded, "Nia")
    with Listener(site.port, stream_of(tournament), cookie(account("Nia"))) as listener:
        listener.take(length(tournament))
        remove_member(founded.pk, caller("Olga"), "nia")
        [end] = listener.hear()
        assert (end.name, end.said["code"]) == ("end", "tournament/not-found")


def test_a_tournament_that_is_taken_back_ends_the_streams_of_strangers(site: Site) -> None:
    tournament = announced(settings())
    with Listener(site.port, stream_of(tournament)) as stranger:
        stranger.take(length(tournament))
        assert not Entrant.objects.exists()
        unpublish_tournament(tournament, caller("Olga"), command())
        [end] = stranger.hear()
        assert (end.name, end.said["code"]) == ("end", "tournament/not-found")
