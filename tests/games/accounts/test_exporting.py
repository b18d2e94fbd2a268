"""The export: everything that is stored about somebody, and no secret."""

import json

import pytest
from allauth.account.models import EmailAddress

from games.accounts.callers import caller_of
from games.accounts.data_export import export_account
from games.accounts.models import Account, Actor
from games.accounts.moderation import block
from games.accounts.passwords import PASSWORD, make_link
from games.accounts.reports import report_account
from games.accounts.tokens import READ, make_token
from games.extension import account_export
from games.play.lifecycle import adjudicate
from tests.games.accounts.test_passwords import session_of
from tests.games.tables import account, command, table

pytestmark = pytest.mark.django_db


def test_everything_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account_export, "functions", [*account_export.functions])
    account_export.connect(lambda number: {"clubs": [{"account": number}]})
    eve = account("Eve", email="eve@example.org", is_staff=True)
    EmailAddress.objects.create(user=eve, email="eve@example.org", primary=True)
    _, secret = make_token(eve, "laptop", [READ], None)
    link, key = make_link(PASSWORD, eve), session_of(eve)
    block(eve, account("Dan"))
    report_account(eve, account("Bob"), "He shouted.")
    report_account(account("Bob"), eve, "She shouted.")
    game = table()
    adjudicate(game, caller_of(eve), command(), "as-stands", (), "The lights went out.")
    found = export_account(eve)
    text = json.dumps(found)
    assert found["account"]["username"] == "eve"
    assert found["email_addresses"] == [{"email": "eve@example.org", "verified": False, "primary": True}]
    assert [token["name"] for token in found["tokens"]] == ["laptop"]
    assert found["games"] == [{"game": game, "actor": Actor.objects.get(account=eve).name, "seat": None}]
    assert [said["text"] for said in found["texts"]] == ["The lights went out."]
    assert [(said["reported"], said["text"]) for said in found["reports"]] == [("bob", "He shouted.")]
    assert [row["blocked"] for row in found["blocks"]] == ["dan"]
    assert len(found["sessions"]) == len(found["links"]) == 1
    assert found["clubs"] == [{"account": eve.pk}]
    assert "She shouted." not in text, "who complains about somebody is not told"
    for hidden in (secret, link, key, eve.password):
        assert hidden == "!" or hidden not in text


def test_seats_are_in_it() -> None:
    game = table()
    [entry] = export_account(account("Bob"))["games"]
    assert (entry["game"], entry["seat"]) == (game, 1)


def test_every_field_of_an_account_is_exported_or_known_to_be_a_secret() -> None:
    fields = {field.name for field in Account._meta.fields}
    assert fields - set(export_account(account("Ada"))["account"]) == {"id", "password", "is_active"}
