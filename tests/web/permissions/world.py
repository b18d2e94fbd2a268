"""A site in the middle of everything: a game or another thing of every sort that is hidden from somebody."""

import json
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import make_password
from django.test import Client

from games.accounts.callers import ANYBODY
from games.accounts.models import Account
from games.accounts.moderation import block
from games.accounts.passwords import PASSWORD as PASSWORD_LINK
from games.accounts.passwords import make_link
from games.accounts.reports import report_account
from games.accounts.tokens import READ, make_token
from games.extension import MEMBER, ORGANISER
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.log.models import Game
from games.play.heartbeat import beat
from games.records.export import export_record
from games.records.imports import import_record
from tests.games.sample_tables import account, caller
from tests.tournaments.sample_clubs import enrol
from tests.web.api.roles import PEOPLE, ROLES, Cast, make_cast
from tests.web.permissions.competing import make_tournaments
from tests.web.permissions.playing import make_games
from tournaments.clubs.models import Club
from tournaments.clubs.services.admission import ask_to_join, join_club
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import set_role
from tournaments.clubs.services.persons import add_person, make_claim_link
from tournaments.events.models import Tournament
from tournaments.leagues.models import League
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.leagues import create_league
from tournaments.leagues.services.seasons import draft_season, publish_season

PASSWORD: Final = "correct horse battery"
"""Everybody's."""
MINORS: Final = ("Ada", "Mia", "Olga")
"""Who says that they are under 16. Ada sits at nearly every table and has entered every tournament, Olga has founded
clubs, one of them public, and announces what happens there."""


class World(NamedTuple):
    """Everybody, and everything that they ask for."""

    cast: Cast
    clients: dict[str, Client]
    """What each role calls with."""
    games: dict[str, str]
    """The ids of the games by what they are."""
    clubs: dict[str, Club]
    """The club, one that is public, one that staff vouch for and Otto runs, and one for which Nia waits."""
    person: int
    """The number of somebody without an account whom the club knows."""
    claim: str
    """The secret of the link by which they claim what is theirs."""
    announcement: int
    """The number of what the club has announced."""
    tournaments: dict[str, str]
    """The ids of the tournaments by what they are."""
    league: League
    """A league of the club, with a season that is published and a draft of the next."""
    token: int
    """The number of a token of Ada's."""
    report: int
    """The number of a complaint."""
    record: str
    """The id of the record that Ada has uploaded."""
    document: str
    """The text of another record."""
    link: str
    """The secret of a link to a new password."""

    def invite(self, name: str) -> str:
        """The secret part of a game's link."""
        return Game.objects.values_list("invite", flat=True).get(pk=self.games[name])

    def invite_to(self, name: str) -> str:
        """The secret part of a tournament's link."""
        return Tournament.objects.values_list("invite", flat=True).get(pk=self.tournaments[name])


def make_world() -> World:
    """All of it."""
    cast = make_cast()
    for name in ("Nia", "Pia"):
        enrol(cast.club, name)
    _describe()
    clients = {role: _client(cast, role) for role in ROLES}
    games = make_games(cast, clients["player"])
    make_checkpoint()
    beat()
    ada, person = account("Ada"), add_person(cast.club.pk, caller("Olga"), "Piet").pk
    block(ada, account("Eve"))
    made = World(
        cast=cast,
        clients=clients,
        games=games,
        clubs={
            "club": cast.club,
            "public": create_club(caller("Olga"), "The Open Bricklayers", is_public=True),
            "vouched": _vouched_club(),
            "asking": _club_to_ask(),
        },
        person=person,
        claim=make_claim_link(cast.club.pk, caller("Olga"), person),
        announcement=make_announcement(cast.club.pk, caller("Olga"), "We meet at night").pk,
        tournaments=make_tournaments(cast.club),
        league=_league(cast.club),
        token=make_token(ada, "another program", (READ,), None)[0].pk,
        report=report_account(ada, account("Bob"), "He shouts.").pk,
        record=import_record(_record(games["finished"]), caller("Ada")).pk,
        document=_record(games["closed"]).decode(),
        link=make_link(PASSWORD_LINK, account("Nia"), account("Sam")),
    )
    make_checkpoints()
    return made


def _describe() -> None:
    """Give everybody but guests a password, all but Nia an address, and Dan a second factor; Pia keeps to herself."""
    for somebody in Account.objects.exclude(username="nia"):
        somebody.email = f"{somebody.username}@mail.example"
        somebody.save()
        EmailAddress.objects.create(user=somebody, email=somebody.email, primary=True)
    Account.objects.filter(is_guest=False).update(password=make_password(PASSWORD))
    Account.objects.filter(username="pia").update(is_private=True)
    for name in MINORS:
        Account.objects.filter(username=name.lower()).update(display_name=f"{name} Untold", is_minor=True)
    TOTP.activate(account("Dan"), generate_totp_secret())
    RecoveryCodes.activate(account("Dan"))


def _client(cast: Cast, role: str) -> Client:
    """What a role calls with, having just said the password again; what fails is answered 500, as to everybody."""
    somebody = cast.roles[role].account
    if somebody is not None:
        somebody.refresh_from_db()
    client = cast.client(role)
    client.raise_request_exception = False
    if role in PEOPLE:
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def _vouched_club() -> Club:
    founded = create_club(caller("Vera", is_staff=True), "The Night Bricklayers")
    for name, role in (("Otto", ORGANISER), ("Nia", MEMBER)):
        join_club(founded.pk, caller(name), founded.invite)
        set_role(founded.pk, caller("Vera"), name.lower(), role)
    return founded


def _club_to_ask() -> Club:
    founded = create_club(caller("Olga"), "The Choosy Bricklayers", is_public=True, admission="approval")
    ask_to_join(founded.pk, caller("Nia"))
    return founded


def _league(club: Club) -> League:
    olga = caller("Olga")
    made = create_league(club.pk, olga, "The League of Bricks", {})
    for number in (1, 2):
        draft_season(made.pk, olga, is_from_last=False)
        for handle in ("mia", "sven"):
            assign_player(made.pk, number, olga, 1, handle=handle)
        if number == 1:
            publish_season(made.pk, number, olga)
    return made


def _record(game: str) -> bytes:
    return json.dumps(export_record(game, ANYBODY)).encode()
