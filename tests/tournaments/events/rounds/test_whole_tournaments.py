"""A whole small tournament of each format, played by bots through the real services with a moved clock."""

from typing import Any

import pytest

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from tests.games.clock.watch import Watch
from tests.tournaments.events.rounds.world import (
    FIRST,
    announced,
    counts,
    duplicate,
    is_unbroken,
    pass_time,
    play_bots,
    row,
    settings,
    status,
    told,
)
from tournaments.events.history import format_of, load_history, settings_of
from tournaments.events.rounds.pairing import history_digest


def play_to_the_end(tournament: str, watch: Watch) -> None:
    """Let bots play every round."""
    pass_time(watch, FIRST)
    for _ in range(row(tournament).round_count):
        play_bots(tournament)


@pytest.mark.parametrize(
    ("agreed", "robots", "rounds"),
    [
        pytest.param({}, 5, 2, id="Swiss duels"),
        pytest.param({"variant": "duel"}, 4, 2, id="Swiss duels by the rules for two"),
        pytest.param({"seats": 4}, 7, 2, id="Swiss tables of four"),
        pytest.param({"format": "round-robin", "rounds": None}, 4, 3, id="round robin"),
        pytest.param({"format": "round-robin", "rounds": None, "is_double": True}, 3, 6, id="double round robin"),
    ],
)
def test_bots_play_a_whole_tournament(watch: Watch, agreed: dict[str, Any], robots: int, rounds: int) -> None:
    tournament = announced(settings(**agreed), robots=robots)
    play_to_the_end(tournament, watch)
    assert status(tournament) == ("finished", rounds, "closed")
    seen = counts(tournament)
    every_round = ("paired", "published", "opening", "opened", "closing", "closed")
    assert [seen[f"round/{kind}"] for kind in every_round] == [rounds] * 6
    assert (seen["tournament/started"], seen["tournament/finished"], row(tournament).due_at) == (1, 1, None)
    assert is_unbroken(tournament)
    check_final_table(tournament, robots)


def check_final_table(tournament: str, entrants: int) -> None:
    """The log ends with the table of all, and every result stands in it once."""
    [finished] = told(tournament, "tournament/finished")
    assert len({entrant for entrant, _, _ in finished["standings"]}) == entrants
    tables = [(said["round"], said["table"]) for said in told(tournament, "result/recorded")]
    paired = [
        (said["round"], at) for said in told(tournament, "round/paired") for at in range(1, len(said["tables"]) + 1)
    ]
    assert sorted(tables) == sorted(set(tables)) == sorted(paired)
    make_checkpoint()
    assert audit().findings == []


def test_bots_play_a_whole_duplicate_tournament(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2), robots=4)
    play_to_the_end(tournament, watch)
    assert status(tournament) == ("finished", 2, "closed")
    check_final_table(tournament, 4)
    assert is_unbroken(tournament)


def test_every_round_can_be_paired_again_from_what_the_log_says(watch: Watch) -> None:
    tournament = announced(settings(rounds=3), robots=5)
    play_to_the_end(tournament, watch)
    agreed = settings_of(row(tournament))
    for said in told(tournament, "round/paired"):
        history = load_history(row(tournament), said["round"] - 1)
        again = format_of(row(tournament)).pair(agreed, history)
        assert [list(table.entrants) for table in again.tables] == said["tables"]
        assert (list(again.byes), history_digest(history)) == (said["byes"], said["inputs"])
