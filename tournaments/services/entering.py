"""Coming into a tournament: by oneself, or entered by those who run it."""

import secrets
from typing import Any, Final, NamedTuple

from engine.errors import Illegal, Malformed
from engine.protocol import Json
from engine.records import DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Caller
from games.accounts.models import Account
from games.accounts.moderation import is_kept_apart
from games.extension import role_in
from games.play.commands import Command
from tournaments.log.actors import actor_of_account
from tournaments.log.commands import Receipt, carry_out
from tournaments.log.drafts import Draft
from tournaments.log.kinds import CHECKED_IN, ENTERED, RETURNED
from tournaments.models import ClubPerson, Entrant, Tournament
from tournaments.models.tournaments import CHECK_IN
from tournaments.refusals import no_such_person, no_such_player, not_registered_to_play
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.tournaments import settings_of
from tournaments.services.admission import (
    entry_round,
    require_entry,
    require_new_place,
    require_not_put_out,
    require_one_person,
    require_room,
)
from tournaments.services.contributing import add_to_dice, check_contribution
from tournaments.services.organising import require_known, require_organiser

ACCOUNT: Final = "account"
PERSON: Final = "person"
BOT: Final = "bot"


class Newcomer(NamedTuple):
    """Who comes in: one of an account, a person of the club, or a bot by its name."""

    account: int | None = None
    person: int | None = None
    bot: str = ""

    @property
    def who(self) -> str:
        """Of which sort they are, as the log says it."""
        if self.bot:
            return BOT
        return ACCOUNT if self.account is not None else PERSON


def enter(
    tournament_id: str,
    by: Caller,
    command_id: str,
    invite: str | None = None,
    contribution: str = "",
    commitment: str | None = None,
) -> Receipt:
    """Come into a tournament, for the first time or again; whoever is in it already stays as they are."""
    check_contribution(contribution)
    own = Newcomer(account=by.account)

    def decide(draft: Draft) -> None:
        actor = require_known(draft, by, invite)
        require_entry(draft.tournament, by, invite)
        _enter(draft, own, actor, is_organiser=False)
        add_to_dice(draft.tournament, by, contribution, commitment)

    said = {"invite": invite, "contribution": contribution, **({"commitment": commitment} if commitment else {})}
    return carry_out(tournament_id, Command(command_id, by, "enter-tournament", said), decide)


def enter_other(
    tournament_id: str,
    by: Caller,
    command_id: str,
    account: str | None = None,
    person: int | None = None,
    bot: str | None = None,
) -> Receipt:
    """Enter somebody else, for those who run the tournament: an account by its name, a person of the club, or a bot."""
    if [account, person, bot].count(None) != 2:
        raise Malformed("tournament/who", "One account, one person of the club or one bot is entered at a time.")
    found = None if account is None else _find_account(account)

    def decide(draft: Draft) -> None:
        actor = require_organiser(draft, by)
        if found is not None and by.account is not None and is_kept_apart(by.account, [found]):
            # Whoever keeps an organiser away is not pulled into a tournament by them; that they do is not told.
            raise no_such_player(account)
        _enter(draft, _newcomer(draft.tournament, found, account, person, bot), actor, is_organiser=True)

    said = {"account": account, "person": person, "bot": bot}
    return carry_out(tournament_id, Command(command_id, by, "enter-other", said), decide, found)


def _find_account(handle: Any) -> int | None:
    """The number of an account by its name; None for nobody, which only those who may enter others are told."""
    if not isinstance(handle, str) or not handle.isprintable():
        return None
    return Account.objects.filter(username=handle).values_list("pk", flat=True).first()


def _newcomer(tournament: Tournament, account: int | None, handle: Any, person: Any, bot: Any) -> Newcomer:
    if handle is not None:
        known = Account.objects.filter(pk=account or 0, is_active=True).first()
        if known is None or not _may_be_known(tournament, known):
            raise no_such_player(handle)
        if known.is_guest:
            raise not_registered_to_play()
        return Newcomer(account=known.pk)
    if person is not None:
        return Newcomer(person=_find_person(tournament, person))
    _check_bot(tournament, bot)
    return Newcomer(bot=bot)


def _may_be_known(tournament: Tournament, account: Account) -> bool:
    """Whether organisers may know of an account: whoever keeps to themselves shows themselves to their clubs only."""
    if account.is_open or role_in(account.pk, tournament.club_id) is not None:
        return True
    return Entrant.objects.filter(tournament=tournament, account=account).exists()


def _find_person(tournament: Tournament, person: Any) -> int:
    if has_shared_deal(tournament):
        template = "Everybody plays with the same dice on the site here, which needs an account."
        raise Illegal("tournament/needs-account", template)
    known = ClubPerson.objects.filter(club=tournament.club_id, pk=person, account=None) if type(person) is int else None
    if known is None or not known.exists():
        raise no_such_person()
    return int(person)


def _check_bot(tournament: Tournament, bot: Any) -> None:
    settings = settings_of(tournament)
    if not isinstance(bot, str) or bot not in find(settings.key, DEFAULT_RULES).bots:
        raise Malformed("tournament/bot", "There is no bot “{bot}”.", bot=bot)
    if settings.is_rated:
        raise Illegal("tournament/rated-bot", "Rated games are between people.")


def _enter(draft: Draft, newcomer: Newcomer, actor: str, is_organiser: bool) -> None:
    """Add whoever comes in; again adds nothing, and whoever has left comes back."""
    tournament, entrant = draft.tournament, _find_entry(draft.tournament, newcomer)
    if entrant is not None and entrant.left_round is None:
        return
    number = entry_round(tournament, is_organiser)
    require_room(tournament)
    if newcomer.account is not None:
        require_one_person(tournament, newcomer.account)
    if entrant is None:
        require_new_place(tournament)
        entrant_id = _add(draft, newcomer, number, actor)
    else:
        if not is_organiser:
            require_not_put_out(entrant)
        entrant_id = entrant.pk
        come_back(draft, entrant, number, actor)
    if tournament.status == CHECK_IN and (entrant is None or not entrant.is_checked_in):
        # Whoever comes at this hour is there.
        draft.add(CHECKED_IN, {"entrant": entrant_id}, actor)


def _find_entry(tournament: Tournament, newcomer: Newcomer) -> Entrant | None:
    """The entry of somebody who was here before; of a bot there can be any number."""
    if newcomer.bot:
        return None
    same = {"account": newcomer.account} if newcomer.account is not None else {"person": newcomer.person}
    return Entrant.objects.filter(tournament=tournament, **same).first()


def _add(draft: Draft, newcomer: Newcomer, number: int, actor: str) -> str:
    """Add an entry, and say in its row who it is where the log cannot."""
    tournament = draft.tournament
    last = Entrant.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True).first()
    entrant = f"e-{secrets.token_hex(8)}"
    data: Json = {"entrant": entrant, "number": (last or 0) + 1, "joined_round": number, "who": newcomer.who}
    if newcomer.account is not None:
        data["actor"] = actor_of_account(tournament.pk, newcomer.account)
    if newcomer.bot:
        data["bot"] = newcomer.bot
    draft.add(ENTERED, data, actor)
    if newcomer.person is not None:
        Entrant.objects.filter(pk=entrant).update(person=newcomer.person)
    return entrant


def come_back(draft: Draft, entrant: Entrant, number: int, actor: str) -> None:
    """Let somebody who has left be paired again; who has never been paired counts as having come only now."""
    was_never_in = entrant.left_round is not None and entrant.left_round <= entrant.joined_round
    joined = number if was_never_in else entrant.joined_round
    draft.add(RETURNED, {"entrant": entrant.pk, "round": number, "joined_round": joined}, actor)
