"""What is kept from people in the world of these tests, how it would be written, and who may know it."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings

from engine.log import read_body
from games.accounts.models import Account, OneTimeLink, Token
from games.keys.signing import signing_key
from games.log.event_store import read_log
from games.log.models import Event, Game
from games.play.deals import seed_of
from games.play.models import Deal
from games.play.official_result import official_result_of
from tests.games.sample_tables import account, fold_of
from tests.tournaments.events.rounds.world import game_of
from tests.web.api.roles import PEOPLE
from tests.web.permissions.disputing import NAMES, OF_CLUB, ON_OPEN_DEALS, RULED, words_in
from tests.web.permissions.groups import PROGRAMS, roles_in
from tests.web.permissions.matrix import SIGHT
from tests.web.permissions.playing import ANSWERED
from tests.web.permissions.spying import Secret
from tests.web.permissions.world import MINORS, World
from tournaments.events.event_kinds import ROUND_PAIRED
from tournaments.events.models import TournamentEvent

CLUB_RUNNERS: Final = {"club": "organiser owner", "public": "owner", "vouched": "organiser", "asking": "owner"}


def secrets_of(world: World) -> list[Secret]:
    """Everything that somebody may not know now."""
    return [
        *(*_seeds(), *_keys(), *_sealed(world), *_hidden(world), *_links(world), *_people(world), *_names()),
        *_of_tournaments(world),
        *_statements(),
    ]


def seed_texts(deal: str) -> tuple[str, ...]:
    """A seed as it might be written, also as it is stored."""
    seed, sealed = seed_of(deal), Deal.objects.get(pk=deal).sealed_seed
    return seed.hex(), b64encode(seed).decode(), urlsafe_b64encode(seed).decode(), sealed, sealed.partition(":")[2]


def _seeds() -> Iterator[Secret]:
    revealed = set(Event.objects.filter(kind="dice/revealed").values_list("game__deal", flat=True))
    for deal in Deal.objects.exclude(pk__in=revealed):
        yield Secret(f"the seed of {deal.pk}", frozenset(), seed_texts(deal.pk))


def _keys() -> Iterator[Secret]:
    private = signing_key()._private
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    raw = private.private_bytes_raw()
    yield Secret("the signing key", frozenset(), (pem.splitlines()[1], raw.hex(), b64encode(raw).decode()))
    deal_key = (Path(settings.KEYS) / "deal.key").read_text().strip()
    yield Secret("the key of deals", frozenset(), (deal_key, b64encode(bytes.fromhex(deal_key)).decode()))
    yield Secret("the secret key", frozenset(), (settings.SECRET_KEY,))


def _sealed(world: World) -> Iterator[Secret]:
    """Answers that are sealed: their blinding value, what they say, and the sheet that shows it."""
    for name, seat in ANSWERED.items():
        game, known_to = world.games[name], roles_in(("player read", "opponent")[seat])
        event, stored = read_log(game)[-1], Event.objects.filter(game=game).latest("seq")
        assert event.entry.seat == seat
        yield Secret(f"the blinding value in {name}", known_to, (event.entry.data["blind"], stored.body))
        said = {key: value for key, value in event.entry.data.items() if key != "blind"}
        yield Secret(
            f"the answer in {name}", known_to, parts=({"kind": event.entry.kind, "seat": seat, **said},), game=game
        )
        sheet = fold_of(game).rules.freeze(fold_of(game).state)["sheets"][seat]
        yield Secret(f"the sheet in {name}", known_to, values=(sheet["drawn"],), game=game)


def _hidden(world: World) -> Iterator[Secret]:
    """Games of which not everybody may know, and how Bob came out of one."""
    for name in ("private", "at-table", "hidden", "shared", "run", "other-run", "kept", "bot-run"):
        row, link = Game.objects.get(pk=world.games[name]), world.invite(name) if name == "private" else ""
        yield Secret(f"the game {name}", roles_in(SIGHT[name]), (row.pk, row.head_hash), opened_by=link)
    for name, known_to in (("other-run", "opponent"), ("bot-run", "")):
        run = world.games[name]
        [result] = official_result_of(run).seats
        part = {"score": result.score, "seat": 0}
        yield Secret(f"the result of {name}", roles_in(known_to), parts=(part,), game=run)


def _statements() -> Iterator[Secret]:
    """What players have said about games of theirs, for nobody but players, those who run the club, and staff."""
    for name in NAMES:
        runners = " runners" if name in OF_CLUB else ""
        staff = "" if name in ON_OPEN_DEALS else " staff"
        known_to = roles_in(("player read" if name in ("run", "closed") else "seated read") + runners + staff)
        yield Secret(f"what Ada has said in {name}", known_to, (words_in(name, "Ada"),))
        if name in RULED:
            yield Secret(f"what Bob has said in {name}", known_to, (words_in(name, "Bob"),))


def _of_tournaments(world: World) -> Iterator[Secret]:
    """The runs in a round with the same dice, pairings that are not published, and links."""
    for name, known_to in (("Ada", "player read"), ("Bob", "opponent")):
        run = Game.objects.get(pk=game_of(world.tournaments["duplicate"], name))
        yield Secret(f"the run of {name}", roles_in(known_to), (run.pk, run.head_hash))
    paired = TournamentEvent.objects.get(tournament=world.tournaments["prepared"], kind=ROUND_PAIRED)
    inputs = read_body(paired.body)["data"]["inputs"]
    yield Secret("the pairing that is prepared", roles_in("runners"), (inputs,))
    for name in world.tournaments:
        yield Secret(f"the link of the tournament {name}", roles_in("runners"), (world.invite_to(name),))


def _links(world: World) -> Iterator[Secret]:
    for name in world.games:
        host = {"other-run": "opponent", "kept": "", "bot-run": ""}.get(name, "player read")
        yield Secret(f"the link of {name}", roles_in(host), (world.invite(name),))
    for name, club in world.clubs.items():
        yield Secret(f"the link of the club {name}", roles_in(CLUB_RUNNERS[name]), (club.invite,))
    yield Secret("the link by which a name is claimed", roles_in("runners"), (world.claim,))


def _names() -> Iterator[Secret]:
    """What those are called who are under 16, and the way to their profiles: for their club and their tables. Programs
    are Ada's own."""
    for name in MINORS:
        handle = name.lower()
        texts = (f"{name} Untold", f"/players/{handle}/", f'"handle":"{handle}"', f'"handle": "{handle}"')
        yield Secret(f"the name of {name}", roles_in("club staff") | PROGRAMS, texts)


def _people(world: World) -> Iterator[Secret]:
    roles = {name.lower(): role for role, name in PEOPLE.items()}
    for somebody in Account.objects.all():
        own = roles_in(roles.get(somebody.username, ""))
        known_to = own | roles_in("read" if somebody.username == "ada" else "") | {"staff"}
        if somebody.email:
            yield Secret(f"the address of {somebody}", known_to, (somebody.email,))
    hashes = Account.objects.exclude(password="!").values_list("password", flat=True)
    yield Secret("hashes of passwords", frozenset(), tuple(hashes))
    digests = (*Token.objects.values_list("digest", flat=True), *OneTimeLink.objects.values_list("digest", flat=True))
    yield Secret("hashes of tokens and links", frozenset(), digests)
    tokens = tuple(who.secret for who in world.cast.roles.values() if who.secret)
    yield Secret("tokens", frozenset(), tokens)
    codes = Authenticator.objects.get(user=account("Dan"), type=Authenticator.Type.RECOVERY_CODES)
    yield Secret("recovery codes", roles_in("stranger"), tuple(RecoveryCodes(codes).get_unused_codes()))
