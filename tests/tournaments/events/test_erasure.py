"""Erasing and exporting somebody who has played and run tournaments."""

from functools import partial

import pytest

from games.accounts.data_export import export_account
from games.accounts.erasure import erase_account
from games.accounts.models import Account
from games.integrity.audit.full_audit import audit
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, duplicate, entrant, is_unbroken, settings
from tournaments.events.models import Entrant, TournamentActor, TournamentEvent, TournamentText
from tournaments.events.services.entrants import enter, remove_entrant, withdraw


@pytest.mark.django_db
def test_who_somebody_was_is_forgotten_and_the_log_stays_whole() -> None:
    tournament = announced(settings(), "Mia", "Sven")
    mia, number = entrant(tournament, "Mia"), account("Mia").pk
    remove_entrant(tournament, caller("Otto"), command(), entrant(tournament, "Sven"), "Mia says that he is rude")
    before = list(TournamentEvent.objects.order_by("pk").values_list())
    erase_account(account("Mia"))
    erase_account(account("Otto"))
    after = list(TournamentEvent.objects.order_by("pk").values_list())
    assert after[: len(before)] == before
    row = Entrant.objects.get(pk=mia)
    assert (row.account_id, row.left_round) == (None, 1)
    assert not TournamentActor.objects.filter(account=number).exists()
    assert not TournamentText.objects.exists()
    assert is_unbroken(tournament)
    assert audit().findings == []


@pytest.mark.django_db
def test_whoever_has_left_or_only_runs_it_adds_nothing_to_the_log_by_going() -> None:
    tournament = announced(settings(), "Mia")
    withdraw(tournament, caller("Mia"), command())
    before = TournamentEvent.objects.count()
    erase_account(account("Mia"))
    erase_account(account("Olga"))
    assert TournamentEvent.objects.count() == before
    assert audit().findings == []


@pytest.mark.django_db
def test_everything_about_somebody_is_exported() -> None:
    tournament = announced(duplicate(), "Mia", "Sven")
    exported = export_account(account("Mia"))
    [told] = exported["tournaments"]
    assert (told["tournament"], told["entrant"], told["number"]) == (tournament, entrant(tournament, "Mia"), 1)
    remove_entrant(tournament, caller("Otto"), command(), entrant(tournament, "Sven"), "Too loud")
    exported = export_account(account("Otto"))
    assert [text["text"] for text in exported["tournament_texts"]] == ["Too loud"]
    assert "entrant" not in exported["tournaments"][0]


@pytest.mark.django_db(transaction=True)
def test_whoever_is_erased_at_that_moment_is_in_no_tournament() -> None:
    for number in range(4):
        tournament, name = announced(settings()), f"Ada{number}"
        gone = account(name)
        results = at_once(partial(erase_account, gone), partial(enter, tournament, caller(name), command()))
        assert set(codes(results)) <= {"tournament/guest"}
        assert not Account.objects.filter(pk=gone.pk).exists()
        assert not Entrant.objects.filter(tournament=tournament, left_round=None).exists()
        assert audit().findings == []
