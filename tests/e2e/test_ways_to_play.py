"""Every way to play: without scripts, with four on a phone, on one device, in a duel, with dice on the table."""

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo, Table, solo_with_table_dice, table
from tests.e2e.playing import TablePage
from tests.visitors import Visitor


def test_without_scripts_a_turn_is_made_by_the_list_in_words(browse: Browsing, guest: Visitor) -> None:
    game = table(guest)
    page = browse(guest, java_script_enabled=False)
    page.goto(game.path)
    for pieces in (1, 2):
        page.locator("#in-words summary").click()
        form = page.locator("form[data-landings]")
        form.locator("input[type=radio]").first.check()
        form.get_by_role("button").click()
        expect(page.locator('article.player[data-seat="0"] g.pieces > [data-piece]')).to_have_count(pieces)
    assert [event["kind"] for event in game.events() if event["kind"] in ("start", "place")] == ["start", "place"]


def test_four_seats_fit_on_a_phone(browse: Browsing, demo: Demo) -> None:
    people = [demo.guest(name) for name in ("Ash", "Blair", "Casey", "Drew Longname-Fitzgerald")]
    game = table(*people)
    # The last seat begins.
    tab = TablePage(browse(people[3], **PHONE), game, seat=3).open()
    tab.wait_for_aim()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    box, confirm = tab.board.bounding_box(), tab.confirm.bounding_box()
    assert box
    assert confirm
    assert box["width"] >= 280
    assert confirm["height"] >= 48
    assert confirm["y"] + confirm["height"] <= 740, "Confirm is within reach without scrolling"
    for name in ("Ash", "Blair", "Casey", "Drew"):
        assert tab.page.get_by_text(name).first.is_visible()
    tab.place()
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(1)


def minis(demo: Demo) -> tuple[Table, Visitor, Visitor]:
    """A duel in which both players may draw a mini block on the other's sheet."""
    one, other = demo.guest("Pat"), demo.guest("Quinn")
    game = table(one, other, variant="duel", dice="table")
    game.act(other, kind="start", seat=1, color="yellow", x=3)
    game.act(one, kind="start", seat=0, color="green", x=4)
    game.roll("black", 1)
    game.act(one, kind="keep", seat=0)
    for seat, visitor in enumerate((one, other)):
        game.act(visitor, kind="place", seat=seat, color="black", column=3, x=0, y=0)
    return game, one, other


def test_in_a_duel_mini_blocks_are_drawn_on_the_other_sheet(browse: Browsing, demo: Demo) -> None:
    game, one, other = minis(demo)
    [seat] = game.position["awaited"][:1]
    theirs = TablePage(browse((one, other)[seat]), game, seat=1 - seat).open()
    before = theirs.stored
    theirs.wait_for_aim()
    theirs.place()
    expect(theirs.player.locator("g.pieces > [data-piece]")).to_have_count(len(before) + 1)
    assert theirs.stored[-1].startswith("mini")


def test_with_dice_on_the_table_the_scorekeeper_enters_rolls_by_big_buttons(browse: Browsing, guest: Visitor) -> None:
    game = solo_with_table_dice(guest)
    game.let(guest, "start")
    tab = TablePage(browse(guest, **PHONE), game).open()
    buttons = tab.turn.locator("form[data-roll-form] button")
    expect(buttons).to_have_count(24)
    for button in buttons.all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    buttons.filter(has_text="3").first.click()
    tab.wait_for_aim()
    tab.place()
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(2)


def test_several_people_play_on_one_device_and_hand_it_over(browse: Browsing, guest: Visitor) -> None:
    made = guest.command("/games", variant="standard", levels=[1, 1], seats=[{"kind": "guest"}] * 2)
    guest.command(f"/games/{made['game']}/join", seat=0)
    page = browse(guest, **PHONE)
    page.goto(f"/games/{made['game']}/")
    page.get_by_text("Somebody else plays on this device").tap()
    page.get_by_label("Name", exact=True).fill("Quinn")
    page.get_by_role("button", name="Seat them").tap()
    page.get_by_role("button", name="Start the game").tap()
    game = Table(guest, made["game"], made["invite"])
    tabs = [TablePage(page, game, seat) for seat in range(2)]
    while min(len(tab.stored) for tab in tabs) < 2:
        take_turn(page)
    assert [len(tab.stored) for tab in tabs] == [2, 2]
    for tab in tabs:
        assert tab.pieces == tab.stored


def take_turn(page: Page) -> None:
    """Whatever is to be done next by somebody on this device, until it is done."""
    turn = page.locator("#turn")
    expect(turn).to_be_visible()
    hand_over = turn.locator("[data-hand-over] button")
    if hand_over.count():
        with page.expect_navigation():
            hand_over.tap()
        return
    before = turn.get_attribute("data-seq")
    aiming = page.locator("article.player.is-aimed-at .board")
    if aiming.count():
        aiming.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    else:
        turn.locator("form[data-action] button").first.tap()
    expect(turn).not_to_have_attribute("data-seq", before or "")


def test_who_waits_for_players_is_told_when_somebody_sits_down(browse: Browsing, demo: Demo, guest: Visitor) -> None:
    made = guest.command("/games", variant="standard", levels=[1, 1], seats=[{"kind": "guest"}] * 2)
    sit_down = {"invite": made["invite"]}
    guest.command(f"/games/{made['game']}/join", seat=0, **sit_down)
    page = browse(guest)
    page.goto(f"/games/{made['game']}/")
    told = page.locator("[role=status]")
    expect(page.locator(".seating-status")).to_have_text("Waiting for 1 more player.")
    expect(told).to_have_text("")
    demo.guest("Quinn").command(f"/games/{made['game']}/join", seat=1, **sit_down)
    expect(told).to_have_text("Everybody is here. You can start.")
    expect(page.locator(".seating-status")).to_have_text("Everybody is here. You can start.")
