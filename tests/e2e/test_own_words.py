"""Whoever plays is spoken to, in the line for screen readers and in the list of events; everybody else is told."""

import re

from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo, table
from tests.e2e.playing import TablePage
from tests.visitors import Visitor


def test_one_move_is_told_to_each_in_their_own_words_and_language(browse: Browsing, demo: Demo, guest: Visitor) -> None:
    other = demo.guest("Quinn")
    game = table(guest, other, visibility="public")
    game.begin(guest, other)
    game.keep(guest, other)
    own = TablePage(browse(guest, **PHONE, locale="de-DE"), game, seat=0).open()
    theirs = TablePage(browse(other), game, seat=1).open()
    watching = browse(demo.stranger(), locale="fr-FR")
    watching.goto(game.path)
    expect(own.player.locator(".marks [data-when=awaited]")).to_have_text("du bist dran")
    own.place()
    expect(own.status).to_have_text(re.compile("^Du setzt "))
    expect(own.player.locator(".marks [data-when=answered]")).to_be_visible()
    expect(own.player.locator(".marks [data-when=answered]")).to_have_text("du hast geantwortet")
    expect(theirs.status).to_have_text("Pat has answered.")
    game.let(other, "place")
    expect(theirs.status).to_have_text(re.compile("Pat places .* You place "))
    expect(own.status).to_have_text(re.compile("Quinn setzt "))
    expect(watching.locator("[data-events]")).to_contain_text(re.compile("Pat place .* Quinn place "))


def test_a_replay_speaks_to_its_player_and_names_them_under_the_same_address(
    browse: Browsing, demo: Demo, guest: Visitor
) -> None:
    game = table(guest, visibility="public")
    game.let(guest, "start")
    game.act(guest, kind="drop", seat=0, reason="resign")
    for visitor, words in ((guest, "You "), (demo.stranger(), "Pat ")):
        page = browse(visitor)
        page.goto(f"{game.path}replay/")
        expect(page.locator("[data-events]")).to_contain_text(f"{words}begin")
        page.locator("[data-events] a", has_text=f"{words}begin").click()
        expect(page.locator("[data-words]")).to_have_text(re.compile(f"^{words}begin"))
        expect(page.locator("#status")).to_have_text(re.compile(f"^{words}begin"))
