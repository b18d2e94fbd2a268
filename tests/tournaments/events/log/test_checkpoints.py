"""Checkpoints over the logs of tournaments: what they cover, how they stand beside those over games, who gets them."""

from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.test import override_settings

from engine.checkpoint import check_proof, check_signature, note_hash, parse_note
from engine.log import FIRST_PREVIOUS, read_body
from engine.merkle import Tree
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.integrity.models import CheckpointDelivery
from games.integrity.tasks import make_checkpoint as task
from games.keys.signing import known_keys, signing_key
from games.log.checkpoint_proofs import proof_of
from games.log.models import Checkpoint, CheckpointLeaf, Game
from tests.games.integrity.checkpoints.heads import leaves as leaves_over_games
from tests.games.integrity.checkpoints.heads import note
from tests.games.keys import pems
from tests.games.sample_tables import caller, command, move, table
from tests.tournaments.events.rounds.world import announced, row, settings
from tournaments.events.log.event_store import TOURNAMENT_LOGS
from tournaments.events.models import Tournament, TournamentEvent, TournamentLeaf
from tournaments.events.services.entrants import enter

pytestmark = pytest.mark.django_db


def leaves(number: int) -> list[str]:
    """The texts under the root of a checkpoint over tournaments, in order."""
    return [str(leaf) for leaf in TournamentLeaf.objects.filter(checkpoint=number).order_by("position")]


def heads() -> list[str]:
    """Where the logs of all tournaments end, sorted by their ids."""
    return sorted(f"{one.pk}|{one.seq}|{one.head_hash}" for one in Tournament.objects.all())


def go_on(tournament: str, who: str) -> None:
    """Let something happen in a tournament."""
    enter(tournament, caller(who), command())


def test_the_ends_of_all_logs_are_under_one_root_sorted_by_their_ids() -> None:
    for _ in range(5):
        announced(settings(), "Mia")
    assert make_checkpoints() == [1]
    assert leaves(1) == heads()
    assert note(1).root == Tree(leaf.encode() for leaf in heads()).root.hex()
    assert Checkpoint.objects.get().size == 5
    assert audit().is_clean


def test_what_a_leaf_names_is_what_every_event_of_the_log_names() -> None:
    tournament = announced(settings(), "Mia")
    make_checkpoints()
    [leaf] = leaves(1)
    name, seq, link = leaf.split("|")
    last = TournamentEvent.objects.get(tournament=tournament, seq=seq)
    assert (read_body(last.body)["game"], last.hash) == (name, link)


def test_a_checkpoint_over_games_is_what_it_would_be_without_tournaments() -> None:
    announced(settings(), "Mia")
    games = sorted(table() for _ in range(3))
    assert make_checkpoints() == [1, 2]
    found = [f"{one.pk}|{one.seq}|{one.head_hash}" for one in Game.objects.order_by("pk")]
    assert [leaf.partition("|")[0] for leaf in found] == games
    assert leaves_over_games(1) == found
    assert note(1).root == Tree(leaf.encode() for leaf in found).root.hex()
    assert (leaves(1), leaves_over_games(2)) == ([], [])
    assert leaves(2) == heads()


def test_all_notes_are_one_series_each_linked_to_the_one_before() -> None:
    game, tournament = table(), announced(settings(), "Mia")
    assert make_checkpoints() == [1, 2]
    go_on(tournament, "Sven")
    assert make_checkpoints() == [3]
    move(game)
    assert make_checkpoints() == [4]
    assert note(1).previous == FIRST_PREVIOUS
    for before, after in pairwise(Checkpoint.objects.order_by("number")):
        assert note(after.number).previous == note_hash(before.note)
        assert note(after.number).at >= note(before.number).at
    assert audit().is_clean


def test_a_minute_in_which_nothing_happened_makes_none() -> None:
    assert make_checkpoints() == []
    announced(settings(), "Mia")
    assert make_checkpoints() == [1]
    assert make_checkpoints() == []
    assert make_checkpoint() is None
    assert make_checkpoint(TOURNAMENT_LOGS) is None


def test_only_logs_that_have_grown_are_covered_again() -> None:
    grown, still = announced(settings(), "Mia"), announced(settings(), "Mia")
    make_checkpoints()
    go_on(grown, "Sven")
    assert row(grown).checkpointed_seq < row(grown).seq, "what was appended keeps in mind what is covered"
    assert make_checkpoints() == [2]
    assert leaves(2) == [f"{grown}|{row(grown).seq}|{row(grown).head_hash}"]
    assert [row(one).checkpointed_seq for one in (grown, still)] == [row(grown).seq, row(still).seq]


def test_a_minute_that_was_lost_is_made_up_for_by_the_next() -> None:
    tournament = announced(settings(), "Mia")
    make_checkpoints()
    for who in ("Sven", "Otto", "Ada"):
        go_on(tournament, who)
    assert make_checkpoints() == [2]
    assert leaves(2) == heads()


def test_the_worker_signs_both() -> None:
    table()
    announced(settings(), "Mia")
    task()
    assert [CheckpointLeaf.objects.get().checkpoint_id, TournamentLeaf.objects.get().checkpoint_id] == [1, 2]


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_log_of_every_tournament_is_proven(number: int) -> None:
    tournaments = [announced(settings(), "Mia") for _ in range(number)]
    table()
    make_checkpoints()
    for tournament in tournaments:
        found = proof_of(tournament, logs=TOURNAMENT_LOGS)
        assert found is not None
        signed = parse_note(found["note"])
        check_signature(signed, known_keys())
        assert check_proof(signed, found["proof"]) == f"{tournament}|{row(tournament).seq}|{row(tournament).head_hash}"
    assert proof_of(tournaments[0]) is None, "it is no game"


def test_another_key_goes_on_where_the_old_one_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = announced(settings(), "Mia")
    make_checkpoints()
    old = signing_key()
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(pems.ONE))
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", old.public_pem)
    go_on(tournament, "Sven")
    assert make_checkpoints() == [2]
    assert [note(1).key_id, note(2).key_id] == [old.id, pems.id_of(pems.ONE)]
    assert note(2).previous == note_hash(Checkpoint.objects.get(pk=1).note)
    assert audit().is_clean
    monkeypatch.delenv("BRIKKS_RETIRED_KEYS")
    assert {(one.code, one.checkpoint) for one in audit().findings} == {("checkpoint/key", 1)}


@override_settings(CHECKPOINT_WEBHOOK="https://keeper.example/notes")
def test_whoever_keeps_notes_gets_those_over_tournaments_among_the_others() -> None:
    table()
    announced(settings(), "Mia")
    make_checkpoints()
    assert list(CheckpointDelivery.objects.order_by("pk").values_list("pk", flat=True)) == [1, 2]
    out = StringIO()
    call_command("checkpoints", "--since", "1", stdout=out)
    assert out.getvalue() == Checkpoint.objects.get(pk=2).note
