"""Whether those who left rated games by grace had it: in time, before an answer, and not more often than was agreed on.

Which time of a day it was each such event says itself, so the count of a day follows from logs; to whom they belong is
known as long as the account is.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from games.audit.findings import Finding
from games.audit.reading import stream
from games.clocks.clock import read_time
from games.grace import GRACE, WRITTEN, departure, first_roll, has_answered
from games.log.chaining import Row
from games.log.reading import read_log
from games.projections.deriving import fold_of

_LEFT: Final = (
    "SELECT e.game_id, e.seat, a.account_id FROM games_seatresult r JOIN games_gamecard c ON c.game_id = r.game_id"  # noqa: S608
    " JOIN games_event e ON e.game_id = r.game_id AND e.seat = r.seat"
    " LEFT JOIN games_actor a ON a.game_id = e.game_id AND a.name = e.actor"
    f""" WHERE r.has_forfeited AND c.is_rated AND e.body LIKE '%%{WRITTEN}%%' ORDER BY e.game_id, e.seat"""
)


def check_grace() -> Iterator[Finding]:
    """Everybody who had no grace, or had it more often in a day than they should."""
    days: dict[tuple[int, str], list[int]] = defaultdict(list)
    for game, seat, account in stream(_LEFT, []):
        rows = read_log(game)
        left = departure(rows, fold_of(rows[:1]).rules, seat)
        if left is None or GRACE not in left.entry.data:
            continue
        number = left.entry.data[GRACE]
        if sentence := _wrong(rows, left, seat, number):
            yield Finding("rules/grace", sentence, game, left.seq)
        if account is not None:
            day = days[account, left.at[:10]]
            if number in day:
                yield Finding(
                    "rules/grace", f"Somebody has left two games for time {number} of {left.at[:10]}.", game, left.seq
                )
            day.append(number)


def _wrong(rows: list[Row], left: Row, seat: int, number: object) -> str | None:
    """What is wrong with one of them, in a sentence."""
    agreed, rules = rows[0].entry.data.get(GRACE), fold_of(rows[:1]).rules
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
