"""Pairing a round: drawn by the format from the history alone, and logged with everything it was drawn from."""

from engine.protocol import Json
from games.clock.site_time import write_time
from games.log.entries import SYSTEM
from tournaments.log import kinds
from tournaments.log.drafts import Draft
from tournaments.models import Entrant, PairingRun
from tournaments.rounds.dates import Dates, dates_at
from tournaments.rounds.ending import finish
from tournaments.rounds.inputs import digest_of
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.tournaments import format_of, load_history, settings_of
from tournaments.settings import AUTOMATIC
from tournaments.values import History, Pairings


def pair(draft: Draft) -> None:
    """Pair the next round and tell everybody, unless an organiser wants to look at it first.

    Where too few are left to play each other, that was the last round.
    """
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    number = tournament.round + 1
    history = load_history(tournament, tournament.round)
    if _playing(history, number) < (1 if has_shared_deal(tournament) else 2):
        finish(draft)
        return
    draw(draft, number, history, dates_at(settings, number, draft.now))
    if settings.pairings == AUTOMATIC:
        publish(draft, number)


def draw(draft: Draft, number: int, history: History, dates: Dates, actor: str = SYSTEM) -> None:
    """Draw a round; what was drawn for it before counts no more."""
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    form = format_of(tournament)
    pairings = form.pair(settings, history)
    said = {
        "round": number,
        "run": _runs(draft, number) + 1,
        "version": form.version,
        "seed": tournament.seed,
        "inputs": digest_of(history),
        "opens_at": write_time(dates.opens_at),
        "closes_at": write_time(dates.closes_at),
        "paper": _on_paper(draft, pairings),
        **_drawn(pairings),
    }
    draft.add(kinds.ROUND_PAIRED, said, actor)


def publish(draft: Draft, number: int, actor: str = SYSTEM) -> None:
    """Let everybody see a round that is paired."""
    draft.add(kinds.ROUND_PUBLISHED, {"round": number, "run": _runs(draft, number)}, actor)


def _playing(history: History, number: int) -> int:
    return sum(entry.plays_in(number) for entry in history.entries)


def _runs(draft: Draft, number: int) -> int:
    return PairingRun.objects.filter(round__tournament=draft.tournament, round__number=number).count()


def _drawn(pairings: Pairings) -> Json:
    tables = sorted(pairings.tables, key=lambda seating: seating.number)
    reasons = {
        entrant: [[reason.code, reason.facts] for reason in why] for entrant, why in sorted(pairings.reasons.items())
    }
    return {
        "tables": [list(seating.entrants) for seating in tables],
        "byes": list(pairings.byes),
        "reasons": reasons,
    }


def _on_paper(draft: Draft, pairings: Pairings) -> list[int]:
    """The tables at which somebody sits who has no account; a bot cannot sit there, but nobody knows that before."""
    without = Entrant.objects.filter(tournament=draft.tournament, account=None, person__isnull=False)
    people = set(without.values_list("pk", flat=True))
    return sorted(seating.number for seating in pairings.tables if not people.isdisjoint(seating.entrants))
