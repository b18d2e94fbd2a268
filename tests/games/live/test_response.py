"""The body of a stream: in which bits it comes, when it shows signs of life, and when it ends."""

import asyncio
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.callers import ANYBODY
from games.accounts.models import Token
from games.accounts.tokens import READ, make_token
from games.live import hub as hub_module
from games.live import streams
from games.live.authorization import Credential
from games.live.hub import hub
from games.live.watcher import watcher
from games.log.event_store import read_log
from games.log.models import Game
from games.log.unit_of_work import read_head
from tests.games.live.readers import BEAT, Room, pass_by
from tests.games.sample_tables import account, move, play_out, table

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_bit_comes_at_once_so_that_the_reader_knows_it_is_open(room: Room) -> None:
    game = table()
    reader = room.watch(game, after=len(read_log(game)))
    assert reader.next() == BEAT
    with pytest.raises(TimeoutError):
        reader.next(0.5)
    move(game)
    assert reader.messages(1)[0]["seq"] == len(read_log(game))


def test_a_long_log_comes_in_bits(room: Room) -> None:
    play_out(game := table(seats=3))
    end = len(read_log(game))
    reader = room.watch(game)
    assert reader.next() == BEAT
    sizes: list[int] = []
    while sum(sizes) < end:
        sizes.append(reader.next().count(b"data: "))
    assert sum(sizes) == end > streams.MOST_AT_ONCE
    assert max(sizes) == streams.MOST_AT_ONCE


def test_who_does_not_read_gets_everything_later_and_holds_nobody_up(room: Room) -> None:
    game = table()
    slow, quick = room.watch(game), room.watch(game)
    slow.next()
    begun = len(read_log(game))
    quick.messages(begun)
    for _ in range(10):
        move(game)
        end = len(read_log(game))
        assert [said["seq"] for said in quick.messages(end - begun)] == list(range(begun + 1, end + 1))
        begun = end
    assert [said["seq"] for said in slow.messages(end)] == list(range(1, end + 1))


def test_a_quiet_stream_shows_signs_of_life(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    game = table()
    reader = room.watch(game, after=len(read_log(game)))
    assert [reader.next(), reader.next(), reader.next()] == [BEAT] * 3


def test_a_right_that_ends_with_time_alone_is_noticed_at_a_sign_of_life(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.2)
    ada = account("Ada")
    token, _ = make_token(ada, "soon over", [READ], None)
    game = table()
    reader = room.watch(game, pass_by(token, ada), len(read_log(game)))
    assert reader.next() == BEAT
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() + timedelta(seconds=1))
    assert b'event: end\ndata: {"code": "stream/no-longer"' in reader.rest()


def test_a_stream_that_may_not_begin_ends_with_the_reason(room: Room) -> None:
    game = table(visibility="hidden")
    assert b'"code": "game/not-found"' in room.watch(game).rest()


def test_a_stream_too_many_ends_with_the_reason(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_OF_STRANGERS", 2)
    game = table()
    first, second = room.watch(game), room.watch(game)
    assert [first.next(), second.next()] == [BEAT] * 2
    assert b'"code": "stream/too-many"' in room.watch(game).rest()
    monkeypatch.setattr(hub_module, "MOST", 2)
    assert b'"code": "stream/full"' in room.watch(game, sender="192.0.2.2").rest()
    first.close()
    assert room.watch(game).next() == BEAT


def test_many_accounts_at_one_address_do_not_shut_the_others_out(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "MOST_OF_ADDRESS", 2)
    game = table()
    people = [account(name) for name in ("Ada", "Bob", "Cleo")]
    passes = [pass_by(make_token(one, "listening", [READ], None)[0], one) for one in people]
    first, second = (room.watch(game, one) for one in passes[:2])
    assert [first.next(), second.next()] == [BEAT] * 2
    assert b'"code": "stream/too-many-here"' in room.watch(game, passes[2]).rest()
    assert room.watch(game, passes[2], sender="192.0.2.2").next() == BEAT
    first.close()
    assert room.watch(game, passes[2]).next() == BEAT


def test_when_the_server_stops_streams_end_without_a_word(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table()
    reader = room.watch(game, after=len(read_log(game)))
    reader.next()
    monkeypatch.setattr(watcher, "_is_stopping", False)
    watcher.stop()
    assert reader.rest() == b""


def test_there_is_one_watcher_however_many_listen_and_none_when_nobody_does(room: Room) -> None:
    games = [table(), table()]
    readers = [room.watch(game) for game in games * 3]
    for reader in readers:
        reader.next()
    assert [thread.name for thread in threading.enumerate()].count("live-streams") == 1
    assert len(hub.logs()) == 2
    for reader in readers[1:]:
        reader.close()
    assert [log.id for log in hub.logs()] == [games[0]]


def test_a_log_that_goes_on_otherwise_closes_its_streams_and_no_others(room: Room) -> None:
    game, other = table(), table()
    reader, bystander = room.watch(game), room.watch(other)
    reader.messages(len(read_log(game)))
    bystander.messages(len(read_log(other)))
    [log] = hub.logs({game})
    log._story = log._story._replace(fold=log._story.fold._replace(hash="0" * 64))  # type: ignore[attr-defined]
    move(game)
    assert reader.rest() == b""
    move(other)
    assert bystander.messages(1)[0]["seq"] == Game.objects.get(pk=other).seq


def test_who_goes_before_they_are_let_in_is_not_let_in(room: Room) -> None:
    head = read_head(table())

    async def come_and_go() -> None:
        stream = streams.GameStream(Credential(ANYBODY), streams.QuotaHolder(None, "192.0.2.1"), head, 0)
        hub.leave(stream)
        hub.enter(stream)

    asyncio.run(come_and_go())
    assert hub.streams() == []
