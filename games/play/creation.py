"""Creating a game: its row, its deal and the first events of its log.

Also a game on a shared deal that is closed, played again for fun: the same dice, outside of whatever it was dealt for,
unrated, nobody's attempt, and saying in its first event what it is.
"""

import secrets
from hmac import digest
from typing import Final

from django.conf import settings
from django.db import IntegrityError

from engine import dice
from engine.log import FIRST_PREVIOUS, is_id
from engine.protocol import Json
from engine.registry import AnyGame
from games.accounts.callers import Caller, get_or_create_actor, no_account
from games.clock.site_time import now, write_time
from games.log.entries import BOT, Entry, bot_actor
from games.log.event_store import CommandSignature, chain_entries
from games.log.fold import CREATED, JOINED, begin
from games.log.models import Game
from games.log.sql import write_transaction
from games.log.unit_of_work import Draft, Head
from games.metrics import REPEATED, count_command
from games.play.automatic_events import add_automatic_events
from games.play.commands import Command, Receipt, known_receipt
from games.play.cost_of_leaving import agreed_grace
from games.play.deals import (
    find_deal,
    frozen_contributions,
    is_offer_taken,
    lock_deal,
    make_deal,
    no_such_deal,
    offer_already_taken,
    take_offer,
)
from games.play.lifecycle import start_game
from games.play.models import Deal, GameCard
from games.play.permissions import require_club, require_games_left
from games.play.persistence import store_draft
from games.play.seats import join_game
from games.play.setup import ACCOUNT, GUEST, PERSON, Setup, check_setup
from games.refusals import Conflict
from games.statuses import OPEN

LATER_SETTINGS: Final = ("tournament", "again", "follows", "offer")
"""What was not known at first: commands that were given before are known again without it."""


def create_game(setup: Setup, by: Caller, command_id: str) -> Receipt:
    """Begin the log of a new game; the bots sit down at once."""
    with count_command("create") as outcome:
        signature = Command(command_id, by, "create", _signed_payload(setup)).signature
        rules = check_setup(setup, by.is_system)
        game_id = _game_id(by, command_id)
        try:
            with write_transaction():
                if known := known_receipt(game_id, signature):
                    outcome.word = REPEATED
                    return known
                return _store_game(game_id, setup, rules, by, signature)
        except IntegrityError:
            # The same command at the same moment: whoever was first has stored it.
            if known := known_receipt(game_id, signature):
                outcome.word = REPEATED
                return known
            if setup.offer is not None and is_offer_taken(setup.offer):
                raise offer_already_taken() from None
            raise


def is_game_created(by: Caller, command_id: str) -> bool:
    """Whether a command has begun its game already, so that it is given again."""
    return is_id(command_id) and Game.objects.filter(pk=_game_id(by, command_id)).exists()


def _store_game(game_id: str, setup: Setup, rules: AnyGame, by: Caller, signature: CommandSignature) -> Receipt:
    """Store a game that nobody has begun before."""
    require_games_left(setup.seats, by)
    require_club(setup.club, by)
    deal = _deal(setup, rules)
    draft = _draft(game_id, _row(game_id, rules, deal), setup, rules, deal, by)
    store_draft(draft, signature)
    return Receipt(game_id, draft.links[0].seq, draft.links[0].hash)


def _signed_payload(setup: Setup) -> Json:
    said = {name: getattr(setup, name) for name in setup.__slots__}
    return {name: value for name, value in said.items() if name not in LATER_SETTINGS or value}


def _game_id(by: Caller, command_id: str) -> str:
    """An id that nobody can guess, and that the same command gets again."""
    if by.account is None and not by.is_system:
        raise no_account()
    said = f"game|{by.identity}|{command_id}".encode()
    return f"g-{digest(settings.SECRET_KEY.encode(), said, 'sha256').hex()[:24]}"


def _deal(setup: Setup, rules: AnyGame) -> Deal | None:
    if rules.dice is None or setup.dice == dice.TABLE:
        return None
    if setup.follows is not None:
        # What players have added to these dice came after the commitment; to others it would have come before.
        return Deal.objects.get(games=setup.follows["game"])
    if setup.deal is None:
        return make_deal() if setup.offer is None else take_offer(setup.offer)
    # Locked, so that the deal is not closed while a game on it begins.
    deal = lock_deal(setup.deal)
    if setup.again:
        if deal.closed_at is None:
            raise no_such_deal(setup.deal)
        return deal
    if deal.tournament is not None and deal.tournament != (setup.tournament or {}).get("id"):
        # Whoever could play it elsewhere, under another name, would know the dice of their own attempt.
        raise no_such_deal(setup.deal)
    if deal.closed_at is not None:
        raise Conflict("deal/closed", "This deal is closed; no game can be begun on it.")
    return deal


def _row(game_id: str, rules: AnyGame, deal: Deal | None) -> Head:
    """The row of a game whose log is still empty."""
    Game.objects.create(
        id=game_id,
        key=rules.key,
        rules_version=rules.rules_version,
        deal=deal,
        invite=secrets.token_urlsafe(16),
        seq=0,
        head_hash=FIRST_PREVIOUS,
        last_at="",
        status=OPEN,
    )
    return Head(game_id, 0, FIRST_PREVIOUS, "", deal.pk if deal else None, OPEN, 0, None, None, None)


def _draft(game_id: str, head: Head, setup: Setup, rules: AnyGame, deal: Deal | None, by: Caller) -> Draft:
    """The log from its first event, with the bots on their seats; if nobody else plays, it begins."""
    seats = [_seat(game_id, seat) for seat in setup.seats]
    created = Entry(CREATED, None, _created(game_id, setup, rules, deal, seats), get_or_create_actor(game_id, by))
    [first] = chain_entries(game_id, 0, FIRST_PREVIOUS, [created], write_time(now()))
    draft = Draft(head, begin(created, first.hash))
    draft.links.append(first)
    # One command has one time: the row must say of the log's end what its last event does.
    draft.at = first.at
    for number, seat in enumerate(setup.seats):
        if seat["kind"] == BOT:
            draft.add(Entry(JOINED, number, {"contribution": ""}, bot_actor(number)))
    add_automatic_events(draft)
    return draft


def _created(game_id: str, setup: Setup, rules: AnyGame, deal: Deal | None, seats: list[Json]) -> Json:
    timeout = setup.timeout or rules.timeouts[0]
    return {
        **setup.more,
        "key": rules.key,
        "rules_version": rules.rules_version,
        "variant": setup.variant,
        "levels": list(setup.levels),
        "seats": seats,
        "clock": {"seconds": setup.seconds, "timeout": timeout} if setup.seconds else None,
        "rated": setup.rated,
        "visibility": setup.visibility,
        "dice": _dice(setup, deal),
        **({} if setup.club is None else {"club": setup.club}),
        **({} if setup.tournament is None else {"tournament": setup.tournament}),
        **({"again": True} if setup.again else {}),
        **agreed_grace(setup.rated, len(seats), setup.tournament is not None),
        **({} if setup.follows is None else {"follows": _follows(game_id, setup.follows)}),
    }


def _follows(game_id: str, follows: Json) -> Json:
    """What the log says of the game that has waited: where it ended, and who had not come."""
    return {**follows, "without": [get_or_create_actor(game_id, Caller(account)) for account in follows["without"]]}


def _seat(game_id: str, seat: Json) -> Json:
    """What the log says of a seat: its kind, and which bot sits there or for which actor it is reserved."""
    if seat["kind"] == BOT:
        return {"kind": BOT, "bot": seat["bot"]}
    if ACCOUNT not in seat:
        return {"kind": seat["kind"]}
    return {"kind": seat["kind"], "actor": get_or_create_actor(game_id, Caller(seat[ACCOUNT]))}


def _dice(setup: Setup, deal: Deal | None) -> Json | None:
    if deal is None:
        return {"scheme": dice.TABLE} if setup.dice == dice.TABLE else None
    block = {"scheme": dice.SCHEME, "deal": deal.pk, "commitment": deal.commitment}
    return {**block, "contributions": frozen_contributions(deal)} if deal.is_shared else block


REPLAY_JOINS: Final = "again-joins"
REPLAY_STARTS: Final = "again-starts"
"""Under which names somebody sits down and starts: there is nothing else to do in a game that has just been made."""


def replay_deal(deal_id: str, by: Caller, command_id: str) -> Receipt:
    """Begin a game on a closed deal, set up as those that were played on it; the same command again gives the same."""
    made = create_game(_replay_setup(deal_id, by), by, command_id)
    join_game(made.game, by, REPLAY_JOINS, "")
    start_game(made.game, by, REPLAY_STARTS)
    return made


def _replay_setup(deal_id: str, by: Caller) -> Setup:
    find_deal(deal_id)
    played = GameCard.objects.filter(deal=deal_id, tournament__isnull=False).select_related("game")
    first = played.order_by("created_at", "pk").first()
    if first is None or "," in first.levels:
        raise no_such_deal(deal_id)
    return Setup(
        variant=first.variant,
        levels=[int(first.levels)],
        seats=[{"kind": GUEST if by.is_guest else PERSON}],
        visibility=first.visibility,
        deal=deal_id,
        again=True,
        key=first.key,
        rules_version=first.game.rules_version,
    )
