"""Several browsers at one game: points 8 and 9, and connections that are slow or break."""

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo, Table, table
from tests.e2e.playing import TablePage
from tests.visitors import Visitor

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 20_000}


@pytest.fixture
def other(demo: Demo) -> Visitor:
    return demo.guest("Quinn")


def begun(host: Visitor, other: Visitor) -> Table:
    """A game of two in which both have drawn their first block and a roll is to be answered."""
    game = table(host, other)
    game.begin(host, other)
    game.keep(host, other)
    return game


def test_08_a_second_browser_sees_a_move_within_a_second(browse: Browsing, guest: Visitor, other: Visitor) -> None:
    game = begun(guest, other)
    watcher = TablePage(browse(other), game, seat=0).open()
    expect(watcher.connection).to_be_hidden()
    waited = []
    for number in range(1, 4):
        game.keep(guest, other)
        expect(watcher.player.locator("g.pieces > [data-piece]")).to_have_count(number)
        expect(watcher.turn).to_have_attribute("data-seq", str(game.seq()))
        game.let(guest, "place")
        since = time.monotonic()
        expect(watcher.player).to_have_attribute("data-state", "answered")
        waited.append(time.monotonic() - since)
        assert len(watcher.pieces) == number, "the answer is sealed"
        game.let(other, "place")
    # A machine that runs tests does other things too: once in three times it must be quick enough.
    assert min(waited) < 1


def test_08_after_a_cut_it_catches_up_without_loss(browse: Browsing, guest: Visitor, other: Visitor) -> None:
    browse.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|ERR_NETWORK_CHANGED")
    game = begun(guest, other)
    watcher = TablePage(browse(other), game, seat=0).open()
    watcher.page.context.set_offline(True)
    expect(watcher.connection).to_be_visible()
    for _ in range(3):
        game.keep(guest, other)
        game.let(guest, "place")
        game.let(other, "place")
    watcher.page.context.set_offline(False)
    expect(watcher.connection).to_be_hidden(timeout=30_000)
    expect(watcher.player.locator("g.pieces > [data-piece]")).to_have_count(4)
    assert watcher.pieces == watcher.stored
    assert TablePage(watcher.page, game, seat=1).pieces == TablePage(watcher.page, game, seat=1).stored


def test_09_a_stale_tab_is_told_so_and_redraws(browse: Browsing, guest: Visitor) -> None:
    browse.expect("status of 409|ERR_FAILED")
    game = table(guest)
    game.let(guest, "start")
    tab = TablePage(browse(guest), game)
    tab.page.route("**/api/**/stream*", lambda route: route.abort())
    tab.open()
    tab.wait_for_aim()
    game.let(guest, "place")
    assert len(tab.pieces) == 1
    tab.place()
    expect(tab.message).to_be_visible()
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(2)
    assert tab.pieces == tab.stored


def test_a_slow_connection_makes_one_move_and_says_what_goes_on(browse: Browsing, guest: Visitor) -> None:
    game = table(guest)
    game.let(guest, "start")
    tab = TablePage(browse(guest, **PHONE), game)
    device = tab.page.context.new_cdp_session(tab.page)
    device.send("Network.enable")
    device.send("Network.emulateNetworkConditions", SLOW)
    tab.open()
    tab.place()
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(2)
    assert tab.pieces == tab.stored


def test_a_move_that_is_cut_off_is_sent_again_and_made_once(browse: Browsing, guest: Visitor) -> None:
    browse.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|ERR_NETWORK_CHANGED")
    game = table(guest)
    game.let(guest, "start")
    tab = TablePage(browse(guest), game).open()
    tab.wait_for_aim()
    before = game.seq()
    tab.page.context.set_offline(True)
    tab.place()
    expect(tab.connection).to_be_visible()
    tab.page.context.set_offline(False)
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(2, timeout=30_000)
    kinds = [event["kind"] for event in game.events(before)]
    assert kinds.count("place") == 1
