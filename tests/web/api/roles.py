"""Everybody who may call: one account for each role, a club, and the tables at which they have something to say.

The names stand for what they are: Ada and Bob play at the tables, Gus is a guest at one of them, Dan has nothing to do
with any of it, Sam is on the staff, and the club's people are those of `tests.tournaments.sample_clubs`.
"""

from typing import Any, Final, NamedTuple

from django.test import Client

from games.accounts.models import Account
from games.accounts.tokens import ORGANISE, PLAY, READ, SCOPES, make_token
from games.log.models import Game
from games.play.creation import create_game
from games.play.seats import join_by_invite
from games.play.setup import PRIVATE, Setup
from tests.games.sample_tables import CONTRIBUTION, account, caller, command, table
from tests.tournaments import sample_clubs as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.services.clubs import create_club

ANONYMOUS: Final = "anonymous"
PEOPLE: Final = {
    "guest": "Gus",
    "player": "Ada",
    "opponent": "Bob",
    "stranger": "Dan",
    "member": "Mia",
    "scorekeeper": "Sven",
    "organiser": "Otto",
    "owner": "Olga",
    "other-organiser": "Oona",
    "staff": "Sam",
}
"""Who comes with a browser."""
TOKENS: Final = {
    "token-read": (READ,),
    "token-play": (PLAY,),
    "token-organise": (ORGANISE,),
    "token-all": (READ, PLAY, ORGANISE),
}
"""The programs of the player, by what their token reaches."""
ROLES: Final = (ANONYMOUS, *PEOPLE, *TOKENS)


class Somebody(NamedTuple):
    """Who calls: nobody in particular, somebody with a browser, or a program."""

    role: str
    account: Account | None
    secret: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What a program says of itself."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def client(self) -> Client:
        """What they call with."""
        client = Client(headers=self.headers)
        if self.account is not None and self.secret is None:
            client.force_login(self.account)
        return client


class Cast(NamedTuple):
    """Everybody, and what they have to do with each other."""

    roles: dict[str, Somebody]
    club: Club
    running: str
    """A public game that Ada and Bob play."""
    open: str
    """A public game that Ada has created, with a seat for anybody; Gus sits on the other one."""
    private: str
    """A private game of the club that Ada and Bob play."""
    at_table: str
    """A private game of the club with dice on the table, that Ada and Bob play."""

    def client(self, role: str) -> Client:
        """What somebody in a role calls with."""
        return self.roles[role].client()


def program_of(name: str, *scopes: str, **fields: Any) -> Somebody:
    """A program of somebody, whose token reaches everywhere unless something else is said."""
    somebody = account(name, **fields)
    return Somebody("program", somebody, make_token(somebody, "a program", scopes or SCOPES, None)[1])


def make_cast() -> Cast:
    """Everybody, at their tables."""
    club = clubs.club()
    create_club(caller("Oona"), "The Other Club")
    for name in ("Ada", "Bob"):
        clubs.enrol(club, name)
    return Cast(
        roles={role: _somebody(role) for role in ROLES},
        club=club,
        running=table(),
        open=_open_table(),
        private=table(visibility=PRIVATE, club=str(club.pk)),
        at_table=table(visibility=PRIVATE, club=str(club.pk), dice="table"),
    )


def _somebody(role: str) -> Somebody:
    if role == ANONYMOUS:
        return Somebody(role, None)
    if role in TOKENS:
        ada = account("Ada")
        return Somebody(role, ada, make_token(ada, role, TOKENS[role], None)[1])
    fields = {"guest": {"is_guest": True}, "staff": {"is_staff": True}}.get(role, {})
    return Somebody(role, account(PEOPLE[role], **fields))


def _open_table() -> str:
    setup = Setup(variant="standard", levels=[1, 1], seats=[{"kind": "person"}, {"kind": "guest"}])
    game = create_game(setup, caller("Ada"), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller("Gus", is_guest=True), command(), CONTRIBUTION, 1)
    return game
