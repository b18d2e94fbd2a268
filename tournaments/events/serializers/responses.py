"""Tournaments in the values that the interface answers with; `response_schemas` documents them."""

from collections.abc import Mapping
from typing import Final

from engine.protocol import Json
from tournaments.events.history import format_of, seed_commitment
from tournaments.events.models import Entrant, Round, Tournament
from tournaments.events.selectors.log import ShownEvent
from tournaments.events.selectors.player_names import PRIVATE, PlayerName
from tournaments.events.selectors.rounds import RoundShown, SeatShown, TableShown, dice_to_add_to
from tournaments.events.selectors.standings import crosstable_of
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.standings.cells import Cell
from tournaments.events.standings.ranking import CrosstableRow
from tournaments.events.statuses import OPEN
from tournaments.paging import Page, page_of

_OF_ROUNDS: Final = ("number", "status", "opens_at", "closes_at", "closed_at")


def tournament_as_json(tournament: Tournament) -> Json:
    """A tournament in a list."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "club": tournament.club_id,
        "format": tournament.format,
        "status": tournament.status,
        "is_public": tournament.is_public,
        "is_paused": tournament.paused_at is not None,
        "round": tournament.round,
        "rounds": tournament.round_count,
        "created_at": tournament.created_at,
    }


def whole_tournament_as_json(seen: SeenTournament) -> Json:
    """One tournament, and what the viewer is in it."""
    tournament, own = seen.tournament, seen.own
    is_in = own is not None and own.left_round is None
    dice = dice_to_add_to(tournament)
    return {
        **tournament_as_json(tournament),
        "settings": {**seen.settings.as_json(), "wait": seen.settings.wait},
        "seed": tournament.seed or None,
        "seed_commitment": seed_commitment(tournament.pk) or None,
        "entrants": Entrant.objects.filter(tournament=tournament, left_round=None).count(),
        "entrant": own.pk if own is not None else None,
        "is_in": is_in,
        "is_checked_in": own is not None and own.is_checked_in,
        "has_dice_to_add": is_in and tournament.deal_id is not None,
        "dice": dice._asdict() if dice is not None else None,
        "invite": tournament.invite if seen.runs_it else None,
        "seq": tournament.seq,
        "hash": tournament.head_hash,
    }


def player_as_json(entrant: str, player: PlayerName) -> Json:
    """Somebody who takes part."""
    return {"entrant": entrant, **name_as_json(player)}


def name_as_json(player: PlayerName) -> Json:
    """By what name; null for whom whoever asks may not know."""
    return {"name": None if player.kind == PRIVATE else player.name, "kind": player.kind, "handle": player.handle}


def entrants_as_json(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of those who take part, and since and until when."""
    page = page_of(Entrant.objects.filter(tournament=seen.tournament).order_by("number"), number)
    return {"next": page.next, "entrants": [_entrant_as_json(one, players[one.pk]) for one in page.rows]}


def _entrant_as_json(entrant: Entrant, player: PlayerName) -> Json:
    columns = ("number", "joined_round", "left_round", "is_checked_in")
    return {**player_as_json(entrant.pk, player), **{name: getattr(entrant, name) for name in columns}}


def round_as_json(found: Round) -> Json:
    """A round in a list."""
    waits_until = found.waits_until if found.status == OPEN else None
    return {**{name: getattr(found, name) for name in _OF_ROUNDS}, "waits_until": waits_until}


def whole_round_as_json(shown: RoundShown) -> Json:
    """One round, with a page of its tables."""
    return {
        **{name: getattr(shown, name) for name in (*_OF_ROUNDS, "waits_until")},
        "is_hidden": shown.is_hidden,
        "deal": shown.deal,
        "next": shown.page + 1 if shown.has_more else None,
        "tables": [_table_as_json(table) for table in shown.tables],
        "byes": [player_as_json(seat.entrant, seat.player) for seat in shown.byes],
    }


def _table_as_json(table: TableShown) -> Json:
    names = ("number", "game", "is_on_paper", "is_done", "is_void", "entered", "starts_at", "is_startable")
    told = {name: getattr(table, name) for name in names}
    return {**told, "seats": [_seat_as_json(seat) for seat in table.seats]}


def _seat_as_json(seat: SeatShown) -> Json:
    came_out = {name: getattr(seat, name) for name in ("score", "place", "has_forfeited", "is_missing")}
    return {**player_as_json(seat.entrant, seat.player), "seat_number": seat.seat, **came_out}


def standings_as_json(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of who stands where."""
    page = page_of(crosstable_of(seen), number)
    return {**_page_header(seen, page), "standings": [_standing_as_json(row, players) for row in page.rows]}


def _page_header(seen: SeenTournament, page: Page) -> Json:
    unit = format_of(seen.tournament).unit_of(seen.settings)
    return {"unit": unit, "seq": seen.tournament.seq, "next": page.next}


def _standing_as_json(row: CrosstableRow, players: Mapping[str, PlayerName]) -> Json:
    standing = row.standing
    told = {**standing._asdict(), "overridden": row.overridden}
    told["breaks"] = [{**one._asdict(), "parts": [part._asdict() for part in one.parts]} for one in standing.breaks]
    return {**told, **player_as_json(standing.entrant, players[standing.entrant])}


def crosstable_as_json(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of everybody by standing, and what each round was for them."""
    page = page_of(crosstable_of(seen), number)
    rows = [
        {
            **player_as_json(row.standing.entrant, players[row.standing.entrant]),
            "place": row.standing.place,
            "points": row.standing.points,
            "cells": [_cell_as_json(cell) for cell in row.cells],
        }
        for row in page.rows
    ]
    return {**_page_header(seen, page), "rows": rows}


def _cell_as_json(cell: Cell) -> Json:
    told = {name: getattr(cell, name) for name in ("round", "kind", "points", "table", "result", "entered")}
    return {**told, "seated": list(cell.seated), "score": cell.seat.score if cell.seat is not None else None}


def event_as_json(told: ShownEvent) -> Json:
    """One event of the log."""
    names = ("seq", "hash", "kind", "at", "actor", "name", "data", "reason")
    return {name: getattr(told, name) for name in names}
