"""Pairing a round: drawn by the format from the history alone, and logged with everything it was drawn from.

That is said as one short hash as well: whoever pairs a round again can tell that it was from the same.
"""

from hashlib import sha256

from engine.canonical import canonical
from engine.protocol import Json
from games.clock.site_time import write_time
from games.log.entries import SYSTEM
from tournaments.events import event_kinds
from tournaments.events.history import format_of, load_history, settings_of
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Entrant, PairingRun
from tournaments.events.rounds.lifecycle import finish_tournament
from tournaments.events.settings import AUTOMATIC
from tournaments.events.situation import has_shared_deal
from tournaments.events.timetable import RoundDates, dates_if_paired_at
from tournaments.events.values import History, Pairings, PlayedRound


def history_digest(history: History) -> str:
    """The hash of everything that pairing gets."""
    return sha256(canonical(history_as_json(history)).encode()).hexdigest()


def history_as_json(history: History) -> Json:
    """A history in one order, however it was told."""
    return {
        "seed": history.seed,
        "entries": sorted(list(entry) for entry in history.entries),
        "rounds": [_round_as_json(played) for played in sorted(history.rounds)],
        "forbidden": sorted(sorted(pair) for pair in history.forbidden),
    }


def _round_as_json(played: PlayedRound) -> Json:
    tables = sorted(played.tables, key=lambda table: table.number)
    return {
        "number": played.number,
        "tables": [[table.number, table.is_void, [list(seat) for seat in table.seats]] for table in tables],
        "byes": sorted(played.byes),
        "seated": [list(entrants) for entrants in played.seated],
    }


def pair_next_round(draft: UnitOfWork) -> None:
    """Pair the next round and tell everybody, unless an organiser wants to look at it first.

    Where too few are left to play each other, that was the last round.
    """
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    number = tournament.round + 1
    history = load_history(tournament, tournament.round)
    if _count_playing(history, number) < (1 if has_shared_deal(tournament) else 2):
        finish_tournament(draft)
        return
    draw_round(draft, number, history, dates_if_paired_at(settings, number, draft.now))
    if settings.pairings == AUTOMATIC:
        publish_pairings(draft, number)


def draw_round(draft: UnitOfWork, number: int, history: History, dates: RoundDates, actor: str = SYSTEM) -> None:
    """Draw a round; what was drawn for it before counts no more."""
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    form = format_of(tournament)
    pairings = form.pair(settings, history)
    said = {
        "round": number,
        "run": _count_runs(draft, number) + 1,
        "version": form.version,
        "seed": tournament.seed,
        "inputs": history_digest(history),
        "opens_at": write_time(dates.opens_at),
        "closes_at": write_time(dates.closes_at),
        "paper": _on_paper(draft, pairings),
        **_pairings_as_json(pairings),
    }
    draft.add(event_kinds.ROUND_PAIRED, said, actor)


def publish_pairings(draft: UnitOfWork, number: int, actor: str = SYSTEM) -> None:
    """Let everybody see a round that is paired."""
    draft.add(event_kinds.ROUND_PUBLISHED, {"round": number, "run": _count_runs(draft, number)}, actor)


def _count_playing(history: History, number: int) -> int:
    return sum(entry.plays_in(number) for entry in history.entries)


def _count_runs(draft: UnitOfWork, number: int) -> int:
    return PairingRun.objects.filter(round__tournament=draft.tournament, round__number=number).count()


def _pairings_as_json(pairings: Pairings) -> Json:
    tables = sorted(pairings.tables, key=lambda seating: seating.number)
    reasons = {
        entrant: [[reason.code, reason.facts] for reason in why] for entrant, why in sorted(pairings.reasons.items())
    }
    return {
        "tables": [list(seating.entrants) for seating in tables],
        "byes": list(pairings.byes),
        "reasons": reasons,
    }


def _on_paper(draft: UnitOfWork, pairings: Pairings) -> list[int]:
    """The tables at which somebody sits who has no account; a bot cannot sit there, but nobody knows that before."""
    without = Entrant.objects.filter(tournament=draft.tournament, account=None, person__isnull=False)
    people = set(without.values_list("pk", flat=True))
    return sorted(seating.number for seating in pairings.tables if not people.isdisjoint(seating.entrants))
