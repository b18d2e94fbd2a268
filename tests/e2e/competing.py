"""Tournaments as tests use them: drafted by the interface or in the browser, entered by link, and played."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from time import monotonic, sleep
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.e2e.demo import Demo
from tests.visitors import Visitor

ORGANISER: Final = "mika"
"""Who runs the club of the sample content, and plays in none of its tournaments."""
QUARTER_OF_AN_HOUR: Final = "900"
AT_ONCE: Final = "0"
PATIENCE: Final = 60
"""Seconds after which something that the site does by itself is missing."""


class Competition:
    """A tournament, and those who run it."""

    def __init__(self, organiser: Visitor, tournament: str) -> None:
        self.organiser, self.id = organiser, tournament

    @property
    def path(self) -> str:
        return f"/tournaments/{self.id}/"

    @property
    def invitation(self) -> str:
        """The path of its link."""
        return f"/tournaments/join/{self.organiser.call('GET', f'/tournaments/{self.id}')['invite']}/"

    def round(self, number: int, by: Visitor | None = None) -> Any:
        """A round as somebody sees it."""
        return (by or self.organiser).call("GET", f"/tournaments/{self.id}/rounds/{number}")

    def game_of(self, visitor: Visitor, number: int) -> str:
        """The id of somebody's own game, which only they know while everybody has the same dice."""
        own = visitor.call("GET", f"/tournaments/{self.id}")["entrant"]
        tables = self.round(number, visitor)["tables"]
        found = next(table for table in tables if any(seat["entrant"] == own for seat in table["seats"]))
        game: str = found["game"]
        return game

    def has_bye(self, visitor: Visitor, number: int) -> bool:
        """Whether nobody plays against somebody in a round."""
        own = visitor.call("GET", f"/tournaments/{self.id}")["entrant"]
        return any(one["entrant"] == own for one in self.round(number, visitor)["byes"])

    def wait_for_round(self, number: int) -> None:
        """Wait until the games of a round can be played."""
        wait_until(lambda: self._is_open(number), f"round {number} is open")

    def _is_open(self, number: int) -> bool:
        status, _ = self.organiser.ask("GET", f"/api/v1/tournaments/{self.id}/rounds/{number}")
        return status == 200 and self.round(number)["status"] == "open"

    def tell(self, verb: str, **said: Any) -> None:
        """Let the organiser do something."""
        self.organiser.command(f"/tournaments/{self.id}/{verb}", **said)


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Wait for something that the site does by itself."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, what
        sleep(0.3)


def club_of(organiser: Visitor) -> str:
    """The club of the sample content."""
    club: str = organiser.call("GET", "/clubs")["results"][0]["id"]
    return club


def sample(demo: Demo, name: str) -> Competition:
    """One of the tournaments of the sample content."""
    organiser = demo.player(ORGANISER)
    found = organiser.call("GET", "/tournaments?limit=50")["results"]
    return Competition(organiser, next(each["id"] for each in found if each["name"] == name))


def announced(
    demo: Demo, name: str, opens_in: float, entered: Iterable[dict[str, Any]] = (), **settings: Any
) -> Competition:
    """A Swiss tournament of duels, published and open for entries, whose first round opens by itself.

    Who is entered is so before it is published.
    """
    organiser = demo.player(ORGANISER)
    first_at = datetime.now(UTC) + timedelta(seconds=opens_in)
    said = {"format": "swiss", "variant": "duel", "rounds": 2, "every": 0, "tie_breaks": ["buchholz", "total", "lots"]}
    made = organiser.command(
        f"/clubs/{club_of(organiser)}/tournaments",
        name=name,
        settings={**said, "first_at": f"{first_at:%Y-%m-%dT%H:%M:%S.%fZ}", **settings},
    )
    competition = Competition(organiser, made["id"])
    for who in entered:
        competition.tell("enter-other", **who)
    competition.tell("publish")
    return competition


def drafted(page: Page, organiser: Visitor, name: str, kind: str) -> Competition:
    """Fill in the form of a tournament whose two rounds follow each other at once."""
    page.goto(f"/clubs/{club_of(organiser)}/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label(kind, exact=True).check()
    page.get_by_label("A round lasts").select_option(QUARTER_OF_AN_HOUR)
    page.get_by_label("The next round opens").select_option(AT_ONCE)
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("button", name="Make the draft").click()
    page.wait_for_url("**/console/")
    found = re.search(r"/tournaments/(t-[0-9a-f]+)/", page.url)
    assert found is not None
    return Competition(organiser, found[1])


def publish(page: Page) -> None:
    """From the console: look at the draft once more, and publish it."""
    page.get_by_role("link", name="Look at it and publish").click()
    page.get_by_role("button", name="Publish the tournament").click()
    expect(page.get_by_label("Whoever opens this link can enter")).to_have_value(re.compile("/tournaments/join/"))


def enter_bot(page: Page, bot: str) -> None:
    """From the console: enter a bot."""
    page.get_by_label("Enter somebody").select_option(f"bot:{bot}")
    page.get_by_role("button", name="Enter this player").click()
    expect(page.locator(".messages")).to_contain_text("They are in.")


def on_paper(demo: Demo, name: str) -> Competition:
    """A tournament of one round and one table, at which Robin plays with somebody without an account."""
    organiser = demo.player(ORGANISER)
    persons = organiser.call("GET", f"/clubs/{club_of(organiser)}/persons")["results"]
    entered = ({"handle": "robin"}, {"person": persons[0]["id"]})
    competition = announced(demo, name, opens_in=1200, entered=entered, rounds=1)
    competition.tell("start")
    return competition


def begin_now(page: Page) -> None:
    """From the console: do not wait for the first round."""
    page.get_by_text("Begin now", exact=True).click()
    page.get_by_role("button", name="Yes, begin now").click()


def join_by_link(page: Page, competition: Competition) -> None:
    """Open the link and take part."""
    page.goto(competition.invitation)
    page.get_by_role("button", name="Take part").click()
    page.wait_for_url(f"**{competition.path}")
    expect(page.locator("main")).to_contain_text("You are in.")


def sit_down(page: Page) -> None:
    """From the page of a tournament to one's own game, once the round is open."""
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="Take your seat").click()


def give_up(page: Page) -> None:
    """Resign the game of this page."""
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator("#turn")).to_contain_text("The game is over.")


def take_seat(visitor: Visitor, game: str) -> None:
    """The same without a browser."""
    visitor.command(f"/games/{game}/join")


def resign(visitor: Visitor, game: str) -> None:
    """Give up without a browser, if there is anything left to give up."""
    position = visitor.call("GET", f"/games/{game}/position")
    if position["status"] == "running":
        action = {"kind": "drop", "seat": position["seat"], "reason": "resign"}
        visitor.command(f"/games/{game}/actions", action=action, answers=position["asked"])
