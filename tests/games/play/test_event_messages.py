"""What is new in a log is told from where it was left, and says the same as the whole story."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.callers import ANYBODY
from games.log.event_store import StoredEvent
from games.log.unit_of_work import read_head
from games.play import event_messages
from games.play.event_messages import Step, Story, StoryCache, continue_story, story_steps
from games.play.replay import see_frames, see_replay
from tests.games.sample_tables import fold_of, move, play_out, play_until, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    event_messages.story_cache.clear()
    yield
    event_messages.story_cache.clear()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events that are worked out, in the order in which that happens."""
    numbers: list[int] = []
    tell = continue_story

    def noticed(story: Story | None, row: StoredEvent) -> Step:
        numbers.append(row.seq)
        return tell(story, row)

    monkeypatch.setattr(event_messages, "continue_story", noticed)
    return numbers


def test_only_what_is_new_is_worked_out(told: list[int]) -> None:
    game = table("standard", 2)
    play_until(game, lambda fold: fold.seq >= 20)
    seen = see_frames(game, ANYBODY)["head"]["seq"]
    assert told == list(range(1, seen + 1))
    told.clear()
    move(game)
    now = fold_of(game).seq
    new = see_frames(game, ANYBODY, seen)["frames"]
    assert told == list(range(seen + 1, now + 1))
    event_messages.story_cache.clear()
    assert see_frames(game, ANYBODY)["frames"][seen:] == new


def test_whoever_has_seen_everything_costs_nothing(told: list[int]) -> None:
    game = table("standard", 2)
    seen = see_frames(game, ANYBODY)["head"]["seq"]
    told.clear()
    assert see_frames(game, ANYBODY, seen)["frames"] == []
    assert told == []


def test_a_story_of_another_log_is_not_gone_on_with() -> None:
    game, other = table("standard", 2), table("standard", 2)
    [wrong, right] = [story_steps(read_head(one))[1][-2][0] for one in (other, game)]
    assert wrong.fold.seq == right.fold.seq
    event_messages.story_cache.clear()
    event_messages.story_cache.put(game, wrong)
    before, steps = story_steps(read_head(game), wrong.fold.seq)
    assert before == right
    assert [moment.event["hash"] for _, moment in steps] == [fold_of(game).hash]


def test_what_was_told_longest_ago_is_forgotten() -> None:
    game = table("standard", 2)
    steps = [story for story, _ in story_steps(read_head(game))[1]]
    kept = StoryCache(games=2, of_each=2)
    for story in steps[:3]:
        kept.put("a", story)
    assert kept.get("a", 1) is None
    assert kept.get("a", 99) is steps[2]
    kept.put("b", steps[0])
    kept.put("c", steps[0])
    assert kept.get("a", 99) is None
    assert kept.get("b", 99) is steps[0]


@pytest.mark.parametrize("at", [None, 5])
def test_a_replay_reads_the_log_once(at: int | None, told: list[int]) -> None:
    game = table("standard", 2)
    last = play_out(game).seq
    with CaptureQueriesContext(connection) as queries:
        see_replay(game, ANYBODY, at)
    assert sum("FROM games_event" in query["sql"] for query in queries) == 1
    assert told == list(range(1, last + 1))
