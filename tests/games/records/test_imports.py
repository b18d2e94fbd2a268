"""Imported records: checked as strictly as our own, kept as they came, apart from our logs."""

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from engine.canonical import canonical
from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.models import Event, Game
from games.records.documents import MOST_EVENTS, MOST_RECORD_BYTES, FaultyRecord
from games.records.imports import import_record
from games.records.models import ImportedGame
from games.refusals import Conflict, Forbidden
from tests.engine.example import EXAMPLE
from tests.engine.platform_log import exported
from tests.games.records.documents import ALL_OK, finished
from tests.games.refusals import refused
from tests.games.sample_tables import account, caller

SOLO: Json = {"format": "brikks-record/1", "variant": "solo", "levels": [1], "events": []}


def example() -> Json:
    """The record of the contract's page."""
    return copy.deepcopy(EXAMPLE)


def refusal_of(document: Any) -> FaultyRecord:
    """Why a document is refused; nothing is stored."""
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    with pytest.raises(FaultyRecord) as caught:
        import_record(text, SYSTEM_CALLER)
    assert not ImportedGame.objects.exists()
    return caught.value


@pytest.mark.django_db
def test_a_record_is_kept_as_canonical_text_with_what_was_checked() -> None:
    document = exported()
    ada = account("Ada")
    game = import_record(json.dumps(document, indent=2), caller("Ada"))
    game.refresh_from_db()
    assert game.account == ada
    assert game.document == canonical(document)
    assert game.sha256 == sha256(game.document.encode()).hexdigest()
    assert (game.key, game.rules_version, game.variant, game.seats) == ("brikks", 1, "standard", 3)
    assert json.loads(game.checks) == ALL_OK | {"signature": "unchecked"}
    assert json.loads(game.result) == document["result"]
    assert not Game.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_a_bare_record_is_taken_in_as_well() -> None:
    game = import_record(json.dumps(example()).encode(), SYSTEM_CALLER)
    assert game.account is None
    assert json.loads(game.result)["status"] == "running"
    assert json.loads(game.checks)["chain"] == "absent"


@pytest.mark.django_db
def test_our_own_signature_is_checked_and_that_of_others_is_not() -> None:
    document = finished()
    assert json.loads(import_record(json.dumps(document), caller("Ada")).checks) == ALL_OK
    ImportedGame.objects.all().delete()
    lines = document["checkpoint"]["note"].split("\n")
    lines[2] = "2026-01-01T00:00:00.000000Z"
    document["checkpoint"]["note"] = "\n".join(lines)
    refusal = refusal_of(document)
    assert (refusal.code, refusal.at) == ("record/wrong-signature", 0)


@pytest.mark.django_db
def test_the_same_record_again_by_the_same_account_is_the_same_row() -> None:
    document = exported()
    first = import_record(json.dumps(document), caller("Ada"))
    again = import_record(json.dumps(document, indent=1, sort_keys=True).encode(), caller("Ada"))
    assert (again.pk, again.imported_at) == (first.pk, first.imported_at)
    assert import_record(json.dumps(document), caller("Bob")).pk != first.pk
    assert import_record(json.dumps(exported("solo", (1,))), caller("Ada")).pk != first.pk
    assert ImportedGame.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_the_same_record_at_the_same_moment_is_one_row() -> None:
    text, ada = json.dumps(exported()), caller("Ada")

    def take_in(_: int) -> str:
        try:
            return import_record(text, ada).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(take_in, range(8)))) == 1
    assert ImportedGame.objects.count() == 1


@pytest.mark.django_db
def test_an_illegal_event_is_refused_with_its_code_and_number() -> None:
    document = example()
    document["events"][4] = {"kind": "bomb", "seat": 0}
    refusal = refusal_of(document)
    assert (refusal.at, refusal.code) == (5, "turn/wrong-phase")
    assert refusal.sentence.startswith("Event 5: ")


@pytest.mark.django_db
def test_what_the_checks_find_is_refused_with_the_number_of_the_event() -> None:
    document = exported()
    document["chain"][6]["hash"] = "0" * 64
    refusal = refusal_of(document)
    assert (refusal.at, refusal.code) == (7, "record/wrong-chain")
    assert refusal.sentence.startswith("Event 7: the hash")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("document", "code"),
    [
        (b"", "json/invalid"),
        (b"{", "json/invalid"),
        (b"[]", "record/not-an-object"),
        (b"{}", "record/missing-field"),
        (b"\xff{}", "json/not-utf8"),
        ("\ud800", "json/not-utf8"),
        ('{"a": NaN}', "json/invalid"),
        ("[" * 100_000, "json/too-deep"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "json/too-deep"),
        (b" " * (MOST_RECORD_BYTES + 1), "record/too-large"),
        ({**SOLO, "format": "other/1"}, "record/unknown-format"),
        ({**SOLO, "rules_version": 99}, "game/unknown-rules"),
        ({**SOLO, "events": [{"kind": "x/y"}] * (MOST_EVENTS + 1)}, "record/too-long"),
        ({**SOLO, "note": 1.5}, "json/value"),
        ({**SOLO, "note": 2**53}, "json/number"),
        ({**SOLO, "note": "\ud800"}, "json/surrogate"),
        ({**SOLO, "nöte": 1}, "json/key"),
        (json.dumps(SOLO).replace("[1]", "[1], " + '"levels": [2]'), "json/repeated-key"),
        (json.dumps(SOLO)[:-1] + ', "a": {"b": ' + "9" * 5000 + ', "b": 1}}', "json/repeated-key"),
        (json.dumps(SOLO)[:-1] + ', "a": ' + "9" * 5000 + "}", "json/value"),
    ],
)
def test_what_is_no_record_is_refused_as_a_whole(document: Any, code: str) -> None:
    refusal = refusal_of(document)
    assert (refusal.code, refusal.at) == (code, 0)
    assert refusal.sentence.strip()


@pytest.mark.django_db
def test_a_number_that_cannot_be_kept_is_refused_at_its_event() -> None:
    document = example()
    document["events"][2]["at"] = 1.5
    refusal = refusal_of(document)
    assert (refusal.at, refusal.code) == (3, "json/value")
    assert refusal.sentence == "Event 3: A float cannot be written."


@pytest.mark.django_db
def test_an_adjudication_that_cannot_be_read_is_refused_at_its_event() -> None:
    document = example()
    document["events"].append({"kind": "game/adjudicated", "how": "by lot"})
    refusal = refusal_of(document)
    assert (refusal.at, refusal.code) == (9, "result/event")


@pytest.mark.django_db
def test_a_zero_character_is_kept_as_it_is_written() -> None:
    game = import_record(json.dumps({**SOLO, "note": "a\x00b"}), SYSTEM_CALLER)
    game.refresh_from_db()
    assert json.loads(game.document)["note"] == "a\x00b"


@pytest.mark.django_db
def test_bots_import_nothing() -> None:
    with refused(Forbidden, "record/no-bots"):
        import_record(json.dumps(SOLO), Caller(bot_seat=0))


@pytest.mark.django_db
def test_guests_import_nothing() -> None:
    guest = caller("Gus", is_guest=True)
    with refused(Forbidden, "record/no-guests"):
        import_record(json.dumps(SOLO), guest)


@pytest.mark.django_db
def test_the_command_takes_in_a_file(tmp_path: Path) -> None:
    file, out = tmp_path / "game.json", StringIO()
    file.write_text(json.dumps(exported()))
    call_command("import", str(file), stdout=out)
    assert out.getvalue() == f"Imported as {ImportedGame.objects.get().pk}.\n"
    file.write_text("{}")
    with pytest.raises(CommandError, match=r"needs the field .* \(record/missing-field\)"):
        call_command("import", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import", str(tmp_path / "nothing"))


@pytest.mark.django_db
def test_an_account_keeps_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.records.imports.MOST", 1)
    text = canonical(EXAMPLE)
    first = import_record(text, caller("Ada"))
    assert import_record(text, caller("Ada")) == first
    with refused(Conflict, "record/too-many"):
        import_record(canonical({**EXAMPLE, "id": "another"}), caller("Ada"))
    import_record(text, caller("Bob"))
