"""The running site with sample content, and the people who use it in tests."""

from typing import Any

from tests.visitors import Visitor


class Demo:
    """The site's address, and how to be somebody on it."""

    def __init__(self, address: str, passwords: dict[str, str]) -> None:
        self.address = address.rstrip("/")
        self._passwords = passwords
        self._logged_in: dict[str, Visitor] = {}

    def stranger(self) -> Visitor:
        """Somebody who has only just come."""
        return Visitor(self.address)

    def guest(self, name: str) -> Visitor:
        """Somebody without an account, who has become a guest."""
        visitor = Visitor(self.address)
        visitor.get("/accounts/login/")
        visitor.call("POST", "/guests", {"display_name": name})
        return visitor

    def player(self, username: str) -> Visitor:
        """One of the people of the sample content, logged in once."""
        if username not in self._logged_in:
            visitor = Visitor(self.address)
            visitor.log_in(username, self._passwords[username])
            self._logged_in[username] = visitor
        return self._logged_in[username]

    def first_game(self, query: str, by: Visitor | None = None) -> str:
        """The id of the newest game of a kind."""
        games = (by or self.stranger()).call("GET", f"/games?limit=50&{query}")["results"]
        found: str = games[0]["id"]
        return found


class Table:
    """A game that its host has set up by the interface; tests go on with it in the browser."""

    def __init__(self, host: Visitor, game: str, invite: str) -> None:
        self.host, self.game, self.invite = host, game, invite

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    @property
    def position(self) -> Any:
        """Where the game is, as the host may see it."""
        return self.host.call("GET", f"/games/{self.game}/position")

    def seq(self) -> int:
        """How many events there are."""
        number: int = self.position["seq"]
        return number

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """The log as the host may see it."""
        found: list[dict[str, Any]] = self.host.call("GET", f"/games/{self.game}/log?after={after}&limit=500")["events"]
        return found

    def roll(self, color: str, column: int) -> None:
        """Enter what the dice on the table show."""
        position = self.position
        roll = {"kind": "roll", "seat": position["state"]["active"], "color": color, "number": column}
        self.host.command(f"/games/{self.game}/rolls", roll=roll, answers=position["asked"])

    def act(self, visitor: Visitor, **action: Any) -> None:
        """Let somebody do something."""
        asked = self.position["asked"]
        visitor.command(f"/games/{self.game}/actions", action=action, answers=asked)

    def options(self, visitor: Visitor | None = None) -> list[dict[str, Any]]:
        """What somebody may do now."""
        found = (visitor or self.host).call("GET", f"/games/{self.game}/options")["actions"]
        return [each["action"] for each in found]

    def begin(self, *people: Visitor) -> None:
        """Let everybody draw their first block, in the order of the rules."""
        while (position := self.position)["phase"] == "start":
            self.let(people[position["awaited"][0]], "start")

    def keep(self, *people: Visitor) -> None:
        """Let whoever decides about a roll keep it."""
        while (position := self.position)["phase"] == "decide":
            self.let(people[position["awaited"][0]], "keep")

    def let(self, visitor: Visitor, kind: str = "") -> None:
        """Let somebody do the first thing that they may, of one kind if it is named."""
        self.act(visitor, **next(action for action in self.options(visitor) if action["kind"].startswith(kind)))


def table(host: Visitor, *others: Visitor, variant: str = "", bots: tuple[str, ...] = (), **setup: Any) -> Table:
    """A started game of the host, others and bots, at the easiest level."""
    count = 1 + len(others) + len(bots)
    seats: list[dict[str, str]] = [{"kind": "guest"}] * (1 + len(others)) + [{"kind": "bot", "bot": b} for b in bots]
    variant = variant or ("solo" if count == 1 else "standard")
    made = host.command("/games", **{"variant": variant, "levels": [1] * count, "seats": seats, **setup})
    for seat, visitor in enumerate((host, *others)):
        visitor.command(f"/games/{made['game']}/join", seat=seat, invite=made["invite"])
    host.command(f"/games/{made['game']}/start")
    return Table(host, made["game"], made["invite"])


def solo_with_table_dice(host: Visitor) -> Table:
    """A game alone, in which the test says what is rolled."""
    return table(host, dice="table")
