"""What the witness beside the keys says against the database, or says for ever of what was accepted."""

from collections.abc import Iterator

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from games.audit.findings import Finding, Report
from games.audit.reading import stream
from games.storage_faults import is_out_of_reach
from games.witness import file
from games.witness.history import contradiction
from games.witness.statement import Statement, Unreadable


def hear_witness() -> Statement | Unreadable:
    """What the witness remembers, to be asked before the database is looked at, which goes on meanwhile."""
    try:
        return file.read()
    except Unreadable as error:
        return error


def check_witness(witness: Statement | Unreadable) -> Report:
    """Everything in which the database contradicts the witness, and what whoever reads the report should know."""
    if isinstance(witness, Unreadable):
        return Report(findings=[Finding("witness/unreadable", str(witness))])
    return Report(findings=list(_findings(witness)), remarks=list(_remarks(witness)))


def _findings(witness: Statement) -> Iterator[Finding]:
    try:
        wrong = contradiction(witness.seen, is_patient=True)
    except (ImproperlyConfigured, DatabaseError, TypeError, ValueError) as error:
        if is_out_of_reach(error):
            raise
        # Whatever a damaged row gives, the rest of the audit goes on.
        yield Finding("witness/unreadable", f"The checkpoints cannot be held against the witness: {error}")
        wrong = None
    if wrong:
        yield Finding(wrong.code, wrong.sentence, checkpoint=wrong.checkpoint)
    for gone in witness.unacknowledged:
        sentence = (
            f"As found at {gone.at}, these guards of the log were gone or changed: {', '.join(gone.names)}."
            " Until somebody acknowledges that, every audit looks at everything."
        )
        yield Finding("guard/gone", sentence)


def _remarks(witness: Statement) -> Iterator[Finding]:
    # Not even the guards: then there was no start of this machine that would have taken logs at their word.
    table = "games_checkpoint" if witness.guards else "games_event"
    if witness.seen is None and any(True for _ in stream(f"SELECT 1 FROM {table} LIMIT 1")):  # noqa: S608
        sentence = f"There is no last checkpoint in {file.place()}: a rewritten history could not be told from here."
        yield Finding("witness/none", sentence)
    for adopted in witness.adopted:
        taken = (
            f"checkpoint {adopted.number} (sha256 {adopted.sha256})" if adopted.number else "logs without a checkpoint"
        )
        sentence = (
            f"The witness began at {adopted.at} with a database that was there already,"
            f" and took its {taken} at its word."
        )
        yield Finding("witness/adopted", sentence, checkpoint=adopted.number)
    for accepted in witness.accepted:
        sentence = (
            f"{accepted.by} accepted another history at {accepted.at}, from {accepted.before} to {accepted.after}."
            f" The reason given: {accepted.reason} {f'What was wrong: {accepted.wrong}' if accepted.wrong else ''}"
        )
        yield Finding("witness/accepted", sentence.rstrip())
