"""Sealed answers are in no record for others, whoever asks and whenever."""

import json
from collections import Counter

import pytest

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.sealing import BLIND
from engine.verify import verify
from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.integrity.checkpoints import make_checkpoint
from games.keys.signing import known_keys
from games.log.event_store import event_as_recorded, read_log
from games.log.models import Event
from games.records.export import export_record
from tests.games.sample_tables import account, fold_of, move, table
from tests.sizes import size

MOVES = size(60, 1_000)


def sealed_answers(game: str) -> list[Json]:
    """The answers that are sealed now."""
    fold = fold_of(game)
    waiting = set(fold.rules.sealed(fold.state))
    found = []
    for row in reversed(read_log(game)):
        fields = event_as_recorded(row)
        is_answer = not is_platform_kind(fields["kind"]) and fold.rules.is_answer(fold.rules.decode(fields))
        if is_answer and fields["seat"] in waiting:
            waiting.remove(fields["seat"])
            found.append(fields)
    return found


def viewers() -> dict[str, tuple[int | None, Viewer]]:
    """Everybody who may look at a public game, with their seat."""
    seated = {name: (seat, viewer_of(account(name))) for seat, name in enumerate(["Ada", "Bob", "Cleo"])}
    auditor = viewer_of(account("Erin", is_staff=True))
    return {**seated, "Dan": (None, viewer_of(account("Dan"))), "Erin": (None, auditor), "anybody": (None, ANYBODY)}


def require_nothing_of(answer: Json, game: str, document: Json) -> None:
    """Neither the answer nor anything from which it could be told stands in a record."""
    text = json.dumps(document)
    stored = Event.objects.get(game=game, seq=answer["seq"])
    assert answer[BLIND] not in text
    assert stored.hash not in text
    assert json.dumps(stored.body) not in text
    assert len(document["events"]) == len(document["chain"]) < answer["seq"]
    assert f"{game}|{answer['seq']}|" not in text


@pytest.mark.slow
@pytest.mark.django_db
def test_no_export_at_any_point_tells_an_answer_that_is_sealed_for_its_reader() -> None:
    game, seen = table(seats=3), Counter[str]()
    for _ in range(MOVES):
        if fold_of(game).is_over:
            break
        move(game)
        make_checkpoint()
        answers = sealed_answers(game)
        for name, (seat, viewer) in viewers().items():
            document = export_record(game, viewer)
            hidden = [answer for answer in answers if answer["seat"] != seat]
            for answer in hidden:
                require_nothing_of(answer, game, document)
            seen[f"{name} {'cut' if hidden else 'whole'}"] += 1
            if not hidden:
                assert len(document["events"]) == fold_of(game).seq
            checks = verify(document, known_keys())
            assert {checks[name] for name in ("chain", "rules", "result")} == {"ok"}
            assert checks["dice"] in ("ok", "unchecked")
            assert checks["signature"] in ("ok", "unchecked", "absent")
    assert all(seen[f"{name} {how}"] > 3 for name in viewers() for how in ("cut", "whole")), seen


@pytest.mark.django_db
def test_an_answer_of_ones_own_is_there_when_nothing_before_it_is_sealed() -> None:
    game = table(seats=3)
    while not sealed_answers(game):
        move(game)
    [answer] = sealed_answers(game)
    own = export_record(game, viewer_of(account(("Ada", "Bob", "Cleo")[answer["seat"]])))
    assert own["events"][-1]["seq"] == answer["seq"]
    assert own["events"][-1][BLIND] == answer[BLIND]
