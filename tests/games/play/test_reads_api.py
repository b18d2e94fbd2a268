"""Looking into a game: position, options, log, record and proof, as each viewer may see them."""

import json
from typing import Any

import pytest

from engine.protocol import Json
from engine.verify import verify
from games.integrity.checkpoints import make_checkpoint
from tests.games.sample_tables import fold_of, move, phase, play_out, play_until, table
from tests.web.api.calls import get, order, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed(cast: Cast) -> str:
    """The running game, in which the opponent has answered a roll and the player has not."""
    play_until(cast.running, lambda fold: phase(fold) == "moves")
    move(cast.running, 1)
    return cast.running


def test_the_position_says_who_must_act_and_what_was_asked(cast: Cast) -> None:
    shown = get(cast.client("opponent"), f"/games/{cast.running}/position").json()
    fold = fold_of(cast.running)
    assert (shown["seq"], shown["phase"], shown["awaited"], shown["asked"]) == (fold.seq, "start", [1], fold.asked)
    assert shown["state"] == fold.rules.freeze(fold.state)
    assert shown["options"]["start"]
    assert get(cast.client("player"), f"/games/{cast.running}/position").json()["options"] == {}


def test_an_earlier_position_is_shown_as_it_was(cast: Cast) -> None:
    fold = play_until(cast.running, lambda fold: phase(fold) == "moves")
    shown = get(cast.client("anonymous"), f"/games/{cast.running}/position", at=4).json()
    assert (shown["seq"], shown["phase"]) == (4, "start")
    assert get(cast.client("anonymous"), f"/games/{cast.running}/position", at=fold.seq).json()["seq"] == fold.seq


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("0", (400, "request/number")),
        ("-1", (400, "request/number")),
        ("last", (400, "request/number")),
        ("99999999999999999999", (400, "request/number")),
        ("999", (404, "game/not-found")),
    ],
)
def test_there_is_no_position_there(cast: Cast, at: str, expected: tuple[int, str]) -> None:
    assert refusal(get(cast.client("player"), f"/games/{cast.running}/position", at=at)) == expected


def sheets(cast: Cast, role: str, game: str) -> Any:
    state = get(cast.client(role), f"/games/{game}/position").json()["state"]
    assert "public" not in state or role == "opponent"
    return state["sheets"]


def test_an_answer_is_on_nobody_elses_board_before_all_have_answered(cast: Cast, sealed: str) -> None:
    own = sheets(cast, "opponent", sealed)
    for role in ("player", "stranger", "anonymous", "organiser", "staff", "token-read"):
        assert sheets(cast, role, sealed)[1] != own[1], role


def test_options_show_price_path_and_gains_of_every_landing(cast: Cast) -> None:
    fold = play_until(cast.running, lambda fold: phase(fold) == "moves")
    shown = get(cast.client("player"), f"/games/{cast.running}/options").json()
    landings = [each for each in shown["actions"] if each["action"]["kind"] == "place"]
    compact = fold.rules.options(fold.state, 0)["place"]
    assert len(landings) == len(compact) > 0
    for landing, (color, column, x, y, price) in zip(landings, compact, strict=True):
        assert landing["action"] == {"kind": "place", "seat": 0, "color": color, "column": column, "x": x, "y": y}
        brings = landing["brings"]
        assert brings["price"] == price
        assert set(brings) == {"price", "energy", "crosses", "rows", "score", "path"}
        assert brings["path"]["moves"]
    assert [each["brings"]["score"] for each in shown["actions"] if each["action"]["kind"] == "bomb"] == [-1]
    assert (shown["seat"], shown["phase"], shown["asked"]) == (0, "moves", fold.asked)


def test_every_option_can_be_taken(cast: Cast) -> None:
    for game, until in ((cast.running, "start"), (cast.private, "decide")):
        fold = play_until(game, lambda fold, until=until: phase(fold) == until)  # type: ignore[misc]
        seat = fold.awaited[0]
        client = cast.client(("player", "opponent")[seat])
        choice = get(client, f"/games/{game}/options").json()["actions"][-1]
        assert choice["send"] == "actions"
        made = order(client, f"/games/{game}/actions", action=choice["action"], answers=fold.asked)
        assert made.status_code == 200, made.json()


def test_dice_on_the_table_are_sent_as_rolls(cast: Cast) -> None:
    fold = play_until(cast.at_table, lambda fold: phase(fold) == "roll")
    role = ("player", "opponent")[fold.awaited[0]]
    shown = get(cast.client(role), f"/games/{cast.at_table}/options").json()
    assert shown["actions"] == [{"action": {"kind": "roll", "seat": fold.awaited[0]}, "send": "rolls", "brings": {}}]


def test_whoever_need_not_act_has_no_options(cast: Cast) -> None:
    assert get(cast.client("player"), f"/games/{cast.running}/options").json()["actions"] == []
    assert get(cast.client("player"), f"/games/{cast.open}/options", seat=1).json()["actions"] == []


def test_a_spectator_must_name_a_seat_that_is_there(cast: Cast) -> None:
    assert get(cast.client("anonymous"), f"/games/{cast.running}/options", seat=1).json()["actions"]
    assert refusal(get(cast.client("anonymous"), f"/games/{cast.running}/options")) == (400, "seat/number")
    assert refusal(get(cast.client("anonymous"), f"/games/{cast.running}/options", seat=2)) == (404, "seat/not-found")


def test_whoever_has_answered_has_no_options_that_would_tell_their_answer(cast: Cast, sealed: str) -> None:
    assert get(cast.client("player"), f"/games/{sealed}/options", seat=1).json()["actions"] == []


def test_the_log_has_seq_and_hash_of_every_event(cast: Cast) -> None:
    fold = play_until(cast.running, lambda fold: phase(fold) == "moves")
    shown = get(cast.client("anonymous"), f"/games/{cast.running}/log").json()
    assert [event["seq"] for event in shown["events"]] == list(range(1, fold.seq + 1))
    assert shown["events"][-1]["hash"] == shown["head"]["hash"] == fold.hash
    assert (shown["next"], shown["status"]) == (None, "running")


def test_the_log_comes_in_pages(cast: Cast) -> None:
    play_until(cast.running, lambda fold: phase(fold) == "moves")
    whole = get(cast.client("player"), f"/games/{cast.running}/log").json()["events"]
    paged: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = get(cast.client("player"), f"/games/{cast.running}/log", after=after, limit=3).json()
        assert len(page["events"]) <= 3
        paged += page["events"]
        after = page["next"]
    assert paged == whole
    assert get(cast.client("player"), f"/games/{cast.running}/log", after=9999).json()["events"] == []


@pytest.mark.parametrize("limit", ["0", "1001", "x", "1.5"])
def test_a_page_has_a_size_that_is_one(cast: Cast, limit: str) -> None:
    assert refusal(get(cast.client("player"), f"/games/{cast.running}/log", limit=limit)) == (400, "request/number")


def test_the_log_comes_as_lines_too(cast: Cast) -> None:
    client, path = cast.client("player"), f"/api/v1/games/{cast.running}/log"
    by_accept = client.get(path, headers={"Accept": "application/x-ndjson"})
    by_format = client.get(path, {"format": "ndjson"})
    assert by_accept.headers["Content-Type"].startswith("application/x-ndjson")
    assert by_accept.content == by_format.content
    assert [json.loads(line) for line in by_accept.content.splitlines()] == client.get(path).json()["events"]


def test_a_refusal_is_json_whatever_was_asked_for(cast: Cast) -> None:
    response = get(cast.client("stranger"), f"/games/{cast.private}/log", format="ndjson")
    assert refusal(response) == (404, "game/not-found")
    assert response.headers["Content-Type"] == "application/json"


def test_a_format_that_is_none_is_refused(cast: Cast) -> None:
    client, path = cast.client("player"), f"/api/v1/games/{cast.running}/log"
    assert refusal(client.get(path, headers={"Accept": "text/html"})) == (406, "request/format")
    assert refusal(client.get(path, {"format": "xml"})) == (404, "request/not-found")


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_a_sealed_answer_is_sealed_in_every_form(cast: Cast, sealed: str, form: str) -> None:
    [answer] = [fields for fields in see(cast, "opponent", sealed, "json") if fields.get("blind")]
    for role in ("player", "stranger", "anonymous", "organiser", "staff", "token-read"):
        seen = see(cast, role, sealed, form)
        assert seen[answer["seq"] - 1] == {
            "kind": "game/answered",
            "seq": answer["seq"],
            "seat": 1,
            "hash": answer["hash"],
        }, role
        assert answer["blind"] not in json.dumps(seen)


def see(cast: Cast, role: str, game: str, form: str) -> list[Json]:
    response = get(cast.client(role), f"/games/{game}/log", format=form)
    if form == "ndjson":
        return [json.loads(line) for line in response.content.splitlines()]
    events: list[Json] = response.json()["events"]
    return events


def test_the_record_of_a_game_passes_every_check(cast: Cast) -> None:
    game = table()
    play_out(game)
    response = get(cast.client("anonymous"), f"/games/{game}/record")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{game}.json"'
    checks = verify(response.json())
    assert {name: checks[name] for name in ("chain", "dice", "rules", "result")} == dict.fromkeys(
        ("chain", "dice", "rules", "result"), "ok"
    )


def test_a_record_ends_before_what_is_sealed(cast: Cast, sealed: str) -> None:
    whole = get(cast.client("opponent"), f"/games/{sealed}/record").json()
    cut = get(cast.client("stranger"), f"/games/{sealed}/record").json()
    assert len(cut["events"]) == len(whole["events"]) - 1
    assert cut["dice"]["seed"] is None


def test_a_proof_leads_from_a_game_to_a_signed_note(cast: Cast) -> None:
    path = f"/games/{cast.running}/proof"
    assert refusal(get(cast.client("anonymous"), path)) == (404, "proof/none")
    make_checkpoint()
    proof = get(cast.client("anonymous"), path).json()
    fold = fold_of(cast.running)
    assert proof["proof"]["leaf"] == f"{cast.running}|{fold.seq}|{fold.hash}"
    assert proof["note"] == get(cast.client("anonymous"), "/checkpoints").json()["checkpoints"][-1]["note"]
    assert refusal(get(cast.client("anonymous"), f"/games/{cast.private}/proof")) == (404, "game/not-found")


LOOKS = ("", "/position", "/options", "/log", "/record", "/proof")


@pytest.mark.parametrize("path", LOOKS)
def test_a_private_game_cannot_be_looked_into(cast: Cast, path: str) -> None:
    make_checkpoint()
    for role in ("anonymous", "guest", "stranger", "member", "other-organiser"):
        assert refusal(get(cast.client(role), f"/games/{cast.private}{path}", seat=0)) == (404, "game/not-found"), role
    for role in ("player", "opponent", "organiser", "owner", "staff"):
        assert get(cast.client(role), f"/games/{cast.private}{path}", seat=0).status_code == 200, role


def test_a_fold_remembers_nothing_of_who_looked(cast: Cast, sealed: str) -> None:
    """What one viewer was shown does not stay for the next."""
    first = see(cast, "anonymous", sealed, "json")
    see(cast, "opponent", sealed, "json")
    assert see(cast, "anonymous", sealed, "json") == first


def test_a_round_that_is_closed_is_open_to_all(cast: Cast, sealed: str) -> None:
    move(sealed, 0)
    assert not [fields for fields in see(cast, "anonymous", sealed, "json") if fields["kind"] == "game/answered"]


def read_events(queries: Any) -> list[str]:
    """The statements that have read events."""
    return [query["sql"] for query in queries if "FROM games_event" in query["sql"] and "ORDER BY seq" in query["sql"]]


def test_a_page_of_the_log_reads_no_more_than_it_shows(cast: Cast, django_assert_max_num_queries: Any) -> None:
    play_out(cast.running)
    whole = get(cast.client("anonymous"), f"/games/{cast.running}/log", limit=1000).json()["events"]
    with django_assert_max_num_queries(20) as queries:
        page = get(cast.client("anonymous"), f"/games/{cast.running}/log", after=3, limit=5).json()
    assert page["events"] == whole[3:8]
    assert page["next"] == 8
    [statement] = read_events(queries)
    assert "LIMIT 5" in statement


def test_pages_of_a_sealed_log_are_those_of_the_whole(cast: Cast, sealed: str) -> None:
    for role in ("anonymous", "player", "opponent"):
        client = cast.client(role)
        whole = get(client, f"/games/{sealed}/log").json()["events"]
        for at in range(len(whole) + 1):
            page = get(client, f"/games/{sealed}/log", after=at, limit=2).json()
            assert page["events"] == whole[at : at + 2]
            assert page["next"] == (at + 2 if at + 2 < len(whole) else None)
