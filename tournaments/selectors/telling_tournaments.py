"""Tournaments in the values that the interface answers with."""

from collections.abc import Mapping
from typing import Final

from engine.protocol import Json
from tournaments.models import Entrant, Round, Tournament
from tournaments.models.tournaments import OPEN
from tournaments.selectors.players import PRIVATE, PlayerName
from tournaments.selectors.shown import RoundShown, SeatShown, TableShown, Told, crosstable_of, page_of
from tournaments.selectors.shown.paging import Page
from tournaments.selectors.tournaments import SeenTournament, dice_to_add_to, format_of, seed_commitment
from tournaments.standings import Cell, CrossRow

_OF_ROUNDS: Final = ("number", "status", "opens_at", "closes_at", "closed_at")


def about_tournament(tournament: Tournament) -> Json:
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


def about_whole_tournament(seen: SeenTournament) -> Json:
    """One tournament, and what the viewer is in it."""
    tournament, own = seen.tournament, seen.own
    is_in = own is not None and own.left_round is None
    dice = dice_to_add_to(tournament)
    return {
        **about_tournament(tournament),
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


def about_player(entrant: str, player: PlayerName) -> Json:
    """Somebody who takes part."""
    return {"entrant": entrant, **about_name(player)}


def about_name(player: PlayerName) -> Json:
    """By what name; null for whom whoever asks may not know."""
    return {"name": None if player.kind == PRIVATE else player.name, "kind": player.kind, "handle": player.handle}


def about_entrants(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of those who take part, and since and until when."""
    page = page_of(Entrant.objects.filter(tournament=seen.tournament).order_by("number"), number)
    return {"next": page.next, "entrants": [_entrant(one, players[one.pk]) for one in page.rows]}


def _entrant(entrant: Entrant, player: PlayerName) -> Json:
    columns = ("number", "joined_round", "left_round", "is_checked_in")
    return {**about_player(entrant.pk, player), **{name: getattr(entrant, name) for name in columns}}


def about_round(found: Round) -> Json:
    """A round in a list."""
    waits_until = found.waits_until if found.status == OPEN else None
    return {**{name: getattr(found, name) for name in _OF_ROUNDS}, "waits_until": waits_until}


def about_whole_round(shown: RoundShown) -> Json:
    """One round, with a page of its tables."""
    return {
        **{name: getattr(shown, name) for name in (*_OF_ROUNDS, "waits_until")},
        "is_hidden": shown.is_hidden,
        "deal": shown.deal,
        "next": shown.page + 1 if shown.has_more else None,
        "tables": [_table(table) for table in shown.tables],
        "byes": [about_player(seat.entrant, seat.player) for seat in shown.byes],
    }


def _table(table: TableShown) -> Json:
    names = ("number", "game", "is_on_paper", "is_done", "is_void", "entered", "starts_at", "is_startable")
    told = {name: getattr(table, name) for name in names}
    return {**told, "seats": [_seat(seat) for seat in table.seats]}


def _seat(seat: SeatShown) -> Json:
    came_out = {name: getattr(seat, name) for name in ("score", "place", "has_forfeited", "is_missing")}
    return {**about_player(seat.entrant, seat.player), "seat_number": seat.seat, **came_out}


def about_standings(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of who stands where."""
    page = page_of(crosstable_of(seen), number)
    return {**_measure(seen, page), "standings": [_standing(row, players) for row in page.rows]}


def _measure(seen: SeenTournament, page: Page) -> Json:
    unit = format_of(seen.tournament).unit_of(seen.settings)
    return {"unit": unit, "seq": seen.tournament.seq, "next": page.next}


def _standing(row: CrossRow, players: Mapping[str, PlayerName]) -> Json:
    standing = row.standing
    told = {**standing._asdict(), "overridden": row.overridden}
    told["breaks"] = [{**one._asdict(), "parts": [part._asdict() for part in one.parts]} for one in standing.breaks]
    return {**told, **about_player(standing.entrant, players[standing.entrant])}


def about_crosstable(seen: SeenTournament, players: Mapping[str, PlayerName], number: int) -> Json:
    """A page of everybody by standing, and what each round was for them."""
    page = page_of(crosstable_of(seen), number)
    rows = [
        {
            **about_player(row.standing.entrant, players[row.standing.entrant]),
            "place": row.standing.place,
            "points": row.standing.points,
            "cells": [_cell(cell) for cell in row.cells],
        }
        for row in page.rows
    ]
    return {**_measure(seen, page), "rows": rows}


def _cell(cell: Cell) -> Json:
    told = {name: getattr(cell, name) for name in ("round", "kind", "points", "table", "result", "entered")}
    return {**told, "seated": list(cell.seated), "score": cell.seat.score if cell.seat is not None else None}


def about_event(told: Told) -> Json:
    """One event of the log."""
    names = ("seq", "hash", "kind", "at", "actor", "name", "data", "reason")
    return {name: getattr(told, name) for name in names}
