"""What the benchmarks of storing, serving and streaming do is what players can do."""

import pytest

from benchmarks.appending.plans import plan, players
from games.log.entries import fields_of
from games.log.event_store import events_since
from games.play.moves import make_move
from tests.games.conftest import no_memories, tear_down_without_guards

__all__ = ["no_memories", "tear_down_without_guards"]


@pytest.mark.django_db
def test_a_planned_game_is_played_as_it_was_planned() -> None:
    steps = plan(players())
    began = len(events_since(steps[0].game, 0))
    for step in steps:
        make_move(step.game, step.by, step.id, step.action, step.answers)
    stored = [fields_of(row.entry) for row in events_since(steps[0].game, 0)[began:]]
    thought = [event for step in steps for event in step.events]
    assert [_bare(event) for event in stored[: len(thought)]] == [_bare(event) for event in thought]
    assert any(step.action["kind"] == "reroll" and "color" not in step.action for step in steps)


def _bare(event: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in event.items() if name != "blind"}
