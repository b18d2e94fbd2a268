"""Checking one record offline: its chain, dice, rules, result and signature, each on its own.

A check says `ok`, `absent`, `unchecked`, or in a sentence what is wrong and at which event. Whoever has kept the
commitment that they were shown before the game, or the contribution that they made then, has these compared as well.
"""

from typing import Any, Final

from engine.checkpoint import Keys
from engine.protocol import Json
from engine.records import read_record
from engine.verify.chain import check_chain, check_signed
from engine.verify.dice import check_commitment, check_contribution, check_dice
from engine.verify.rules import check_result, check_rules
from engine.verify.verdict import ABSENT, OK, UNCHECKED

CHECKS: Final = ("chain", "dice", "rules", "result", "signature")


def verify(
    document: Any, keys: Keys | None = None, commitment: str | None = None, contribution: str | None = None
) -> dict[str, str]:
    """What each check says of a decoded record; a faulty header is raised as `engine.records.Faulty`."""
    record = read_record(document)
    rules = check_rules(record)
    checks = {
        "chain": check_chain(record),
        "dice": check_dice(record),
        "rules": rules,
        "result": check_result(record) if rules == OK or document.get("result") is None else UNCHECKED,
        "signature": check_signed(record, keys),
    }
    if commitment is not None:
        checks["commitment"] = check_commitment(record, commitment)
    if contribution is not None:
        checks["contribution"] = check_contribution(record, contribution)
    return checks


def report(checks: dict[str, str], required: tuple[str, ...] = ()) -> Json:
    """The verdict over all checks; what is required must be there and checked."""
    wrong = [name for name in checks if checks[name] not in (OK, ABSENT, UNCHECKED)]
    missing = [name for name in required if checks[name] in (ABSENT, UNCHECKED)]
    verdict: Json = {"ok": not wrong and not missing, "checks": checks}
    if missing:
        verdict["error"] = "Required, but absent or unchecked: " + ", ".join(missing) + "."
        verdict["code"] = "verify/required"
    return verdict
