"""`python -m engine` as a program: one JSON line for each record, exit statuses, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.protocol import Json
from tests.engine.example import EXAMPLE, EXAMPLE_LINE
from tests.engine.platform_log import PEM, exported

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

RUN = "import sys, runpy; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('engine', run_name='__main__')"


def engine(*arguments: str | Path, text: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """Run the program without site-packages, as the standard library must be enough."""
    command = [sys.executable, "-I", "-S", "-c", RUN, str(ROOT), *map(str, arguments)]
    given = text.encode() if isinstance(text, str) else text
    done = subprocess.run(command, input=given, capture_output=True, timeout=120, check=False)
    assert b"Traceback" not in done.stderr
    return done


def lines(done: subprocess.CompletedProcess[bytes]) -> list[Json]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_contracts_example_comes_out_to_the_letter() -> None:
    done = engine("replay", text=json.dumps(EXAMPLE))
    assert done.stdout.decode() == EXAMPLE_LINE + "\n"
    assert done.returncode == 0


def test_files_may_be_json_lines_or_one_indented_document(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text(f"{json.dumps(EXAMPLE)}\n\n{json.dumps(EXAMPLE)}\n")
    (tmp_path / "indented").write_text(json.dumps(EXAMPLE, indent=2))
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbf" + json.dumps(EXAMPLE, indent=1).encode())
    done = engine("replay", tmp_path / "lines", tmp_path / "indented", tmp_path / "marked")
    assert done.stdout.decode().splitlines() == [EXAMPLE_LINE] * 4


def test_one_bad_line_does_not_stop_the_others() -> None:
    text = "\n".join([json.dumps(EXAMPLE), '{"format":', json.dumps(EXAMPLE), "[]", "7", json.dumps(EXAMPLE)])
    done = engine("replay", text=text)
    assert [line["ok"] for line in lines(done)] == [True, False, True, False, False, True]
    assert [line.get("at") for line in lines(done)] == [None, 0, None, 0, 0, None]
    assert done.returncode == 1


def test_a_broken_first_line_does_not_swallow_the_rest() -> None:
    text = '{"format": "brikks-record/1",\n' + json.dumps(EXAMPLE) + "\n"
    assert [line["ok"] for line in lines(engine("replay", text=text))] == [False, True]


def test_a_broken_document_over_many_lines_is_one_refusal(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text('{\n "format": 1,\n oops\n}\n')
    assert [line["code"] for line in lines(engine("replay", tmp_path / "broken"))] == ["json/invalid"]


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"brikks-record/1","variant":"solo","levels":[1],"events":[\n{"kind":"start","seat":0,"color":"red","x":3}\n]}\n',
        '{ "format":"brikks-record/1"\n, "variant":"solo"\n, "levels":[1]\n, "events":[]\n}\n',
        '{"format":"brikks-record/1","variant":"solo","levels":[1],"dice":\n{"scheme":"table"}\n,"events":[]}',
        '\n\n{\n"format":"brikks-record/1","variant":"solo","levels":[1],"events":[]}',
    ],
)
def test_a_document_in_a_file_may_be_broken_into_lines_anywhere(tmp_path: Path, text: str) -> None:
    (tmp_path / "record").write_text(text)
    assert [line["ok"] for line in lines(engine("replay", tmp_path / "record"))] == [True]


@pytest.mark.parametrize("beginning", ["{\n[\n", '{"a":\n{"b":\n'])
def test_bad_first_lines_do_not_swallow_a_stream(beginning: str) -> None:
    good = json.dumps(EXAMPLE)
    done = engine("replay", text=f"{beginning}{good}\n{good}\n")
    assert [line["ok"] for line in lines(done)] == [False, False, True, True]


def test_a_file_of_lines_may_begin_with_bad_ones(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text('{"a":\noops\n' + json.dumps(EXAMPLE) + "\n")
    assert [line["ok"] for line in lines(engine("replay", tmp_path / "lines"))] == [False, False, True]


@pytest.mark.parametrize(
    "text",
    [b"\xff\xfe{}", b"{", b"null", b"true", b'"x"', b"[" * 200_000, b'{"format": NaN}', b"\x00", b'{"a":' * 5000,
     b'{"format":"brikks-record/1","variant":"solo","levels":[1],"events":' + b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_record_is_refused_at_0(text: bytes) -> None:
    for command in ("replay", "options", "verify", "show"):
        done = engine(command, text=text)
        (line,) = lines(done)
        assert (line["ok"], line["at"], done.returncode) == (False, 0, 1)
        assert line["error"]


def test_an_absurd_number_is_refused_where_it_stands() -> None:
    text = json.dumps(EXAMPLE).replace('"column": 2', '"column": ' + "9" * 5000)
    (line,) = lines(engine("replay", text=text))
    assert (line["ok"], line["at"], line["code"]) == (False, 6, "event/wrong-type")


def test_the_first_fault_counts_be_it_illegal_or_malformed() -> None:
    spoiled = json.loads(json.dumps(EXAMPLE))
    spoiled["events"][6] = {"kind": "bomb"}
    spoiled["events"][4]["seat"] = 1
    (line,) = lines(engine("replay", text=json.dumps(spoiled)))
    assert (line["at"], line["code"]) == (5, "turn/other-seat")


@pytest.mark.parametrize("name", ["missing", "."])
def test_an_unreadable_file_gets_a_line_and_the_others_go_on(tmp_path: Path, name: str) -> None:
    (tmp_path / "good").write_text(json.dumps(EXAMPLE))
    done = engine("replay", tmp_path / name, tmp_path / "good")
    assert [line["ok"] for line in lines(done)] == [False, True]
    assert lines(done)[0]["code"] == "file/unreadable"
    assert done.returncode == 1


def test_an_empty_file_is_not_a_success(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n\n")
    assert lines(engine("verify", tmp_path / "empty"))[0]["code"] == "file/empty"


def test_options_of_every_phase() -> None:
    found = []
    for count in range(len(EXAMPLE["events"]) + 1):
        (line,) = lines(engine("options", text=json.dumps(EXAMPLE | {"events": EXAMPLE["events"][:count]})))
        found.append((line["phase"], sorted(line["seats"])))
    assert found == [
        ("start", ["2"]), ("start", ["1"]), ("start", ["0"]), ("roll", ["0"]), ("decide", ["0"]),
        ("moves", ["0", "1", "2"]), ("moves", ["1", "2"]), ("moves", ["1"]), ("roll", ["2"]),
    ]  # fmt: skip


@pytest.mark.parametrize("files", [[], ["/dev/stdin"]])
def test_answers_come_while_the_input_is_still_open(files: list[str]) -> None:
    command = [sys.executable, "-m", "engine", "replay", *files]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True, env=buffered
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(json.dumps(EXAMPLE) + "\n")
            running.stdin.flush()
            assert running.stdout.readline().strip() == EXAMPLE_LINE
        running.stdin.close()
        assert running.wait(30) == 0


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    (tmp_path / "many").write_text((json.dumps(EXAMPLE) + "\n") * 5000)
    command = [sys.executable, "-m", "engine", "replay", str(tmp_path / "many")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense"], ["replay", "--fast"], ["verify", "--require", "luck"], ["verify", "--key", "missing.pem"],
     ["show", "--at", "-1"], ["show", "--at", "x"]],
)  # fmt: skip
def test_a_wrong_command_says_how_it_is_used(arguments: list[str]) -> None:
    done = engine(*arguments)
    assert done.returncode == 2
    assert b"usage: python -m engine" in done.stderr


def test_a_key_file_without_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("hello")
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", "--key", tmp_path / "key.pem"],
        cwd=ROOT, input=b"", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"no Ed25519 public key" in done.stderr


def test_verify_with_a_key(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(PEM)
    (tmp_path / "record.json").write_text(json.dumps(exported(), indent=1))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", "--key", tmp_path / "key.pem",
         "--require", "chain,dice,rules,signature,result", tmp_path / "record.json"],
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    assert lines(done) == [
        {"ok": True, "checks": dict.fromkeys(["chain", "dice", "rules", "result", "signature"], "ok")}
    ]
    assert done.returncode == 0


def test_verify_without_the_cryptography_package_leaves_the_signature_unchecked(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(PEM)
    done = engine("verify", "--key", tmp_path / "key.pem", text=json.dumps(exported()))
    assert lines(done)[0]["checks"]["signature"] == "unchecked"


def test_show_draws_the_sheets_after_an_event() -> None:
    done = engine("show", "--at", "6", text=json.dumps(EXAMPLE))
    text = done.stdout.decode()
    assert text.startswith("after event 6 of 8: place seat 0 color red column 2 x 4 y 0\n")
    assert " 2 . . . . w R . . . .  x1" in text
    assert " 0 . . . . R . . . K K  x1" in text
    assert "0+0+7+0 = 7" in text
    assert done.returncode == 0


def test_show_of_a_faulty_record_draws_up_to_the_fault_when_asked() -> None:
    spoiled = json.loads(json.dumps(EXAMPLE))
    spoiled["events"][6] = {"kind": "bomb", "seat": 9}
    (line,) = lines(engine("show", text=json.dumps(spoiled)))
    assert line["at"] == 7
    assert engine("show", "--at", "6", text=json.dumps(spoiled)).returncode == 0


def test_show_starts_from_empty_sheets() -> None:
    assert engine("show", "--at", "0", text=json.dumps(EXAMPLE)).stdout.decode().startswith("after event 0 of 8\n")


def test_show_copes_with_any_text_in_an_event() -> None:
    odd = json.loads(json.dumps(EXAMPLE))
    odd["events"][5] |= {"note": "\ud800\x1b[31m", "more": [[[]]], "é": "ü" * 500}
    text = json.dumps(odd)
    done = engine("show", "--at", "6", text=text)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout


def test_show_says_who_won_and_how_good_a_solo_game_was() -> None:
    shown = {
        name: engine("show", ROOT / "tests" / "engine" / "golden" / f"{name}.json").stdout.decode()
        for name in ("solo", "standard", "duel")
    }
    assert "the game is over, rated " in shown["solo"]
    assert "the game is over, won by seat " in shown["standard"]
    assert "the game is over, won by seat " in shown["duel"]


def test_a_full_disk_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "replay"],
            cwd=ROOT, input=json.dumps(EXAMPLE).encode(), stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(b"The answers cannot be written: ")
    assert b"Traceback" not in done.stderr


def test_a_wrong_type_is_shown_as_json_writes_it() -> None:
    spoiled = json.loads(json.dumps(EXAMPLE))
    spoiled["events"][0]["seat"] = "2"
    (line,) = lines(engine("replay", text=json.dumps(spoiled)))
    assert line["error"].endswith('must be a whole number, not "2".')


@pytest.mark.parametrize("closing", ["<&-", ">&-"])
def test_closed_standard_streams_give_no_traceback(tmp_path: Path, closing: str) -> None:
    (tmp_path / "good").write_text(json.dumps(EXAMPLE))
    file = "" if closing == "<&-" else str(tmp_path / "good")
    shell = f"exec {sys.executable} -m engine replay {file} {closing}"
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_required_checks_add_up() -> None:
    done = engine("verify", "--require", "chain", "--require", "rules", text=json.dumps(EXAMPLE))
    assert done.returncode == 1
    assert "chain" in lines(done)[0]["error"]


def test_any_number_of_events_may_be_asked_for() -> None:
    for number in ("0000000006", "6"):
        assert engine("show", "--at", number, text=json.dumps(EXAMPLE)).stdout.startswith(b"after event 6 of 8")
    assert engine("show", "--at", "9" * 5000, text=json.dumps(EXAMPLE)).stdout.startswith(b"after event 8 of 8")


def test_digits_python_will_not_read_are_refused_where_they_stand() -> None:
    text = json.dumps(EXAMPLE).replace('"column": 2', '"column": ' + "9" * 1000)
    command = [sys.executable, "-m", "engine", "replay"]
    limited = os.environ | {"PYTHONINTMAXSTRDIGITS": "640"}
    done = subprocess.run(command, cwd=ROOT, input=text.encode(), capture_output=True, env=limited, check=False)
    assert [line["at"] for line in lines(done)] == [6]


def test_help_is_shown_in_any_locale() -> None:
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "engine", "verify", "--help"]
    assert subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("value", ["roll", 7, None, ["kind", "roll"]])
def test_an_event_that_is_no_object_is_refused_where_it_stands(value: object) -> None:
    spoiled = EXAMPLE | {"events": [*EXAMPLE["events"][:2], value]}
    (line,) = lines(engine("replay", text=json.dumps(spoiled)))
    assert (line["at"], line["code"]) == (3, "event/not-an-object")
