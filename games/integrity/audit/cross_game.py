"""What no log of a single game tells.

Deals and who has played them, words that can be erased, and rows of games that are not there. Games that follow others
at a tournament's table which has begun without somebody: with the same dice, to which nobody can have added anything
after the fact. Whether those who left rated games by grace had it: in time, before an answer, and not more often than
was agreed on. Which time of a day it was each such event says itself, so the count of a day follows from logs; to whom
they belong is known as long as the account is.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise
from typing import Final

from engine.errors import Refused
from games.clock.site_time import read_time
from games.integrity.audit.findings import Finding
from games.log.event_store import StoredEvent, read_log
from games.log.fold import ABORTED_KIND, Fold
from games.log.models import Event
from games.log.state_cache import fold_events, load_fold
from games.log.steady_reads import stream
from games.log.unit_of_work import read_head
from games.play.cost_of_leaving import GRACE, GRACE_IN_BODY, departure, first_roll, has_answered


def is_followed(deal: str) -> bool:
    """Whether of the games that are played with the same dice each but the last was called off for the next one."""
    made = Event.objects.filter(game__deal=deal, seq=1).order_by("pk").values_list("game", flat=True)
    games = [str(game) for game in made]
    try:
        return all(_follows(before, after) for before, after in pairwise(games))
    except (Refused, LookupError, TypeError, AttributeError):
        return False


def _follows(before: str, after: str) -> bool:
    """Whether one game was called off so that the other could follow it, with the same contributions."""
    old, new = load_fold(read_head(before)), load_fold(read_head(after))
    said = new.created.get("follows") or {}
    last, ended = read_log(before)[-2:]
    goes_on = ended.entry.kind == ABORTED_KIND and ended.entry.data.get("goes_on") == after
    is_its_end = (said.get("game"), said.get("seq"), said.get("hash")) == (before, last.seq, last.hash)
    return goes_on and is_its_end and old.asked == 1 and is_subsequence(_contributions(new), _contributions(old))


def _contributions(fold: Fold) -> list[str]:
    """What those who have come have added, by their seats."""
    return [added for added, actor in zip(fold.contributions, fold.seated, strict=True) if actor is not None]


def is_subsequence(some: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether some values stand in a list, in the same order."""
    left = iter(whole)
    return all(value in left for value in some)


_DEALS: Final = (
    "SELECT d.id, max(g.id), count(g.id) FROM games_deal d LEFT JOIN games_game g ON g.deal_id = d.id"
    " WHERE NOT d.is_shared GROUP BY d.id HAVING count(g.id) <> 1 ORDER BY d.id"
)
_ALONE: Final = (
    "SELECT d.id, max(g.id) FROM games_deal d LEFT JOIN games_game g ON g.deal_id = d.id WHERE NOT d.is_shared AND"
    " coalesce(d.contributions, d.tournament, CAST(d.closed_at AS TEXT), CAST(d.revealed_at AS TEXT)) IS NOT NULL"
    " GROUP BY d.id ORDER BY d.id"
)
_LEFT_OUT: Final = (
    "SELECT c.deal_id, c.account_id, max(g.id) FROM games_contribution c LEFT JOIN games_deal d ON d.id = c.deal_id"
    " LEFT JOIN games_game g ON g.deal_id = d.id WHERE d.id IS NULL OR (d.contributions IS NOT NULL AND c.value <> ''"
    """ AND d.contributions NOT LIKE '%%"' || c.value || '"%%') GROUP BY c.id, c.deal_id, c.account_id ORDER BY c.id"""
)
_NOT_AGAIN: Final = (
    "NOT EXISTS (SELECT 1 FROM games_event e WHERE e.game_id = g.id AND e.seq = 1"
    """ AND e.body LIKE '%%,"data":{"again":true,%%' AND d.closed_at IS NOT NULL)"""
)
"""A game that is not played again for fun; what says so is the first key of its first event."""
_TWICE: Final = (
    "SELECT g.deal_id, p.account_id, max(g.id), count(DISTINCT g.id) FROM games_playergame p"  # noqa: S608
    " JOIN games_game g ON g.id = p.game_id JOIN games_deal d ON d.id = g.deal_id"
    f" WHERE p.account_id IS NOT NULL AND d.is_shared AND g.status NOT IN ('open', 'aborted') AND {_NOT_AGAIN}"
    " GROUP BY g.deal_id, p.account_id HAVING count(DISTINCT g.id) > 1 ORDER BY g.deal_id, p.account_id"
)
_UNNOTED: Final = (
    "SELECT g.deal_id, p.account_id, g.id FROM games_playergame p"  # noqa: S608
    " JOIN games_game g ON g.id = p.game_id JOIN games_deal d ON d.id = g.deal_id"
    " LEFT JOIN games_attempt a ON a.deal_id = g.deal_id AND a.account_id = p.account_id"
    " WHERE p.account_id IS NOT NULL AND d.is_shared AND g.status NOT IN ('open', 'aborted') AND a.id IS NULL"
    f" AND {_NOT_AGAIN} ORDER BY g.id"
)
_MISPLACED: Final = (
    "SELECT a.deal_id, a.account_id, a.game_id FROM games_attempt a"
    " LEFT JOIN games_game g ON g.id = a.game_id AND g.deal_id = a.deal_id"
    " LEFT JOIN games_playergame p ON p.game_id = g.id AND p.account_id = a.account_id"
    " WHERE p.id IS NULL ORDER BY a.id"
)
_ELSEWHERE: Final = (
    "SELECT g.deal_id, coalesce(d.tournament, 'none'), g.id FROM games_game g"  # noqa: S608
    " JOIN games_deal d ON d.id = g.deal_id LEFT JOIN games_gamecard c ON c.game_id = g.id"
    " WHERE (d.is_shared OR d.tournament IS NOT NULL) AND coalesce(c.tournament, '') <> coalesce(d.tournament, '')"
    f" AND {_NOT_AGAIN} ORDER BY g.id"
)
_ORPHANS: Final = (
    "SELECT t.game_id, count(*) FROM {} t LEFT JOIN games_game g ON g.id = t.game_id WHERE g.id IS NULL"
    " GROUP BY t.game_id ORDER BY t.game_id"
)
_BESIDE: Final = {
    "card": "games_gamecard",
    "result": "games_seatresult",
    "player": "games_playergame",
    "snapshot": "games_snapshot",
    "actor": "games_actor",
    "attempt": "games_attempt",
    "leaf": "games_checkpointleaf",
    "text": "games_erasabletext",
    "change": "games_resultchange",
    "word": "games_uncountedresult",
    "dispute": "games_dispute",
}
"""By what they are the tables whose rows belong to a game. A database can be told not to mind whether it exists."""
_TEXTS: Final = "SELECT game_id, sha256, salt, text FROM games_erasabletext ORDER BY id"


def check_leftovers() -> Iterator[Finding]:
    """Everything that is wrong with them."""
    for deal, game, games in stream(_DEALS):
        if games and is_followed(deal):
            continue
        if games:
            sentence = f"Deal {deal} was made for one game, but {games} are played with it."
            yield Finding("deal/reused", sentence, game)
        else:
            yield Finding("deal/unused", f"Deal {deal} was made for a game that is not there.")
    for deal, game in stream(_ALONE):
        yield Finding(
            "deal/alone", f"Deal {deal} is one game's own, but its row says what only shared ones have.", game
        )
    for deal, account, game in stream(_LEFT_OUT):
        yield Finding("deal/left-out", f"What account {account} has added to deal {deal} is not among its dice.", game)
    yield from _check_attempts()
    for deal, tournament, game in stream(_ELSEWHERE):
        yield Finding("deal/elsewhere", f"Deal {deal} is for tournament {tournament} only, not for this game.", game)
    for what, table in _BESIDE.items():
        for game, rows in stream(_ORPHANS.format(table)):
            sentence = f"{rows} rows of {table} belong to a game that is not there."
            yield Finding(f"leftover/{what}", sentence, game)
    for game, digest, salt, text in stream(_TEXTS):
        if sha256(f"{salt}|{text}".encode()).hexdigest() != digest:
            yield Finding("text/hash", f"The words under {digest} are not those that were written.", game)


def _check_attempts() -> Iterator[Finding]:
    """Everybody has one attempt at a shared deal, which must stand where the next one is refused by it."""
    for deal, account, game, games in stream(_TWICE):
        sentence = f"Account {account} has played deal {deal}, of which everybody has one attempt, in {games} games."
        yield Finding("deal/twice", sentence, game)
    for deal, account, game in stream(_UNNOTED):
        sentence = f"Account {account} has played deal {deal} here, but that their attempt was made is noted nowhere."
        yield Finding("attempt/missing", sentence, game)
    for deal, account, game in stream(_MISPLACED):
        sentence = f"Account {account} is said to have made an attempt at deal {deal} here, but has not played it here."
        yield Finding("attempt/deal", sentence, game)


_LEFT_GAMES: Final = (
    "SELECT e.game_id, e.seat, a.account_id FROM games_seatresult r JOIN games_gamecard c ON c.game_id = r.game_id"  # noqa: S608
    " JOIN games_event e ON e.game_id = r.game_id AND e.seat = r.seat"
    " LEFT JOIN games_actor a ON a.game_id = e.game_id AND a.name = e.actor"
    f""" WHERE r.has_forfeited AND c.is_rated AND e.body LIKE '%%{GRACE_IN_BODY}%%' ORDER BY e.game_id, e.seat"""
)


def check_grace() -> Iterator[Finding]:
    """Everybody who had no grace, or had it more often in a day than they should."""
    days: dict[tuple[int, str], list[int]] = defaultdict(list)
    for game, seat, account in stream(_LEFT_GAMES, []):
        rows = read_log(game)
        left = departure(rows, fold_events(rows[:1]).rules, seat)
        if left is None or GRACE not in left.entry.data:
            continue
        number = left.entry.data[GRACE]
        if sentence := _wrong_grace(rows, left, seat, number):
            yield Finding("rules/grace", sentence, game, left.seq)
        if account is not None:
            day = days[account, left.at[:10]]
            if number in day:
                yield Finding(
                    "rules/grace", f"Somebody has left two games for time {number} of {left.at[:10]}.", game, left.seq
                )
            day.append(number)


def _wrong_grace(rows: list[StoredEvent], left: StoredEvent, seat: int, number: object) -> str | None:
    """What is wrong with one of them, in a sentence."""
    agreed, rules = rows[0].entry.data.get(GRACE), fold_events(rows[:1]).rules
    first = first_roll(rows, rules)
    if agreed is None or first is None or first.seq > left.seq:
        return "Somebody has left by a grace that this game does not know."
    if has_answered([row for row in rows if row.seq < left.seq], rules, seat):
        return "Somebody has left by grace who had answered a roll."
    if read_time(left.at) > read_time(first.at) + timedelta(seconds=agreed["seconds"]):
        return f"Somebody has left by grace more than {agreed['seconds']} seconds after the first roll."
    if type(number) is not int or not 1 <= number <= agreed["a_day"]:
        return f"Somebody has left by grace for time {number} of a day, with {agreed['a_day']} agreed on."
    return None
