"""The rounds of a tournament: who sits where, who has a bye, what came of it, and why somebody was paired like this,
as it was logged when the round was drawn; and the dice of the next round, to which players can still add.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from engine.log import read_body
from games.play.models import GameCard
from games.statuses import ABORTED
from tournaments.events.event_kinds import ROUND_DEALT
from tournaments.events.models import PairingRun, Place, Round, Table, Tournament, TournamentEvent
from tournaments.events.refusals import no_such_entrant, no_such_round, no_such_table, own_table, wrong_moment
from tournaments.events.rounds.absences import WaitingTable, opening_of, unstarted_tables
from tournaments.events.selectors.player_names import PlayerName
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.statuses import CLOSED, OPEN, PAIRED, PUBLISHED
from tournaments.events.values import OVERRIDDEN, Reason
from tournaments.paging import Page, page_of


class SeatShown(NamedTuple):
    """Somebody at a table; without a result while there is none that the viewer may see."""

    entrant: str
    player: PlayerName
    seat: int
    is_own: bool
    score: int | None = None
    place: int | None = None
    has_forfeited: bool = False
    is_missing: bool = False
    """Whether the table waits for them."""


class TableShown(NamedTuple):
    """A table of a round."""

    number: int
    seats: list[SeatShown]
    is_own: bool
    game: str | None
    """The id of its game, where the viewer may look at it; None if it was called off before it began."""
    is_on_paper: bool
    is_done: bool
    is_void: bool
    entered: str = ""
    """How an organiser has entered its result; empty if none has."""
    is_waiting: bool = False
    """Whether it waits for somebody, but not as long as the round is open."""
    starts_at: datetime | None = None
    """When it starts without them; None also while too few have come."""
    is_startable: bool = False
    """Whether those who run the tournament can start it now without whoever is missing."""

    @property
    def is_overridden(self) -> bool:
        """Whether an organiser has put another result in the place of what was played."""
        return self.entered == OVERRIDDEN

    @property
    def is_walkover(self) -> bool:
        """Whether there is a result although nobody has played against anybody, because somebody did not come."""
        if not self.is_done or self.is_void or any(seat.score is not None for seat in self.seats):
            return False
        there = sum(not seat.has_forfeited for seat in self.seats)
        return 0 < there < len(self.seats) and (there == 1 or not self.entered)

    @property
    def others(self) -> list[str]:
        """The names of those with whom the viewer sits."""
        return [seat.player.name for seat in self.seats if not seat.is_own and (self.is_done or not seat.has_forfeited)]

    @property
    def missing(self) -> list[str]:
        """The names of those for whom it waits."""
        return [seat.player.name for seat in self.seats if seat.is_missing]

    @property
    def has_left_own(self) -> bool:
        """Whether it has started without the viewer."""
        return not self.is_done and any(seat.is_own and seat.has_forfeited for seat in self.seats)

    @property
    def has_one_winner(self) -> bool:
        """Whether somebody came first alone among several."""
        return len(self.seats) > 1 and sum(seat.place == 1 for seat in self.seats) == 1


class RoundShown(NamedTuple):
    """A round, with the viewer's own table first."""

    number: int
    status: str
    opens_at: datetime
    closes_at: datetime
    closed_at: datetime | None
    is_hidden: bool
    """Whether nobody sees more than their own game, because everybody has the same dice and somebody may still play."""
    tables: list[TableShown]
    byes: list[SeatShown]
    page: int = 1
    has_more: bool = False
    """Whether there are tables behind those of this page."""
    deal: str | None = None
    """The dice that everybody has had, once the round is closed."""
    waits_until: datetime | None = None
    """Until when its tables of three or four wait for everybody, while it is open."""

    @property
    def own(self) -> TableShown | None:
        """The viewer's own table."""
        return next((table for table in self.tables if table.is_own), None)


def rounds_of(seen: SeenTournament) -> QuerySet[Round]:
    """The rounds that a viewer may see, in order."""
    found = Round.objects.filter(tournament=seen.tournament).order_by("number")
    return found if seen.runs_it else found.exclude(status=PAIRED)


def see_round(
    seen: SeenTournament, number: int, players: Mapping[str, PlayerName], page: int | None = None
) -> RoundShown:
    """One round, with a page of its tables or all of them; refused as if it did not exist while it is only being
    prepared."""
    found = rounds_of(seen).filter(number=number).first()
    if found is None:
        raise no_such_round(number)
    is_hidden = found.deal_id is not None and found.status != CLOSED
    own = seen.own.pk if seen.own is not None else None
    tables = _tables_page(found, own, page)
    at_these = Q() if page is None else Q(table__in=tables.rows) | Q(table=None)
    seats: dict[int | None, list[SeatShown]] = {}
    for place in Place.objects.filter(at_these, round=found).order_by("table", "seat"):
        seats.setdefault(place.table_id, []).append(_seat(place, players, own, is_hidden))
    numbers = [table.number for table in tables.rows]
    waiting = {one.table.pk: one for one in unstarted_tables(found, seen.settings, numbers)}
    gone = opening_of(seen.tournament.pk, number).absent if waiting else frozenset()
    return RoundShown(
        found.number,
        found.status,
        found.opens_at,
        found.closes_at,
        found.closed_at,
        is_hidden,
        [
            _with_waiting(seen, _table(seen, table, seats.get(table.pk, []), is_hidden), waiting.get(table.pk), gone)
            for table in tables.rows
        ],
        seats.get(None, []),
        tables.number,
        tables.has_more,
        found.deal_id if found.status == CLOSED else None,
        found.waits_until if found.status == OPEN else None,
    )


def _with_waiting(
    seen: SeenTournament, table: TableShown, waiting: WaitingTable | None, gone: frozenset[str]
) -> TableShown:
    """A table with for whom it waits and until when; who had left when the round opened has no seat in its game."""
    if waiting is None:
        return table
    playing = [seat.entrant for seat in table.seats if seat.entrant not in gone]
    missing = {entrant for at, entrant in enumerate(playing) if at not in waiting.taken}
    seats = [seat._replace(is_missing=seat.entrant in missing) for seat in table.seats]
    return table._replace(
        seats=seats,
        is_waiting=seen.settings.wait is not None and waiting.table.round.waits_until is not None,
        starts_at=waiting.starts_at,
        is_startable=waiting.is_startable and seen.tournament.is_under_way,
    )


def games_of(seen: SeenTournament, entrants: Collection[str]) -> dict[tuple[int, str], str]:
    """The games of some entrants by round and entrant, as far as the viewer may look at them."""
    own = seen.own.pk if seen.own is not None else None
    is_own = Exists(Place.objects.filter(table=OuterRef("table"), entrant=own))
    is_hidden = Q(round__deal__isnull=False) & ~Q(round__status=CLOSED)
    sees_all = seen.settings.games == "public" or seen.runs_it
    seats = Place.objects.filter(round__tournament=seen.tournament, entrant__in=entrants, table__game__isnull=False)
    seats = seats.exclude(Exists(_aborted_unplayed("table__game")), table__is_done=True)
    seats = seats.filter(Q(is_own) | ~is_hidden if sees_all else Q(is_own))
    found = seats.values_list("round__number", "entrant", "table__game")
    return {(number, entrant): game for number, entrant, game in found if game is not None}


def _tables_page(found: Round, own: str | None, page: int | None) -> Page:
    """The tables of a page, or all of them; the viewer's own before all others."""
    tables = (
        Table.objects.filter(round=found).annotate(is_unplayed=Exists(_aborted_unplayed("game"))).order_by("number")
    )
    if own is not None:
        is_own = Exists(Place.objects.filter(table=OuterRef("pk"), entrant=own))
        tables = tables.order_by(Case(When(is_own, then=0), default=1), "number")
    return Page(list(tables), 1, False) if page is None else page_of(tables, page)


def _seat(place: Place, players: Mapping[str, PlayerName], own: str | None, is_hidden: bool) -> SeatShown:
    entrant = place.entrant_id
    seat = SeatShown(entrant, players[entrant], place.seat or 0, entrant == own)
    if is_hidden:
        return seat
    return seat._replace(score=place.score, place=place.place, has_forfeited=place.has_forfeited)


def _aborted_unplayed(game: str) -> QuerySet[GameCard]:
    """The game that a row names, if nothing was played in it, as when somebody did not come: there is no replay."""
    return GameCard.objects.filter(pk=OuterRef(game), status=ABORTED, started_at=None)


def _table(seen: SeenTournament, table: Table, seats: list[SeatShown], is_hidden: bool) -> TableShown:
    is_own = any(seat.is_own for seat in seats)
    may_look = is_own or (not is_hidden and (seen.settings.games == "public" or seen.runs_it))
    is_done = table.is_done and not is_hidden
    return TableShown(
        table.number,
        seats,
        is_own,
        table.game_id if may_look and not (is_done and vars(table)["is_unplayed"]) else None,
        table.is_on_paper,
        is_done,
        table.is_void and is_done,
        table.entered if is_done else "",
    )


class PairingReasons(NamedTuple):
    """What one entrant was drawn, and all that anybody needs to draw it again."""

    round: int
    run: int
    """How often the round had been drawn by then; organisers may draw it anew before it is published."""
    seq: int
    """The event of the log that holds it."""
    version: int
    seed: str
    inputs: str
    """The hash of everything that it was drawn from."""
    reasons: list[Reason]


def explain_pairing(seen: SeenTournament, number: int, entrant: str) -> PairingReasons:
    """Why an entrant was paired like this in a round."""
    drawn = rounds_of(seen).filter(number=number).first()
    run = PairingRun.objects.filter(round=drawn).order_by("-number").first() if drawn is not None else None
    if run is None:
        raise no_such_round(number)
    drawn_by = TournamentEvent.objects.values_list("body", flat=True).get(tournament=seen.tournament, seq=run.seq)
    data = read_body(drawn_by)["data"]
    if entrant not in data["reasons"]:
        raise no_such_entrant(entrant)
    reasons = [Reason(code, facts) for code, facts in data["reasons"][entrant]]
    return PairingReasons(number, run.number, run.seq, data["version"], data["seed"], data["inputs"], reasons)


def overridden_among(games: Collection[str]) -> set[str]:
    """Those of some games in whose place an organiser has put another result."""
    tables = Table.objects.filter(game__in=games, entered=OVERRIDDEN)
    return {str(game) for game in tables.values_list("game", flat=True)}


def see_table_to_decide(shown: RoundShown, number: int) -> TableShown:
    """A table about which an organiser can decide: not of a round that nobody has seen, and not their own."""
    if shown.is_hidden or shown.status in (PAIRED, PUBLISHED):
        raise wrong_moment()
    found = next((table for table in shown.tables if table.number == number), None)
    if found is None:
        raise no_such_table(number)
    if found.is_own:
        raise own_table()
    return found


class RoundDice(NamedTuple):
    """Dice that everybody of a round will play, to which players can still add."""

    round: int
    deal: str
    commitment: str


def dice_to_add_to(tournament: Tournament) -> RoundDice | None:
    """The dice of the next round as the log has fixed them; None if there are none to which anything can be added."""
    if tournament.deal_id is None:
        return None
    dealt = TournamentEvent.objects.filter(tournament=tournament, kind=ROUND_DEALT).order_by("-seq").first()
    said = read_body(dealt.body)["data"] if dealt else {}
    if said.get("deal") != tournament.deal_id:
        return None
    return RoundDice(said["round"], said["deal"], said["commitment"])


def dice_context(tournament: Tournament) -> dict[str, Any]:
    """The same for the forms of a page."""
    dice = dice_to_add_to(tournament)
    return {"dice": dice, "dice_key": f"{tournament.pk}/{dice.round}" if dice is not None else ""}
