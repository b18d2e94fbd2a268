"""After an account is erased, nothing in the whole database says who it was, and every log is as it was."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import connection
from django.utils import timezone

from engine.verify import verify
from games.accounts.callers import ANYBODY, caller_of
from games.accounts.erasure import erase_account
from games.accounts.models import Account
from games.accounts.moderation import block
from games.accounts.passwords import PASSWORD, make_link
from games.accounts.profiles import change_profile
from games.accounts.reports import report_account
from games.accounts.sessions import SessionStore
from games.accounts.tokens import READ, make_token
from games.integrity.audit.full_audit import audit
from games.integrity.audit.rebuild import PARTS, rebuild
from games.integrity.checkpoints import make_checkpoint
from games.keys.signing import known_keys
from games.log.event_store import read_log
from games.play.lifecycle import adjudicate
from games.records.export import export_record
from games.records.imports import import_record
from tests.games.accounts.database_dump import dump, raw_bytes, traces
from tests.games.sample_tables import PEOPLE, account, caller, command, fold_of, move, open_table, play_out, table

pytestmark = pytest.mark.django_db(transaction=True)

NAME, LOGIN, MAIL = "Zzyzx Qwörtl", "zzyzx-login", "zzyzx@mail.example"
TOKEN, REPORT, ABOUT, REASON = "Zzyzx laptop", "Zzyzx complains", "About zzyzx", "Zzyzx decides"
WORDS = (NAME, LOGIN, MAIL, TOKEN, REPORT, ABOUT, REASON)


def somebody(monkeypatch: pytest.MonkeyPatch) -> Account:
    """The account that tables seat first."""
    monkeypatch.setattr("tests.games.sample_tables.PEOPLE", ("Zzyzx-Login", *PEOPLE[1:]))
    return Account.objects.create_user(LOGIN, MAIL, "correct horse battery", display_name=NAME, is_staff=True)


def leave_traces(who: Account) -> list[str]:
    """Let somebody do everything that leaves their words or names somewhere; the games that know them."""
    address = EmailAddress.objects.create(user=who, email=MAIL, primary=True)
    EmailConfirmation.create(address)
    TOTP.activate(who, generate_totp_secret())
    make_token(who, TOKEN, [READ], timezone.now() + timedelta(days=1))
    make_link(PASSWORD, who)
    session = SessionStore()
    session["_auth_user_id"], session["account_authentication_methods"] = str(who.pk), [{"username": LOGIN}]
    session.create()
    report_account(who, account("Bob"), REPORT)
    report_account(account("Bob"), who, ABOUT)
    block(who, account("Dan"))
    change_profile(who, {"time_zone": "Europe/Berlin", "language": "de"})
    LogEntry.objects.log_actions(account("Bob").pk, [who], CHANGE, "changed", single_object=True)
    LogEntry.objects.log_actions(account("Bob").pk, [who.tokens.get()], CHANGE, "changed", single_object=True)
    finished, running, decided = table(), table(seats=3), others_table()
    play_out(finished)
    move(running)
    adjudicate(decided, caller_of(who), command(), "as-stands", (), REASON)
    import_record(json.dumps(export_record(finished, ANYBODY)), caller("Bob"))
    import_record(json.dumps(export_record(finished, ANYBODY)), caller_of(who))
    make_checkpoint()
    return [finished, running, decided, open_table()]


def others_table() -> str:
    """A game in which they do not play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.games.sample_tables.PEOPLE", ("Eve", "Bob"))
        return table()


def test_nothing_says_who_it_was_and_every_log_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    who = somebody(monkeypatch)
    games = leave_traces(who)
    assert traces(*WORDS) == set(WORDS), "else nothing would be proven"
    if connection.vendor == "sqlite":
        assert NAME.encode() in raw_bytes()
    before = {game: read_log(game) for game in games}
    assert not audit().findings
    erase_account(who)
    assert traces(*WORDS) == set()
    assert "zzyzx" not in dump().casefold()
    assert b"zzyzx" not in raw_bytes().lower()
    for game, rows in before.items():
        assert read_log(game)[: len(rows)] == rows
    assert not audit().findings
    make_checkpoint()
    for game in games:
        rebuild(game, tuple(PARTS))
    assert not audit().findings
    assert "zzyzx" not in dump().casefold()


def test_the_records_of_their_games_still_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    who = somebody(monkeypatch)
    [finished, running, *_] = leave_traces(who)
    erase_account(who)
    record = export_record(finished, ANYBODY)
    assert record["players"] == ["—", "Bob"]
    checks = verify(record, known_keys())
    assert checks == dict.fromkeys(checks, "ok")
    assert "zzyzx" not in json.dumps(record).casefold()
    while not fold_of(running).is_over:
        move(running)
    assert not audit().findings


@pytest.mark.slow
def test_deleted_rows_leave_nothing_in_free_pages() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps its own house")
    people = [Account.objects.create(username=f"quux-{number}", display_name="Quux " * 8) for number in range(40)]
    assert b"quux-" in raw_bytes()
    for who in people:
        erase_account(who)
    assert b"quux-" not in raw_bytes()
    assert b"Quux" not in raw_bytes()
