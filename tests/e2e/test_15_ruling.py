"""Acceptance point 15 of the screens: a ruling changes result, standings and rating, and shows who gave it and why.

A rated tournament of four people is played to its end; one of them flags a game, the organiser looks at what a ruling
would change, gives it, and everything that was foretold is then there to be seen.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.competing import ORGANISER, Competition, club_of, resign, take_seat, wait_until
from tests.e2e.demo import Demo
from tests.visitors import Visitor

PEOPLE: Final = ("robin", "noa", "juno", "kim")
COMPLAINT: Final = "I was told what to roll."
REASON: Final = "The dice were read out before they were thrown."
POINT: Final = 12
"""What one point is in the answers of the interface."""


def played(demo: Demo, name: str) -> Competition:
    """A rated Swiss tournament of duels over two rounds, in which one of every two gives up."""
    organiser = demo.player(ORGANISER)
    first_at = datetime.now(UTC) + timedelta(hours=1)
    settings = {
        "format": "swiss",
        "variant": "duel",
        "rounds": 2,
        "every": 0,
        "is_rated": True,
        "tie_breaks": ["buchholz", "lots"],
        "first_at": f"{first_at:%Y-%m-%dT%H:%M:%S.%fZ}",
    }
    made = organiser.command(f"/clubs/{club_of(organiser)}/tournaments", name=name, settings=settings)
    competition = Competition(organiser, made["id"])
    competition.tell("publish")
    for username in PEOPLE:
        wait_until(lambda: status_of(competition) == "registration", "it is open for entries")
        demo.player(username).command(f"/tournaments/{competition.id}/enter")
    competition.tell("start")
    for number in (1, 2):
        play_round(demo, competition, number)
    wait_until(lambda: status_of(competition) == "finished", "the tournament is over")
    return competition


def play_round(demo: Demo, competition: Competition, number: int) -> None:
    """Let everybody sit down, and at each table the second one give up."""
    competition.wait_for_round(number)
    for table in competition.round(number)["tables"]:
        seated = [demo.player(seat["handle"]) for seat in table["seats"]]
        for visitor in seated:
            take_seat(visitor, table["game"])
        resign(seated[1], table["game"])


def status_of(competition: Competition) -> str:
    status: str = competition.organiser.call("GET", f"/tournaments/{competition.id}")["status"]
    return status


def rating_of(visitor: Visitor, handle: str, what: str = "rating") -> int:
    """What the site says how good somebody is at duels, or from how many games it is known."""
    told = visitor.call("GET", f"/players/{handle}/ratings")["ratings"]
    return next((one[what] for one in told if one["variant"] == "duel"), 0)


def points_of(visitor: Visitor, competition: Competition) -> dict[str, tuple[int, int]]:
    """Everybody's place and points."""
    told = visitor.call("GET", f"/tournaments/{competition.id}/standings")["standings"]
    return {one["handle"]: (one["place"], one["points"] // POINT) for one in told}


def row_of(page: Page, heading: str, name: str) -> Locator:
    """Somebody's line in one of the tables of the preview."""
    table = page.get_by_role("table", name=heading)
    return table.locator("tbody tr", has=page.get_by_role("rowheader", name=name))


def test_15_from_a_flag_to_a_ruling_that_changes_result_standings_and_rating(
    browse: Browsing, demo: Demo, mika: Visitor, stranger: Visitor, tmp_path: Path
) -> None:
    earlier = {handle: rating_of(stranger, handle, "games") for handle in PEOPLE}
    competition = played(demo, "Brikks before the Judge")
    # Kim reads the site in French.
    table = next(one for one in competition.round(1)["tables"] if one["seats"][1]["handle"] != "kim")
    game, winner, loser = table["game"], *(seat["handle"] for seat in table["seats"])
    name = table["seats"][0]["name"]
    counted = {handle: games + 2 for handle, games in earlier.items()}
    wait_until(lambda: {who: rating_of(stranger, who, "games") for who in PEOPLE} == counted, "both rounds count")
    before, rated = points_of(stranger, competition), rating_of(stranger, winner)

    flag(browse(demo.player(loser), **PHONE), game)
    desk = browse(mika)
    rule(desk, name)
    foretold = {what: numbers_of(row_of(desk, what, name)) for what in ("Standings", "Ratings")}
    assert not violations(desk)
    desk.screenshot(path=tmp_path / "preview.png", full_page=True)
    assert points_of(stranger, competition) == before, "nothing happens before the ruling is given"
    desk.get_by_role("button", name="Give this ruling").click()
    expect(desk.locator(".messages")).to_contain_text("The ruling is given.")

    wait_until(lambda: points_of(stranger, competition) != before, "the standings follow")
    wait_until(lambda: rating_of(stranger, winner) != rated, "the ratings follow")
    after, now_rated = points_of(stranger, competition), rating_of(stranger, winner)
    points = [(str(was), str(is_now)) for was, is_now in zip(before[winner], after[winner], strict=True)]
    assert foretold["Standings"][:2] == points
    assert foretold["Ratings"][0] == (str(rated), str(now_rated))
    assert before[winner][1] - after[winner][1] == 1
    everybody_sees(browse(stranger, **PHONE), competition, game)


def flag(page: Page, game: str) -> None:
    """From the replay: flag an event of a game."""
    page.goto(f"/games/{game}/replay/?at=5")
    page.get_by_role("link", name="Flag for review").click()
    page.get_by_label("What should be looked at").fill(COMPLAINT)
    page.get_by_role("button", name="Flag for review").click()
    expect(page.locator("main")).to_contain_text(COMPLAINT)


def rule(page: Page, name: str) -> None:
    """From the queue: look into a dispute, and see what it would change to void the game."""
    page.goto("/desk/")
    page.get_by_role("link", name=name).first.click()
    expect(page.locator("main")).to_contain_text(COMPLAINT)
    page.get_by_label("Void the game: it counts for nobody").check()
    page.get_by_label("Reason", exact=True).fill(REASON)
    page.get_by_role("button", name="See what it would change").click()
    expect(page.get_by_role("heading", name="What this would change")).to_be_visible()


def numbers_of(row: Locator) -> list[tuple[str, str]]:
    """The numbers in a line of the preview, each before and after."""
    return [(shown(cell, "del"), shown(cell, "ins")) for cell in row.locator("td").all()]


def shown(cell: Locator, mark: str) -> str:
    """The last word of a number that changes, or of the whole cell if it does not."""
    changed = cell.locator(mark)
    return (changed.first if changed.count() else cell).inner_text().split()[-1]


def everybody_sees(page: Page, competition: Competition, game: str) -> None:
    """The game, its replay and the tournament say what was ruled, by whom and why."""
    for address in (f"/games/{game}/", f"/games/{game}/replay/", f"{competition.path}log/"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("Mika Pebble")
        expect(page.locator("main")).to_contain_text(REASON)
    page.goto(f"{competition.path}rounds/1/")
    expect(page.locator("table.pairings").first).to_contain_text("Does not count")
