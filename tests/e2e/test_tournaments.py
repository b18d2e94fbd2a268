"""Tournaments and leagues in the browser: made by forms, entered by link, played by people and bots on a fast clock.

Pages that are open meanwhile are never loaded again: whatever they show later has come to them by itself.
"""

import re
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.competing import (
    Competition,
    announced,
    begin_now,
    club_of,
    drafted,
    enter_bot,
    give_up,
    join_by_link,
    on_paper,
    publish,
    resign,
    sample,
    sit_down,
    take_seat,
)
from tests.e2e.demo import Demo, Table
from tests.e2e.test_11_and_14_time_and_motion import AN_HOUR_WRONG
from tests.visitors import Visitor

SWISS: Final = "The Autumn Duels"
"""A tournament of the sample content in its second round."""
ONLY_NEWS = "globalThis.setInterval = () => 0;"
"""Keeps a page from asking by itself now and then: whatever changes has been announced by the server."""
A_MOMENT: Final = 5_000
"""Milliseconds in which something that has happened is shown wherever it is looked at."""
A_WHILE: Final = 90_000
"""Milliseconds in which bots have finished their games and a round has closed, on a busy machine."""


def opened(page: Page, path: str) -> Page:
    """A page that waits for news, and would be told from the same one if it was loaded again."""
    page.add_init_script(ONLY_NEWS)
    page.goto(path)
    page.evaluate("() => { globalThis.isStillThere = true; }")
    return page


def is_still_there(page: Page) -> bool:
    """Whether a page has never been loaded again."""
    return bool(page.evaluate("() => globalThis.isStillThere === true"))


def results_in(page: Page) -> Locator:
    """The column of results in the pairings of a page."""
    return page.locator("table.pairings tbody td:nth-of-type(2)")


def test_the_same_dice_for_everybody_and_nobody_sees_anothers_run_before_the_round_closes(
    browse: Browsing, stranger: Visitor, mika: Visitor, robin: Visitor, noa: Visitor
) -> None:
    browse.expect("status of 404")
    console = browse(mika)
    competition = drafted(console, mika, "Brikks with the Same Dice", "Solo on the same dice for everybody")
    publish(console)
    enter_bot(console, "greedy")
    player, other = browse(robin), browse(noa, **PHONE)
    join_by_link(player, competition)
    join_by_link(other, competition)
    watching = opened(browse(stranger), competition.path)
    expect(watching.locator("main")).to_contain_text("3 players")

    begin_now(console)
    expect(console.get_by_role("heading", name="Round 1")).to_be_visible(timeout=A_WHILE)
    sit_down(player)
    expect(player.locator("#turn")).to_be_visible()
    game = competition.game_of(robin, 1)
    Table(robin, game, "").let(robin, "start")
    give_up(player)
    for page in (other, browse(stranger)):
        assert_nothing_is_shown(page, competition, game)
    for visitor in (noa, mika, stranger):
        tables = competition.round(1, visitor)["tables"]
        assert [seat["score"] for table in tables for seat in table["seats"]] == [None] * 3
        assert visitor.ask("GET", f"/api/v1/games/{game}")[0] == 404

    own = competition.game_of(noa, 1)
    take_seat(noa, own)
    resign(noa, own)
    expect(watching.get_by_role("heading", name="Standings")).to_be_visible(timeout=A_WHILE)
    expect(watching.get_by_role("heading", name="Round 2")).to_be_visible(timeout=A_WHILE)
    assert is_still_there(watching)
    assert watching.locator("table.standings tbody tr").count() == 3

    watching.get_by_role("link", name="Round 1").click()
    watching.wait_for_url("**/rounds/1/")
    expect(results_in(watching)).to_have_count(3)
    assert "–" not in results_in(watching).all_inner_texts()
    watching.locator(f"a[href='/games/{game}/']").click()
    expect(watching.locator("article.player")).to_contain_text("Robin Quickstep")


def assert_nothing_is_shown(page: Page, competition: Competition, game: str) -> None:
    """Nothing of somebody else's run: no result, no standings, no game."""
    page.goto(f"{competition.path}rounds/1/")
    expect(page.locator("main")).to_contain_text("Nothing of these games is shown before the round closes.")
    assert set(results_in(page).all_inner_texts()) == {"–"}
    assert page.get_by_role("link", name=re.compile("Watch|Replay")).count() == 0
    page.goto(competition.path)
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_have_count(0)
    for address in (f"/games/{game}/", f"/games/{game}/replay/"):
        answer = page.goto(address)
        assert answer
        assert answer.status == 404


def test_a_swiss_tournament_of_duels_is_made_by_a_form_and_runs_before_everybodys_eyes(
    browse: Browsing, stranger: Visitor, mika: Visitor, robin: Visitor, noa: Visitor
) -> None:
    browse.expect("status of 404")
    console = browse(mika)
    competition = drafted(console, mika, "Brikks on a Quick Evening", "Duels, Swiss system")
    watching = browse(stranger)
    answer = watching.goto(competition.path)
    assert answer
    assert answer.status == 404, "a draft is nobody's business"
    publish(console)
    for _ in range(2):
        enter_bot(console, "random")
    player = browse(robin)
    join_by_link(player, competition)
    join_by_link(browse(noa), competition)
    opened(watching, competition.path)
    opened(player, competition.path)

    begin_now(console)
    expect(watching.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(player.get_by_role("heading", name="Your game")).to_be_visible()
    assert is_still_there(player)
    for visitor in (robin, noa):
        take_seat(visitor, competition.game_of(visitor, 1))
    player.get_by_role("link", name="Play", exact=True).click()
    give_up(player)
    resign(noa, competition.game_of(noa, 1))

    expect(watching.get_by_role("heading", name="Standings")).to_be_visible(timeout=A_WHILE)
    expect(watching.get_by_role("heading", name="Round 2")).to_be_visible(timeout=A_WHILE)
    assert is_still_there(watching)
    first, second = competition.round(1), competition.round(2)
    assert first["status"] == "closed"
    before, after = ({frozenset(names_at(table)) for table in played["tables"]} for played in (first, second))
    assert not before & after, "nobody meets again"

    own_row = watching.locator("table.standings tr", has=watching.locator("th", has_text="Robin Quickstep"))
    points = own_row.locator("td").nth(1)
    expect(points).to_have_text("0")
    own = next(table for table in first["tables"] if "Robin Quickstep" in names_at(table))
    overrule(console, competition, own, winner="Robin Quickstep", reason="Robin's device has failed.")
    expect(points).to_have_text("1*", timeout=A_MOMENT)
    expect(watching.locator("main")).to_contain_text("*: With a result that an organiser has decided.")
    assert is_still_there(watching)
    watching.get_by_role("link", name="What happened").click()
    latest = watching.locator("ol.chronicle li").first
    expect(latest).to_contain_text(f"Mika Pebble gave table {own['number']} in round 1 another result")
    expect(latest.locator("q")).to_have_text("Robin's device has failed.")


def overrule(page: Page, competition: Competition, table: dict[str, Any], winner: str, reason: str) -> None:
    """Give a table of the first round another result, in which nobody has forfeited any more."""
    page.goto(f"{competition.path}console/rounds/1/tables/{table['number']}/")
    page.get_by_label(winner, exact=True).check()
    for until_now in page.get_by_label("Has not forfeited", exact=True).all():
        until_now.check()
    page.get_by_label("Reason", exact=True).fill(reason)
    page.get_by_role("button", name="See what it changes").click()
    page.get_by_role("button", name="Enter this result").click()
    expect(page.locator(".messages")).to_contain_text("The result is entered.")


def names_at(table: dict[str, Any]) -> list[str]:
    """The names of those who sit at a table."""
    return [seat["name"] for seat in table["seats"]]


def test_a_round_opens_and_closes_by_its_clock_and_who_does_not_come_forfeits(
    browse: Browsing, demo: Demo, robin: Visitor
) -> None:
    competition = announced(demo, "Brikks in Half a Minute", opens_in=6, length=30)
    competition.tell("enter-other", bot="random")
    player = browse(robin)
    join_by_link(player, competition)
    opened(player, competition.path)
    expect(player.locator(".countdown")).to_contain_text("It begins")
    expect(player.locator(".countdown")).to_contain_text("Round 1 closes", timeout=30_000)
    expect(player.get_by_role("heading", name="Your game")).to_be_visible()
    expect(player.get_by_role("link", name="Round 1")).to_be_visible(timeout=A_WHILE)
    assert is_still_there(player)
    own = player.locator("table.standings tr.is-own")
    expect(own.locator("td").first).to_have_text("2")
    player.get_by_role("link", name="Round 1").click()
    expect(player.locator("table.pairings .is-own")).to_contain_text("forfeited")


def test_14_the_countdown_of_a_tournament_is_right_with_a_client_clock_wrong_by_an_hour(
    browse: Browsing, demo: Demo, stranger: Visitor
) -> None:
    competition = announced(demo, "Brikks in Twenty Minutes", opens_in=1200)
    page = browse(stranger)
    page.add_init_script(AN_HOUR_WRONG)
    page.goto(competition.path)
    shown = page.locator("time[data-due]")
    expect(shown).to_have_text(re.compile(r"^\d+:\d\d$"))
    minutes, seconds = map(int, shown.inner_text().split(":"))
    due = datetime.fromisoformat(shown.get_attribute("data-due") or "")
    left = (due - datetime.now().astimezone()).total_seconds()
    assert abs(minutes * 60 + seconds - left) < 5
    assert 1000 < left <= 1200


def test_an_organiser_makes_a_league_drafts_its_season_and_publishes_it(
    browse: Browsing, stranger: Visitor, mika: Visitor
) -> None:
    page = browse(mika)
    page.goto(f"/clubs/{club_of(mika)}/")
    page.get_by_role("link", name="New league").click()
    page.get_by_label("Name", exact=True).fill("The Brikks League")
    page.get_by_label("Divisions").fill("2")
    page.get_by_label("Players in a division").fill("4")
    page.get_by_role("button", name="Make the league").click()
    page.get_by_role("button", name="Draft it").click()
    page.get_by_role("button", name=re.compile("Add all 6 members")).click()
    page.get_by_label("Add a player").select_option("bot:greedy")
    page.get_by_label("Division", exact=True).select_option("2")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Look at it and publish").click()
    expect(page.get_by_role("row")).to_have_count(4)
    page.get_by_role("button", name="Publish the season").click()
    expect(page.locator("table.league-table")).to_have_count(2)
    assert [table.locator("tbody tr").count() for table in page.locator("table.league-table").all()] == [4, 3]
    league = page.url
    reader = browse(stranger, **PHONE)
    reader.goto(league)
    reader.get_by_role("link", name="Division 2").click()
    expect(reader.locator("h1")).to_contain_text("The Brikks League")


def test_anybody_can_read_why_they_were_paired_and_take_the_tables_away(
    browse: Browsing, demo: Demo, robin: Visitor, noa: Visitor, tmp_path: Path
) -> None:
    # One of the five has a bye, by lot.
    page = browse(noa if sample(demo, SWISS).has_bye(robin, 2) else robin)
    page.goto(sample(demo, SWISS).path)
    page.locator("table.pairings .is-own").get_by_role("link", name="Why?").click()
    expect(page.get_by_role("heading", name="Why this pairing?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("You sit at table")
    reasons = page.locator("ol.reasons li").all_inner_texts()
    assert len(reasons) >= 2
    assert all(reason.endswith(".") for reason in reasons), "whole sentences, not codes"
    assert page.locator("code.hash").all_inner_texts() != []

    page.goto(f"{sample(demo, SWISS).path}crosstable/")
    rows = page.locator("table.crosstable tbody tr")
    names = [name.inner_text().replace("You", "").strip() for name in rows.locator("th").all()]
    assert len(names) == 5
    for word in ("Standings", "Crosstable"):
        with page.expect_download() as told:
            page.get_by_role("link", name=f"{word} as CSV").click()
        assert told.value.suggested_filename == f"the-autumn-duels-{word.lower()}.csv"
        told.value.save_as(tmp_path / word)
        lines = (tmp_path / word).read_text(encoding="utf-8-sig").splitlines()
        assert len(lines) == 1 + len(names)
        for line, name in zip(lines[1:], names, strict=True):
            assert name in line


def test_people_say_that_they_are_there_or_organisers_do_for_them(
    browse: Browsing, demo: Demo, robin: Visitor, mika: Visitor
) -> None:
    entered = ({"handle": "robin"}, {"handle": "noa"}, {"handle": "juno"})
    competition = announced(demo, "Brikks for Those Who Come", opens_in=1800, entered=entered, check_in=3600)
    player = opened(browse(robin, **PHONE), competition.path)
    player.get_by_role("button", name="Check in").click()
    expect(player.locator("main")).to_contain_text("You are checked in")
    console = browse(mika)
    console.goto(f"{competition.path}console/")
    expect(console.locator(".next-step")).to_contain_text("2 players have not said yet that they are there.")
    console.get_by_role("button", name="Noa Lantern is there").click()
    expect(console.locator(".next-step")).to_contain_text("1 player has not said yet")
    expect(console.locator(".member", has_text="Noa Lantern").locator(".tag")).to_have_text("Is there")
    begin_now(console)
    player.goto(competition.path)
    expect(player.get_by_role("heading", name="Your game")).to_be_visible()
    expect(player.locator(".your-table")).to_contain_text("You play against Noa Lantern.")


def test_a_pause_stops_the_countdown_and_the_tournament_goes_on_when_it_ends(
    browse: Browsing, demo: Demo, stranger: Visitor
) -> None:
    competition = announced(demo, "Brikks with a Pause", opens_in=1200)
    watching, console = opened(browse(stranger), competition.path), browse(competition.organiser)
    expect(watching.locator(".countdown")).to_contain_text("It begins")
    console.goto(f"{competition.path}console/")
    console.get_by_text("Pause", exact=True).click()
    console.get_by_role("button", name="Yes, pause").click()
    expect(watching.locator(".tournament")).to_contain_text("The tournament is paused", timeout=A_MOMENT)
    expect(watching.locator(".countdown")).to_have_count(0)
    console.get_by_role("button", name="Go on").click()
    expect(watching.locator(".countdown")).to_contain_text("It begins", timeout=A_MOMENT)
    assert is_still_there(watching)


def test_a_result_on_paper_is_entered_and_the_round_closes(browse: Browsing, demo: Demo, stranger: Visitor) -> None:
    competition = on_paper(demo, "Brikks on Paper")
    watching, console = opened(browse(stranger), competition.path), browse(competition.organiser)
    expect(results_in(watching)).to_have_text(["on paper"])
    console.goto(f"{competition.path}console/")
    console.get_by_role("link", name="Enter the result of table 1").click()
    console.get_by_label("Robin Quickstep", exact=True).check()
    for name, points in (("Robin Quickstep", "61"), ("Aunt Billie", "47")):
        console.get_by_role("group", name=name).get_by_label("Points").fill(points)
    console.get_by_role("button", name="See what it changes").click()
    expect(console.locator(".foreseen")).to_contain_text("Until now: no result. Then: as it was entered from paper.")
    console.get_by_role("button", name="Enter this result").click()
    expect(console.locator(".messages")).to_contain_text("The result is entered.")
    winner = watching.locator("table.standings tbody tr").first
    expect(winner.locator("th")).to_have_text("Robin Quickstep", timeout=A_WHILE)
    expect(watching.locator(".facts-line").first).to_contain_text("Finished", timeout=A_WHILE)
    assert is_still_there(watching)


def test_a_duel_on_paper_is_entered_changed_and_taken_back(browse: Browsing, demo: Demo) -> None:
    competition = on_paper(demo, "Thursdays")
    console = opened(browse(competition.organiser), competition.path)
    expect(results_in(console)).to_have_text(["on paper"])
    address = f"{competition.path}rounds/1/"

    def outcomes() -> list[str]:
        return [f"{seat['name']} {seat['place']}" for seat in competition.round(1)["tables"][0]["seats"]]

    def enter(winner: str, reason: str = "") -> None:
        console.goto(address)
        console.get_by_role("link", name="Enter the result of table 1").click()
        console.get_by_label(winner, exact=True).check()
        console.get_by_label("Reason", exact=True).fill(reason)
        console.get_by_role("button", name="See what it changes").click()
        expect(console.locator(".foreseen")).to_contain_text("Standings of Thursdays")
        console.get_by_role("button", name="Enter this result").click()
        expect(console.locator(".messages")).to_contain_text("The result is entered.")
        assert not violations(console)

    enter("Robin Quickstep")
    assert sorted(outcomes()) == ["Aunt Billie 2", "Robin Quickstep 1"]
    enter("Aunt Billie", "The sheets were swapped.")
    assert sorted(outcomes()) == ["Aunt Billie 1", "Robin Quickstep 2"]
    expect(console.locator(".pairing-links .tag")).to_have_text("Decided")
    console.get_by_role("link", name="Enter the result of table 1").click()
    console.get_by_role("link", name="Take the entered result back").click()
    expect(console.locator(".foreseen")).to_contain_text("Then: as it was entered from paper.")
    console.get_by_label("Reason", exact=True).fill("They were not.")
    console.get_by_role("button", name="Take this result back").click()
    expect(console.locator(".messages")).to_contain_text("The result is taken back.")
    assert sorted(outcomes()) == ["Aunt Billie 2", "Robin Quickstep 1"]
    expect(console.locator(".pairing-links .tag")).to_have_count(0)


def test_the_last_round_is_opened_again_with_a_reason(browse: Browsing, demo: Demo, stranger: Visitor) -> None:
    competition = on_paper(demo, "Brikks Once More")
    watching, console = opened(browse(stranger), competition.path), browse(competition.organiser)
    expect(results_in(watching)).to_have_text(["on paper"])
    seats = competition.round(1)["tables"][0]["seats"]
    scores = [{"entrant": seat["entrant"], "score": 50 + at, "place": 2 - at} for at, seat in enumerate(seats)]
    competition.tell("paper-result", table=1, seats=scores)
    expect(watching.locator(".facts-line").first).to_contain_text("Finished", timeout=A_WHILE)
    console.goto(f"{competition.path}console/")
    console.get_by_text("Open the last round again").click()
    console.get_by_label("Reason", exact=True).fill("Two sheets were mixed up.")
    console.get_by_role("button", name="Yes, open it again").click()
    expect(console.locator(".messages")).to_contain_text("The last round is open again.")
    expect(watching.locator(".facts-line").first).to_contain_text("Running", timeout=A_MOMENT)
    assert is_still_there(watching)
    watching.get_by_role("link", name="What happened").click()
    expect(watching.locator("ol.chronicle q").first).to_have_text("Two sheets were mixed up.")


def test_what_organisers_do_is_in_the_log_with_their_reason(browse: Browsing, demo: Demo, stranger: Visitor) -> None:
    competition = sample(demo, SWISS)
    reason = "No Brikks on Sunday."
    page = browse(competition.organiser)
    page.goto(f"{competition.path}console/")
    page.get_by_text("Give the round more time").click()
    until = page.get_by_label(re.compile("The round closes"))
    until.fill(re.sub(r"^\d{4}-\d\d", lambda month: next_month(month[0]), until.input_value()))
    page.get_by_label("Reason", exact=True).first.fill(reason)
    page.get_by_role("button", name="Let it close then").click()
    expect(page.locator(".messages")).to_contain_text("The round has another end now.")
    reader = browse(stranger, **PHONE)
    reader.goto(competition.path)
    reader.get_by_role("link", name="What happened").click()
    latest = reader.locator("ol.chronicle li").first
    expect(latest).to_contain_text("Mika Pebble gave round 2 another end")
    expect(latest.locator("q")).to_have_text(reason)


def next_month(month: str) -> str:
    """The month after one, both as 2026-11."""
    year, number = map(int, month.split("-"))
    return f"{year + number // 12}-{number % 12 + 1:02}"
