"""The catalogue of events, `docs/events.md`: it is up to date, and no kind is written that is not in it."""

import ast
import json
from functools import cache
from pathlib import Path

import pytest

from brikks_site.event_catalogue.kinds import DECLARED, RULES_MEANINGS, faults, rules_kinds
from brikks_site.event_catalogue.page import COMMAND, is_current
from brikks_site.event_catalogue.writers import KIND, read_code, writers_by_kind
from engine.registry import registered
from games.disputes.services import answer_dispute, give_ruling, open_dispute, reverse_ruling
from games.log import disputes, fold
from games.log.event_store import read_log
from tests.engine.toy import STONES_1
from tests.games.sample_tables import caller, command, fold_of, play_out, table
from tournaments.events import event_kinds
from tournaments.events.projections.handlers import HANDLERS

GOLDEN = Path(__file__).parent / "engine" / "golden"
CODE = cache(read_code)


def test_the_page_is_up_to_date() -> None:
    assert is_current(), f"run .venv/bin/{COMMAND}"


@pytest.mark.parametrize("module", [fold, disputes, event_kinds])
def test_every_kind_of_the_code_is_in_it(module: object) -> None:
    kinds = {text for text in vars(module).values() if isinstance(text, str) and KIND.fullmatch(text)}
    assert kinds
    assert kinds <= DECLARED.keys()


def test_it_has_exactly_what_a_tournament_understands() -> None:
    beginnings = ("tournament/", "entrant/", "pair/", "round/", "table/", "result/")
    assert {kind for kind in DECLARED if kind.startswith(beginnings)} == set(HANDLERS)


def test_no_kind_is_written_that_is_not_in_it() -> None:
    written = {kind for kind in writers_by_kind(CODE()) if "/" in kind and not kind.endswith("/*")}
    assert written <= DECLARED.keys()


def test_every_writer_that_it_names_is_there() -> None:
    code = CODE()
    named = {name for names in writers_by_kind(code).values() for name in names}
    assert named <= code.functions.keys()


def test_a_kind_that_is_written_but_unknown_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "tournaments").mkdir()
    (tmp_path / "games" / "moon.py").write_text(
        'RISEN = "moon/risen"\n\ndef rise(draft):\n    _add(draft)\n\ndef _add(draft):\n    draft.add(RISEN, {})\n'
    )
    assert writers_by_kind(read_code(tmp_path)) == {"moon/risen": ["games.moon.rise"]}


def test_every_event_of_the_rules_has_a_meaning() -> None:
    for game in registered():
        for kind in rules_kinds(game):
            assert RULES_MEANINGS[game.key].get(kind.kind), kind


def test_a_game_need_not_say_which_events_it_knows() -> None:
    assert [kind.kind for kind in rules_kinds(STONES_1)] == ["take", "resign"]


@pytest.mark.parametrize("name", ["solo", "standard", "duel"])
def test_stored_games_are_as_it_says(name: str) -> None:
    record = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    known = {kind.kind: kind for game in registered() for kind in rules_kinds(game)}
    for event in record["events"]:
        data = {field: value for field, value in event.items() if field not in ("kind", "seat", "seq")}
        assert faults(known[event["kind"]], data) == [], event


def test_a_field_too_many_or_too_few_is_found() -> None:
    assert faults(DECLARED[event_kinds.ROUND_PUBLISHED], {"round": 1, "moon": 1}) == ["lacks run", "has moon"]
    assert faults(DECLARED[fold.CREATED], {}) != []


def test_no_other_module_makes_up_kinds() -> None:
    """Every text in games and tournaments that an event is made with is one of the constants."""
    literals = {
        node.args[0].value
        for module in CODE().modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Entry"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert literals == set()


@pytest.mark.django_db
def test_the_log_of_a_game_is_as_it_says() -> None:
    game = table()
    play_out(game)
    open_dispute(game, caller("Ada"), command(), 3, "Look at this.")
    flagged = fold_of(game).seq
    answer_dispute(game, caller("Bob"), command(), flagged, "And at that.")
    given = give_ruling(game, caller("Sam", is_staff=True), command(), "voided", reason="So it is.", dispute=flagged)
    reverse_ruling(game, caller("Sam"), command(), given.seq, "It was not.")
    rows = read_log(game)
    known = {**DECLARED, **{kind.kind: kind for one in registered() for kind in rules_kinds(one)}}
    wrong = {row.entry.kind: faults(known[row.entry.kind], row.entry.data) for row in rows}
    assert not any(wrong.values()), wrong
    assert {row.entry.kind for row in rows} >= {"game/created", "dice/revealed", "dispute/answered", "ruling/reversed"}
