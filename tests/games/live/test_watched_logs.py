"""Logs of other apps in the memory of a process: read once, from wherever the first of those who watch begins."""

import json

import pytest

from engine.errors import Refused
from games.accounts.callers import ANYBODY, Viewer
from games.live.authorization import Credential
from games.live.streams import QuotaHolder, TopicStream
from games.live.watched_logs import BrokenLog, Topic, TopicEvent, TopicLog
from games.live.watcher import refresh_streams
from games.refusals import NotFound
from tests.games.live.readers import Room


def note(seq: int) -> TopicEvent:
    return TopicEvent(seq, f"h{seq - 1}", f"h{seq}", json.dumps({"seq": seq}))


class Diary:
    """A log that grows as a test says, and counts how it is read."""

    def __init__(self, length: int) -> None:
        self.notes = [note(seq) for seq in range(1, length + 1)]
        self.reads: list[int] = []
        self.asked: list[int] = []
        self.hidden_from: set[Viewer] = set()
        self.topic = Topic(lambda ids: dict.fromkeys(ids, len(self.notes)), self.since, self.refusals)

    def since(self, id: str, after: int) -> list[TopicEvent]:
        self.reads.append(after)
        return self.notes[after:]

    def refusals(self, id: str, viewers: object) -> dict[Viewer, Refused]:
        assert isinstance(viewers, set)
        self.asked.append(len(viewers))
        return {viewer: NotFound("diary/not-found", "There is none.") for viewer in viewers & self.hidden_from}


def test_it_is_read_from_where_somebody_begins() -> None:
    diary = Diary(5)
    log = TopicLog(diary.topic, "x-1", 3)
    assert log.seq == 3
    log.catch_up()
    assert (log.seq, diary.reads, log.text(4)) == (5, [3], '{"seq": 4}')
    diary.notes.append(note(6))
    log.catch_up()
    assert (log.seq, diary.reads) == (6, [3, 5])


def test_whoever_wants_more_has_it_read_once() -> None:
    diary = Diary(5)
    log = TopicLog(diary.topic, "x-1", 3)
    log.catch_up()
    for after in (1, 2, 4):
        log.reach_back(after)
    assert (diary.reads, log.seq) == ([3, 1], 5)
    assert [log.text(seq) for seq in range(2, 6)] == [f'{{"seq": {seq}}}' for seq in range(2, 6)]


@pytest.mark.parametrize("spoilt", [note(5), TopicEvent(6, "other", "h6", "{}"), note(7)])
def test_a_log_that_goes_on_otherwise_is_not_told(spoilt: TopicEvent) -> None:
    diary = Diary(5)
    log = TopicLog(diary.topic, "x-1", 4)
    log.catch_up()
    diary.notes.append(spoilt)
    with pytest.raises(BrokenLog):
        log.catch_up()


@pytest.mark.django_db(transaction=True)
def test_everybody_hears_it_and_who_may_not_any_more_hears_only_that(room: Room) -> None:
    diary = Diary(3)
    guest = Viewer(invite="a link")

    def watch(viewer: Viewer, after: int) -> TopicStream:
        return TopicStream(Credential(viewer), QuotaHolder(None, "192.0.2.1"), diary.topic, "x-1", after)

    everybody, late, invited = (
        room._read(lambda: watch(ANYBODY, 0)),
        room._read(lambda: watch(ANYBODY, 2)),
        room._read(lambda: watch(guest, 3)),
    )
    invited.next()
    assert [said["seq"] for said in late.messages(1)] == [3]
    assert [said["seq"] for said in everybody.messages(3)] == [1, 2, 3]
    diary.hidden_from.add(guest)
    diary.notes.append(note(4))
    assert [said["seq"] for said in everybody.messages(1)] == [4]
    assert b"diary/not-found" in invited.rest()
    assert [said["seq"] for said in late.messages(1)] == [4]


@pytest.mark.django_db(transaction=True)
def test_viewers_of_one_log_are_asked_about_together(room: Room) -> None:
    diary = Diary(1)
    streams: list[TopicStream] = []

    def begin() -> TopicStream:
        streams.append(TopicStream(Credential(ANYBODY), QuotaHolder(None, "192.0.2.1"), diary.topic, "x-1", 0))
        return streams[-1]

    for reader in [room._read(begin) for _ in range(3)]:
        reader.messages(1)
    assert streams[0].log is streams[1].log is streams[2].log
    diary.asked.clear()
    refresh_streams(streams)
    assert diary.asked[0] == 1
