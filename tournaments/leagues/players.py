"""Who somebody is in all seasons of a league: an account, a person of the club without one, or one of its bots."""

from collections.abc import Container
from typing import Any, NamedTuple


class PlayerKey(NamedTuple):
    """Names somebody beyond one tournament, whose entrants have ids of their own."""

    account: int | None = None
    person: int | None = None
    bot: str = ""
    copy: str = ""
    """Tells bots of one name apart."""

    @property
    def text(self) -> str:
        """The key as one word."""
        if self.account is not None:
            return f"account {self.account}"
        return f"bot {self.bot} {self.copy}" if self.person is None else f"person {self.person}"

    @property
    def is_anybody(self) -> bool:
        """Whether there is somebody behind it; an account that was erased leaves nobody."""
        return self.account is not None or self.person is not None or bool(self.bot)

    @property
    def columns(self) -> dict[str, Any]:
        """The same as a row names them."""
        return {"account_id": self.account, "person_id": self.person, "bot": self.bot}


class Present(NamedTuple):
    """Who is in a club now."""

    accounts: Container[int]
    persons: Container[int]

    def has(self, player: PlayerKey) -> bool:
        """Whether somebody can play in its leagues; bots always can."""
        if player.account is not None:
            return player.account in self.accounts
        return bool(player.bot) or player.person in self.persons
