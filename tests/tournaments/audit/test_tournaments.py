"""Whatever is changed behind the site's back, the audit names it: in the log, beside it, and in the games."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.integrity.audit.tampering import execute
from tests.games.sample_tables import account
from tests.tournaments.audit.tampering import change, event, rewrite
from tests.tournaments.events.log.world import eventful, tell
from tests.tournaments.events.rounds.world import row
from tournaments.audit.tournaments import check_tournament, check_tournaments
from tournaments.events.models import (
    Entrant,
    PairingRun,
    Place,
    Round,
    Table,
    Tournament,
    TournamentEvent,
    TournamentText,
)


def found(tournament: str) -> set[str]:
    """The codes of all that the audit finds."""
    return {finding.code for finding in check_tournament(tournament).findings}


def test_nothing_is_found_where_nothing_was_changed(tournament: str) -> None:
    report = check_tournaments()
    assert (report.findings, report.beside["tournament"]) == ([], 1)
    assert report.events == row(tournament).seq
    assert "1 tournament" in report.summary


@pytest.mark.parametrize("at", [1, 7, -1], ids=["first", "middle", "last"])
def test_a_changed_letter_in_any_text_is_named(tournament: str, at: int) -> None:
    seq = at if at > 0 else row(tournament).seq
    body = event(tournament, seq).body
    for place in (0, len(body) // 3, len(body) // 2, len(body) - 1):
        other = "x" if body[place] != "x" else "y"
        change(tournament, seq, body=body[:place] + other + body[place + 1 :])
        named = {finding.seq for finding in check_tournament(tournament).findings if finding.code == "chain/hash"}
        assert named == {seq}, place
    change(tournament, seq, body=body)
    assert found(tournament) == set()


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("kind", "round/closed", "column/kind"),
        ("actor", "p-0", "column/actor"),
        ("at", "2031-01-01T00:00:00.000000Z", "column/at"),
        ("hash", "0" * 64, "chain/hash"),
        ("prev_hash", "0" * 64, "chain/previous"),
        ("seq", 1000, "chain/gap"),
        ("command_id", "other", "column/command"),
        ("command_hash", "0" * 64, "column/command"),
        ("command_id", None, "column/command"),
    ],
)
def test_a_changed_column_is_named(tournament: str, column: str, value: Any, code: str) -> None:
    seq = TournamentEvent.objects.filter(tournament=tournament, command_id__isnull=False, seq__gt=1).latest("seq").seq
    change(tournament, seq, **{column: value})
    assert code in found(tournament)


def test_a_command_that_was_taken_away_whole_is_missed(tournament: str) -> None:
    change(tournament, 1, command_id=None, command_hash=None)
    assert found(tournament) == {"column/command"}


def test_swapped_events_are_named(tournament: str) -> None:
    change(tournament, 5, seq=10_000)
    change(tournament, 6, seq=5)
    change(tournament, 10_000, seq=6)
    assert {"column/seq", "chain/previous"} <= found(tournament)


def test_an_event_that_is_gone_is_missed(tournament: str) -> None:
    TournamentEvent.objects.filter(tournament=tournament, seq=5).delete()
    assert found(tournament) == {"chain/gap"}


def test_a_tail_that_was_cut_off_is_missed(tournament: str) -> None:
    TournamentEvent.objects.filter(tournament=tournament, seq=row(tournament).seq).delete()
    assert {"head/seq", "head/head_hash"} <= found(tournament)


def test_a_log_that_is_gone_is_missed(tournament: str) -> None:
    TournamentEvent.objects.all().delete()
    assert found(tournament) == {"chain/empty"}


def test_an_event_of_another_tournament_is_named(tournament: str) -> None:
    other = json.loads(event(tournament, 5).body)
    rewrite(tournament, 5, {**other, "game": "t-0"})
    assert "column/tournament" in found(tournament)


def test_a_chain_that_was_written_anew_does_not_fit_the_rows(tournament: str) -> None:
    started = TournamentEvent.objects.get(tournament=tournament, kind="tournament/started")
    body = json.loads(started.body)
    rewrite(tournament, started.seq, {**body, "data": {**body["data"], "rounds": 7}})
    assert found(tournament) == {"head/round_count"}


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (lambda: Place.objects.exclude(score=None).update(score=1), "place/score"),
        (lambda: Place.objects.filter(table=None).update(has_forfeited=True), "place/has_forfeited"),
        (lambda: Place.objects.filter(round__number=2).delete(), "place/missing"),
        (lambda: Table.objects.filter(round__number=1).update(is_done=False), "table/is_done"),
        (lambda: Table.objects.filter(is_void=True).update(is_void=False), "table/is_void"),
        (lambda: Table.objects.filter(number=2).update(number=9), "table/extra"),
        (lambda: Round.objects.filter(number=1).update(status="open"), "round/status"),
        (lambda: Round.objects.filter(number=1).update(closes_at="2031-01-01T00:00Z"), "round/closes_at"),
        (lambda: PairingRun.objects.filter(number=2).update(seq=1), "run/differs"),
        (lambda: Entrant.objects.filter(number=1).update(left_round=1), "entrant/left_round"),
        (lambda: Entrant.objects.filter(number=1).update(number=77), "entrant/number"),
        (lambda: Entrant.objects.filter(number=1).update(account=account("Zoe")), "entrant/account"),
        (lambda: Entrant.objects.exclude(bot="").update(account=account("Zoe")), "entrant/account"),
        (lambda: Tournament.objects.update(status="finished"), "head/status"),
        (lambda: Tournament.objects.update(round_count=9), "head/round_count"),
        (lambda: Tournament.objects.update(seed="f" * 64), "head/seed"),
        (lambda: Tournament.objects.update(is_public=False), "head/is_public"),
        (lambda: Tournament.objects.update(settings="{}"), "head/settings"),
        (lambda: Tournament.objects.update(last_at="2031-01-01T00:00:00.000000Z"), "head/last_at"),
        (lambda: TournamentText.objects.update(text="Kindness"), "text/hash"),
    ],
)
def test_a_changed_row_is_named(tournament: str, tamper: Callable[[], Any], code: str) -> None:
    tamper()
    assert code in found(tournament)


def test_an_entrant_more_than_the_log_knows_is_named(tournament: str) -> None:
    Entrant.objects.create(id="e-0", tournament_id=tournament, number=99, bot="greedy", joined_round=1)
    assert found(tournament) == {"entrant/extra"}


def test_a_closed_round_without_a_result_is_named(tournament: str) -> None:
    tell(tournament, ("round/closed", {"round": 2}))
    assert found(tournament) == {"result/missing"}


def test_what_cannot_be_read_keeps_nobody_else_from_being_audited(tournament: str) -> None:
    intact = eventful()
    execute("UPDATE tournaments_tournamentevent SET body = '{}' WHERE tournament_id = %s AND seq = 3", tournament)
    report = check_tournaments()
    assert {finding.tournament for finding in report.findings} == {tournament}
    assert report.beside["tournament"] == 2
    assert check_tournament(intact).findings == []
