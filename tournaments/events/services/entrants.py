"""Who takes part: entering, oneself or others; saying that one is there; leaving, or being taken out, and coming
back; and pairs that are kept apart, as two of one family may be: whoever can read the log sees them.
"""

import secrets
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef

from engine.errors import Illegal, Malformed
from engine.protocol import Json
from engine.records import DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Caller
from games.accounts.models import Account
from games.accounts.moderation import is_kept_apart
from games.extension import role_in
from games.log.sql import write_transaction
from games.play.commands import Command
from games.refusals import Conflict
from tournaments.clubs.models import ClubPerson
from tournaments.clubs.refusals import no_such_person
from tournaments.events.event_kinds import ALLOWED, CHECKED_IN, ENTERED, FORBIDDEN, REMOVED, RETURNED, WITHDRAWN
from tournaments.events.history import forbidden_pairs, open_round, settings_of
from tournaments.events.log.commands import Receipt, carry_out
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.log.privacy import actor_of_account, require_reason, store_text
from tournaments.events.models import Entrant, Place, Tournament, TournamentActor, TournamentText
from tournaments.events.refusals import no_such_player, not_registered_to_play, not_taking_part, own_table
from tournaments.events.requirements import (
    UNTIL_THE_END,
    entry_round,
    find_entrant,
    own_entrant,
    require_confirmed_address,
    require_entry,
    require_known,
    require_not_removed,
    require_organiser,
    require_room,
    require_schedule_room,
    require_status,
)
from tournaments.events.services.deals import add_to_dice, check_contribution
from tournaments.events.situation import has_shared_deal
from tournaments.events.statuses import CANCELLED, CHECK_IN, FINISHED, PAIRED, PUBLISHED, RUNNING
from tournaments.events.tournament_names import name_of
from tournaments.extension import PersonClaim


def leave_every_tournament(account: int) -> None:
    """Withdraw an account from every tournament and forget that it was there; its words go as well."""
    known = TournamentActor.objects.filter(account=account).values_list("tournament", flat=True)
    entered = Entrant.objects.filter(account=account).values_list("tournament", flat=True)
    for tournament_id in sorted({*known, *entered}):
        _withdraw_and_forget(tournament_id, account)
    TournamentText.objects.filter(author=account).delete()


def _withdraw_and_forget(tournament_id: str, account: int) -> None:
    with write_transaction():
        draft = UnitOfWork(lock_tournament(tournament_id))
        entries = Entrant.objects.filter(tournament=draft.tournament, account=account)
        for entrant in entries.filter(left_round=None):
            if draft.tournament.status in UNTIL_THE_END:
                draft.add(WITHDRAWN, {"entrant": entrant.pk, "round": open_round(draft.tournament)})
        entries.update(account=None)
        TournamentActor.objects.filter(tournament=draft.tournament, account=account).delete()
        store(draft)


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

    def decide(draft: UnitOfWork) -> None:
        actor = require_known(draft, by, invite)
        require_entry(draft.tournament, by, invite)
        _add_or_return(draft, own, actor, is_organiser=False)
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

    def decide(draft: UnitOfWork) -> None:
        actor = require_organiser(draft, by)
        if found is not None and by.account is not None and is_kept_apart(by.account, [found]):
            # Whoever keeps an organiser away is not pulled into a tournament by them; that they do is not told.
            raise no_such_player(account)
        _add_or_return(draft, _newcomer(draft.tournament, found, account, person, bot), actor, is_organiser=True)

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


def _add_or_return(draft: UnitOfWork, newcomer: Newcomer, actor: str, is_organiser: bool) -> None:
    """Add whoever comes in; again adds nothing, and whoever has left comes back."""
    tournament, entrant = draft.tournament, _find_former_entrant(draft.tournament, newcomer)
    if entrant is not None and entrant.left_round is None:
        return
    number = entry_round(tournament, is_organiser)
    require_room(tournament)
    if newcomer.account is not None:
        require_confirmed_address(tournament, newcomer.account)
    if entrant is None:
        require_schedule_room(tournament)
        entrant_id = _add_entrant(draft, newcomer, number, actor)
    else:
        if not is_organiser:
            require_not_removed(entrant)
        entrant_id = entrant.pk
        add_return(draft, entrant, number, actor)
    if tournament.status == CHECK_IN and (entrant is None or not entrant.is_checked_in):
        # Whoever comes at this hour is there.
        draft.add(CHECKED_IN, {"entrant": entrant_id}, actor)


def _find_former_entrant(tournament: Tournament, newcomer: Newcomer) -> Entrant | None:
    """The entry of somebody who was here before; of a bot there can be any number."""
    if newcomer.bot:
        return None
    same = {"account": newcomer.account} if newcomer.account is not None else {"person": newcomer.person}
    return Entrant.objects.filter(tournament=tournament, **same).first()


def _add_entrant(draft: UnitOfWork, newcomer: Newcomer, number: int, actor: str) -> str:
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


def add_return(draft: UnitOfWork, entrant: Entrant, number: int, actor: str) -> None:
    """Let somebody who has left be paired again; who has never been paired counts as having come only now."""
    was_never_in = entrant.left_round is not None and entrant.left_round <= entrant.joined_round
    joined = number if was_never_in else entrant.joined_round
    draft.add(RETURNED, {"entrant": entrant.pk, "round": number, "joined_round": joined}, actor)


def withdraw(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Go out of a tournament; a game that was begun goes on."""

    def decide(draft: UnitOfWork) -> None:
        actor = require_known(draft, by)
        entrant = own_entrant(draft.tournament, by)
        require_status(draft.tournament, *UNTIL_THE_END)
        if entrant.left_round is None:
            draft.add(WITHDRAWN, {"entrant": entrant.pk, "round": open_round(draft.tournament)}, actor)

    return carry_out(tournament_id, Command(command_id, by, "withdraw", {}), decide)


def remove_entrant(tournament_id: str, by: Caller, command_id: str, entrant: str, reason: str) -> Receipt:
    """Take somebody out, for a reason that they can read; they cannot come back by themselves."""
    require_reason(reason)

    def decide(draft: UnitOfWork) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        removed = find_entrant(tournament, entrant)
        require_status(tournament, *UNTIL_THE_END)
        _refuse_own_opponent(tournament, by, removed)
        if removed.left_round is None:
            number = open_round(tournament)
            why = store_text(tournament.pk, by, reason)
            draft.add(REMOVED, {"entrant": removed.pk, "round": number, "reason": why}, actor)

    said = {"entrant": entrant, "reason": reason}
    return carry_out(tournament_id, Command(command_id, by, "remove-entrant", said), decide)


def _refuse_own_opponent(tournament: Tournament, by: Caller, removed: Entrant) -> None:
    """Refuse that an organiser takes out whom they are to play next: they would win without a game."""
    own = Place.objects.filter(entrant__account=by.account, table=OuterRef("table"), table__isnull=False)
    next_round = Place.objects.filter(
        round__tournament=tournament, round__number=tournament.round, round__status__in=(PAIRED, PUBLISHED)
    )
    is_own = removed.account_id is not None and removed.account_id == by.account
    if by.account is not None and not is_own and next_round.filter(Exists(own), entrant=removed).exists():
        raise own_table()


def return_entrant(tournament_id: str, by: Caller, command_id: str, entrant: str) -> Receipt:
    """Let somebody in again who has gone or was taken out; only those who run the tournament can."""

    def decide(draft: UnitOfWork) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        returned = find_entrant(tournament, entrant)
        require_status(tournament, *UNTIL_THE_END)
        if returned.left_round is not None:
            number = open_round(tournament)
            require_room(tournament)
            add_return(draft, returned, number, actor)

    return carry_out(tournament_id, Command(command_id, by, "return-entrant", {"entrant": entrant}), decide)


def check_in(
    tournament_id: str,
    by: Caller,
    command_id: str,
    contribution: str = "",
    entrant: str | None = None,
    commitment: str | None = None,
) -> Receipt:
    """Say that one is there, and perhaps add to the dice; those who run the tournament say it of others too."""
    check_contribution(contribution)

    def decide(draft: UnitOfWork) -> None:
        tournament = draft.tournament
        if entrant is None:
            actor, present = require_known(draft, by), own_entrant(tournament, by)
        else:
            actor, present = require_organiser(draft, by), find_entrant(tournament, entrant)
        require_status(tournament, CHECK_IN)
        if present.left_round is not None:
            raise not_taking_part()
        if not present.is_checked_in:
            draft.add(CHECKED_IN, {"entrant": present.pk}, actor)
        if entrant is None:
            add_to_dice(tournament, by, contribution, commitment)

    said = {"contribution": contribution, "entrant": entrant, **({"commitment": commitment} if commitment else {})}
    return carry_out(tournament_id, Command(command_id, by, "check-in", said), decide)


def forbid_pair(tournament_id: str, by: Caller, command_id: str, a: str, b: str) -> Receipt:
    """Never put two entrants at one table, from the next pairing on."""
    return _set_pair(tournament_id, by, Command(command_id, by, "forbid-pair", [a, b]), FORBIDDEN)


def allow_pair(tournament_id: str, by: Caller, command_id: str, a: str, b: str) -> Receipt:
    """Let two entrants meet after all."""
    return _set_pair(tournament_id, by, Command(command_id, by, "allow-pair", [a, b]), ALLOWED)


def _set_pair(tournament_id: str, by: Caller, command: Command, kind: str) -> Receipt:
    def decide(draft: UnitOfWork) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        require_status(tournament, *UNTIL_THE_END)
        pair = sorted(find_entrant(tournament, entrant).pk for entrant in command.payload)
        if pair[0] == pair[1]:
            raise Illegal("tournament/one-entrant", "Two different entrants are kept apart.")
        own = Entrant.objects.filter(pk__in=pair, account=by.account, account__isnull=False)
        # Before the start nobody knows whom they would meet.
        if tournament.status == RUNNING and own.exists():
            raise own_table()
        if (frozenset(pair) in forbidden_pairs(tournament.pk)) != (kind == FORBIDDEN):
            draft.add(kind, {"entrants": pair}, actor)

    return carry_out(tournament_id, command, decide)


def has_entered(club: str, person: int) -> bool:
    """Whether a person of a locked club has taken part in a tournament; nobody enters them until the transaction
    ends."""
    _lock_open_tournaments(club)
    return Entrant.objects.filter(person=person).exists()


def take_over_entries(claim: PersonClaim) -> None:
    """Give an account the entries of a person, unless it is entered beside them somewhere."""
    _lock_open_tournaments(claim.club)
    entries = Entrant.objects.filter(person=claim.person)
    twice = Entrant.objects.filter(account=claim.account, tournament__in=entries.values("tournament"))
    if both := twice.select_related("tournament").order_by("pk").first():
        template = "You take part in “{tournament}” yourself; what “{name}” has played there cannot become yours too."
        raise Conflict("person/entered-twice", template, tournament=name_of(both.tournament), name=claim.name)
    entries.update(account=claim.account, person=None)


def _lock_open_tournaments(club: str) -> None:
    """Lock the tournaments of a club that people can still be entered in, so that nobody enters a person just now."""
    running = Tournament.objects.filter(club=club).exclude(status__in=(FINISHED, CANCELLED))
    list(running.select_for_update().order_by("pk").values_list("pk"))
