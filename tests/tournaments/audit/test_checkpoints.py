"""Whoever rewrites the log of a tournament so well that everything fits again has signed checkpoints against them."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.db import transaction

from games.integrity.audit.batches import EVERYTHING, Selection
from games.integrity.audit.findings import Finding
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.log.models import Checkpoint, CheckpointLeaf
from tests.games.integrity.audit.tampering import IS_SQLITE, around_the_guards, changed, execute
from tests.games.sample_tables import open_table
from tests.tournaments.audit.tampering import cut, event, rewrite
from tests.tournaments.events.log.world import eventful, result, tell
from tests.tournaments.events.rounds.world import row
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.events.log.event_store import TOURNAMENT_LOGS
from tournaments.events.models import Entrant, Tournament, TournamentEvent, TournamentLeaf

pytestmark = pytest.mark.slow

LEAVES = "tournaments_tournamentleaf"


class Named(NamedTuple):
    """What the audit has named: a code and where."""

    code: str
    tournament: str | None = None
    seq: int | None = None
    checkpoint: int | None = None


def named(findings: list[Finding]) -> set[Named]:
    return {Named(one.code, one.tournament, one.seq, one.checkpoint) for one in findings}


def found(selection: Selection = EVERYTHING, kept: Path | None = None) -> set[Named]:
    """Everything that the audit names."""
    return named(audit(selection, kept).findings)


@pytest.fixture
def signed(happened: str, db: None) -> Iterator[str]:
    """A tournament in which everything has happened, under checkpoint 2; checkpoint 1 is over a game."""
    open_table()
    assert make_checkpoints() == [1, 2]
    assert found() == set()
    yield happened
    # What a test has broken is not for the tear-down to judge.
    transaction.set_rollback(True)


def last_ruling(tournament: str) -> TournamentEvent:
    """The last result that an organiser has decided."""
    return TournamentEvent.objects.filter(tournament=tournament, kind="result/overridden").latest("seq")


def turn_a_ruling_round(tournament: str) -> None:
    """Let an organiser have decided for somebody else."""
    ruling = last_ruling(tournament)
    body = json.loads(ruling.body)
    body["data"]["seats"][0]["score"] += 40
    rewrite(tournament, ruling.seq, body)


def change_a_byte(tournament: str) -> None:
    """Let a round have been extended by a microsecond more or less."""
    extended = TournamentEvent.objects.get(tournament=tournament, kind="round/extended")
    body = json.loads(extended.body)
    closes_at = body["data"]["closes_at"]
    body["data"]["closes_at"] = changed(closes_at, len(closes_at) - 2)
    rewrite(tournament, extended.seq, body)


def swap_two_events(tournament: str) -> None:
    """Let two results have been recorded the other way round."""
    first = TournamentEvent.objects.filter(tournament=tournament, kind="result/recorded").earliest("seq")
    one, two = json.loads(first.body), json.loads(event(tournament, first.seq + 1).body)
    assert one["kind"] == two["kind"]
    rewrite(tournament, first.seq, {**two, "seq": one["seq"]}, {**one, "seq": two["seq"]})


def cut_the_tail(tournament: str) -> None:
    """Let the last things not have happened."""
    cut(tournament, 2)


ATTACKS = [turn_a_ruling_round, change_a_byte, swap_two_events, cut_the_tail]


def rewritten(tournament: str, attack: Callable[[str], None]) -> None:
    """Attack the log, and make all rows anew from what is left of it."""
    with around_the_guards():
        attack(tournament)
    assert rebuild_tournament(tournament) is None


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_log_that_was_rewritten_with_all_that_follows_is_named(signed: str, attack: Callable[[str], None]) -> None:
    end = row(signed).seq
    rewritten(signed, attack)
    assert found() == {Named("checkpoint/leaf", signed, end, 2)}


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_else_would_have_found_it(happened: str, db: None, attack: Callable[[str], None]) -> None:
    """So that the tests above show what checkpoints do, and not what a clumsy attack leaves behind."""
    rewritten(happened, attack)
    assert found() == set()
    transaction.set_rollback(True)


def test_the_audit_says_so_in_words_and_leaves_with_a_status(signed: str) -> None:
    end = row(signed).seq
    rewritten(signed, turn_a_ruling_round)
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", stdout=told, stderr=StringIO())
    place = f"checkpoint/leaf: tournament {signed}, event {end}, checkpoint 2: "
    assert f"{place}It vouches for another event {end} than the stored one.\n" in told.getvalue()


def test_every_checkpoint_over_what_was_rewritten_is_named(signed: str) -> None:
    first = row(signed).seq
    tell(signed, result(1, 1, entrants(signed), "overridden", reason="0" * 64))
    assert make_checkpoints() == [3]
    last = row(signed).seq
    rewritten(signed, turn_a_ruling_round)
    assert found() == {Named("checkpoint/leaf", signed, last, 3)}, "only what came after checkpoint 2 was changed"
    rewritten(signed, change_a_byte)
    assert found() == {Named("checkpoint/leaf", signed, first, 2), Named("checkpoint/leaf", signed, last, 3)}


def entrants(tournament: str) -> list[str]:
    """Two who have played."""
    return list(Entrant.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)[:2])


def test_a_new_checkpoint_over_the_forgery_does_not_hide_the_old_one(signed: str) -> None:
    end = row(signed).seq
    rewritten(signed, turn_a_ruling_round)
    Tournament.objects.filter(pk=signed).update(checkpointed_seq=0)
    assert make_checkpoints() == [3]
    assert found() == {Named("checkpoint/leaf", signed, end, 2)}


def test_a_log_that_was_cut_and_went_on_in_another_way_is_named(signed: str) -> None:
    end = row(signed).seq
    rewritten(signed, cut_the_tail)
    tell(signed, *[result(1, 1, entrants(signed), "overridden", reason="0" * 64)] * 3)
    assert row(signed).seq > end
    assert found() == {Named("checkpoint/leaf", signed, end, 2)}


def test_a_leaf_that_was_made_to_fit_the_forgery_is_not_what_was_signed(signed: str) -> None:
    rewritten(signed, turn_a_ruling_round)
    with around_the_guards():
        TournamentLeaf.objects.filter(tournament=signed).update(hash=row(signed).head_hash)
    assert found() == {Named("checkpoint/root", checkpoint=2)}


def test_another_tournament_is_not_named_along(signed: str) -> None:
    other = eventful()
    assert make_checkpoints() == [3]
    end = row(other).seq
    rewritten(other, turn_a_ruling_round)
    assert found() == {Named("checkpoint/leaf", other, end, 3)}


@pytest.mark.parametrize("column", ["hash", "seq", "position"])
def test_a_changed_leaf_is_named(signed: str, column: str) -> None:
    leaf = TournamentLeaf.objects.get(tournament=signed)
    values = {"hash": changed(leaf.hash, 9), "seq": leaf.seq - 1, "position": 7}
    with around_the_guards():
        TournamentLeaf.objects.update(**{column: values[column]})
    codes = {"hash": {"leaf", "root"}, "seq": {"leaf", "root"}, "position": {"order"}}[column]
    codes_found = {one.code for one in found()}
    assert {f"checkpoint/{code}" for code in codes} <= codes_found
    assert ("head/checkpointed_seq" in codes_found) == (column == "seq")


def test_a_deleted_leaf_is_missed_by_its_checkpoint_and_by_the_tournament(signed: str) -> None:
    with around_the_guards():
        TournamentLeaf.objects.all().delete()
    assert found() == {
        Named("checkpoint/size", checkpoint=2),
        Named("checkpoint/root", checkpoint=2),
        Named("head/checkpointed_seq", signed),
    }


def test_a_leaf_under_a_checkpoint_of_games_is_named(signed: str) -> None:
    with around_the_guards():
        TournamentLeaf.objects.create(
            checkpoint_id=1, position=1, tournament_id=signed, seq=3, hash=event(signed, 3).hash
        )
    assert {Named("checkpoint/size", checkpoint=1), Named("checkpoint/root", checkpoint=1)} <= found()


@pytest.mark.parametrize("covered", [0, 7, 10_000])
def test_a_row_that_says_more_or_less_is_covered_is_named(signed: str, covered: int) -> None:
    Tournament.objects.filter(pk=signed).update(checkpointed_seq=covered)
    assert found() == {Named("head/checkpointed_seq", signed, row(signed).seq)}


def test_a_tournament_that_is_gone_with_all_its_rows_is_missed(signed: str) -> None:
    end = row(signed).seq
    delete_everything(signed)
    assert found() == {Named("checkpoint/leaf", signed, end, 2), Named("leftover/leaf", signed)}


def test_and_so_it_is_without_its_leaf(signed: str) -> None:
    with around_the_guards():
        TournamentLeaf.objects.all().delete()
    delete_everything(signed)
    assert found() == {Named("checkpoint/size", checkpoint=2), Named("checkpoint/root", checkpoint=2)}


def delete_everything(tournament: str) -> None:
    """Take away all that is known of a tournament but what checkpoints say."""
    with around_the_guards():
        if not IS_SQLITE:
            execute("ALTER TABLE tournaments_tournament DISABLE TRIGGER ALL")
        of_rounds = f"(SELECT id FROM tournaments_round WHERE tournament_id = '{tournament}')"
        for table in ("place", "table", "pairingrun"):
            execute(f"DELETE FROM tournaments_{table} WHERE round_id IN {of_rounds}")
        for table in ("round", "entrant", "tournamentactor", "tournamenttext", "tournamentevent"):
            execute(f"DELETE FROM tournaments_{table} WHERE tournament_id = %s", tournament)
        execute("DELETE FROM tournaments_tournament WHERE id = %s", tournament)
        if not IS_SQLITE:
            execute("ALTER TABLE tournaments_tournament ENABLE TRIGGER ALL")


@pytest.fixture
def kept(signed: str, tmp_path: Path) -> Path:
    """All notes, as they are printed."""
    out = StringIO()
    call_command("checkpoints", stdout=out)
    path = tmp_path / "notes"
    path.write_text(out.getvalue())
    return path


def test_whoever_takes_the_checkpoint_away_too_has_those_who_keep_notes_against_them(signed: str, kept: Path) -> None:
    assert found(kept=kept) == set()
    rewritten(signed, turn_a_ruling_round)
    with around_the_guards():
        TournamentLeaf.objects.filter(checkpoint=2).delete()
        Checkpoint.objects.filter(number=2).delete()
    Tournament.objects.filter(pk=signed).update(checkpointed_seq=0)
    assert found() == set()
    assert found(kept=kept) == {Named("checkpoint/rolled-back", checkpoint=1)}
    assert make_checkpoints() == [2]
    assert found() == set()
    assert found(kept=kept) == {Named("checkpoint/rewritten", checkpoint=2)}


def test_what_is_audited_since_a_time_includes_checkpoints_over_tournaments(signed: str) -> None:
    end = row(signed).seq
    rewritten(signed, turn_a_ruling_round)
    at = Checkpoint.objects.get(pk=2).at
    assert Named("checkpoint/leaf", signed, end, 2) in found(Selection(since=at))
    assert found(Selection(since="2999-01-01T00:00:00.000000Z")) == set()


def test_the_audit_of_one_game_leaves_checkpoints_over_tournaments_alone(signed: str) -> None:
    rewritten(signed, turn_a_ruling_round)
    game = CheckpointLeaf.objects.get(checkpoint=1).game_id
    report = audit(Selection(games=(game,)))
    assert (report.findings, report.checkpoints) == ([], 1)


def test_rows_made_anew_stay_covered(signed: str) -> None:
    before = row(signed).checkpointed_seq
    assert rebuild_tournament(signed) is None
    assert row(signed).checkpointed_seq == before == row(signed).seq
    assert make_checkpoint(TOURNAMENT_LOGS) is None
