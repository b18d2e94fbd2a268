"""What belongs to games but is in no log: deals and who has played them, words that can be erased, and rows of games
that are not there."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from games.audit.findings import Finding
from games.audit.following import is_followed
from games.audit.reading import stream

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
