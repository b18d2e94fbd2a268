"""A log with every kind of event in it, written without playing: what the rows make of it is all that matters."""

from datetime import timedelta
from itertools import count
from typing import Any

from engine.protocol import Json
from games.clock.site_time import now, write_time
from games.log.sql import write_transaction
from games.play.deals import make_deal
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import announced, settings
from tournaments.events.event_kinds import ROUND_PAIRED, STARTED
from tournaments.events.history import settings_of
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.models import Entrant, PairingRun, Place, Round, Table, Tournament
from tournaments.events.seed import make_seed
from tournaments.events.services.entrants import forbid_pair, remove_entrant, withdraw

HASH = "0" * 64
_scores = count(50)


def tell(tournament: str, *events: tuple[str, Json]) -> None:
    """Add events as a step of the machine does; a start reveals the seed that was committed to, and rounds are drawn
    from it."""
    with write_transaction():
        draft = UnitOfWork(lock_tournament(tournament))
        for kind, data in events:
            draft.add(kind, {**data, "seed": make_seed(tournament)} if kind in (STARTED, ROUND_PAIRED) else data)
        store(draft)


def dates(hours: int = 1) -> Json:
    """When a round opens and closes."""
    return {"opens_at": write_time(now()), "closes_at": write_time(now() + timedelta(hours=hours))}


def drawn(number: int, run: int, tables: list[list[str]], byes: list[str], **more: Any) -> tuple[str, Json]:
    """A round that was paired."""
    said = {"round": number, "run": run, "version": 1, "inputs": HASH, "reasons": {}}
    return "round/paired", {**said, "tables": tables, "byes": byes, **dates(), **more}


def result(number: int, table: int, entrants: list[str], kind: str = "recorded", **more: Any) -> tuple[str, Json]:
    """A result that no game stands behind."""
    seats = [
        {"entrant": entrant, "score": next(_scores), "place": place, "forfeited": False, "rows": None}
        for place, entrant in enumerate(entrants, 1)
    ]
    said = {"round": number, "table": table, "seats": seats, "void": False, "source": "paper"}
    return f"result/{kind}", {**said, **more}


def eventful() -> str:
    """A tournament in which everything has happened that can."""
    tournament = announced(settings(rounds=3), "Ada", "Bob", "Cleo", "Dan", "Eve", robots=1)
    ids = list(Entrant.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    a, b, c, d, e, bot = ids
    forbid_pair(tournament, caller("Olga"), command(), a, b)
    withdraw(tournament, caller("Eve"), command())
    tell(tournament, ("tournament/check-in-opened", {}), ("entrant/checked-in", {"entrant": a}))
    tell(tournament, ("tournament/started", {"rounds": 3}))
    tell(tournament, drawn(1, 1, [[a, b], [c, d]], [bot]))
    tell(tournament, drawn(1, 2, [[b, a], [d, bot]], [c], paper=[2]), ("round/published", {"round": 1, "run": 2}))
    tell(tournament, ("round/opening", {"round": 1, **dates(), "absent": []}), ("round/opened", {"round": 1}))
    tell(tournament, ("round/unpublished", {"round": 1}), ("round/published", {"round": 1, "run": 2}))
    tell(tournament, ("round/opening", {"round": 1, **dates(), "absent": []}), ("round/opened", {"round": 1}))
    tell(tournament, ("round/extended", {"round": 1, "closes_at": write_time(now() + timedelta(hours=3))}))
    moved = settings_of(Tournament.objects.get(pk=tournament)).as_json()
    resumed = {"shift": 60, "settings": moved, "closes_at": write_time(now() + timedelta(hours=4))}
    tell(tournament, ("tournament/paused", {}), ("tournament/resumed", resumed))
    tell(tournament, result(1, 1, [b, a]), result(1, 2, [d, bot], void=True))
    tell(tournament, ("round/closing", {"round": 1}), ("round/closed", {"round": 1}))
    remove_entrant(tournament, caller("Olga"), command(), d, "Rudeness")
    tell(tournament, ("entrant/returned", {"entrant": e, "round": 2, "joined_round": 2}))
    tell(tournament, drawn(2, 1, [[a, c], [b, e]], [bot]))
    told = {"is_anew": False, "again": [2], "absent": [], "reason": HASH}
    reopened = {"round": 1, "closes_at": write_time(now()), **told}
    tell(tournament, ("round/reopened", reopened), result(1, 1, [a, b], "overridden", reason=HASH))
    nothing = {"round": 1, "table": 1, "seats": None, "was": None, "reason": HASH}
    tell(tournament, ("result/taken-back", nothing), result(1, 1, [b, a]))
    tell(tournament, result(1, 1, [a, b], "overridden", reason=HASH), result(1, 1, [b, a], "taken-back", reason=HASH))
    tell(tournament, result(1, 1, [a, b], "overridden", reason=HASH))
    tell(tournament, result(1, 2, [d, bot], void=True))
    tell(tournament, ("round/closing", {"round": 1}), ("round/closed", {"round": 1}))
    return _shared_round(tournament, a, b)


def _shared_round(tournament: str, a: str, b: str) -> str:
    """One more round on the same dice for all, played twice."""
    deal = make_deal(is_shared=True)
    dealt = {"round": 2, "deal": deal.pk, "commitment": deal.commitment}
    opening = {"round": 2, **dates(), "absent": [], "deal": deal.pk}
    tell(tournament, ("round/dealt", dealt), drawn(2, 1, [[a], [b]], []), ("round/published", {"round": 2, "run": 1}))
    tell(tournament, ("round/opening", opening), ("round/opened", {"round": 2}))
    tell(tournament, result(2, 1, [a]), result(2, 2, [b]), ("round/closed", {"round": 2}))
    tell(tournament, ("tournament/finished", {"standings": [[a, 1, 2]]}))
    again = {"round": 2, "closes_at": write_time(now()), "is_anew": True, "again": [], "absent": [], "reason": HASH}
    tell(tournament, ("round/reopened", again), ("round/dealt", {**dealt, "deal": make_deal(is_shared=True).pk}))
    return tournament


def rows(tournament: str) -> dict[str, list[Any]]:
    """All rows that follow from a log, by the names under which it knows them."""
    found = Tournament.objects.filter(pk=tournament)
    return {
        "tournament": list(found.values_list()),
        "entrants": list(Entrant.objects.filter(tournament=tournament).order_by("pk").values_list()),
        "rounds": _columns(Round.objects.filter(tournament=tournament).order_by("number")),
        "runs": list(
            PairingRun.objects.filter(round__tournament=tournament)
            .order_by("round__number", "number")
            .values_list("round__number", "number", "seq")
        ),
        "tables": list(
            Table.objects.filter(round__tournament=tournament)
            .order_by("round__number", "number")
            .values_list("round__number", "number", "game", "is_on_paper", "is_done", "is_void")
        ),
        "places": list(
            Place.objects.filter(round__tournament=tournament)
            .order_by("round__number", "entrant")
            .values_list(
                *("round__number", "entrant", "table__number", "seat", "score", "rows", "place", "has_forfeited")
            )
        ),
    }


def _columns(rounds: Any) -> list[Any]:
    return [{name: value for name, value in row.items() if name != "id"} for row in rounds.values()]
