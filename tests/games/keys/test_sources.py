"""Files that are made on the first use, also by many processes at once."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from games.keys.sealing import open_seed
from games.keys.signing import signing_key
from games.keys.sources import KeyUnusable, read_or_make, read_variable
from tests.sizes import size

ROOT = Path(__file__).resolve().parents[3]
SEED = bytes(range(32))
FIRST_USER = """
import sys
from pathlib import Path
from django.conf import settings
settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
from games.keys import sealing, signing
print("ready", flush=True)
for folder in sys.stdin:
    settings.KEYS = Path(folder.strip())
    print(signing.signing_key().id, sealing.seal_seed("d-1", bytes(range(32))), flush=True)
"""
"""A process that uses the keys of each folder it is told and says what came of it."""


def rights_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def tell(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def first_users(count: int) -> "list[subprocess.Popen[str]]":
    command = [sys.executable, "-c", FIRST_USER]
    pipe = subprocess.PIPE
    return [subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) for _ in range(count)]


@pytest.mark.slow
def test_eight_first_uses_at_once_agree_on_one_key_of_each_kind(
    folder: Path, settings: Settings, tmp_path: Path
) -> None:
    processes = first_users(8)
    try:
        assert [hear(process) for process in processes] == ["ready"] * 8
        for number in range(size(10, 200)):
            settings.KEYS = tmp_path / f"keys-{number}"
            for process in processes:
                tell(process, str(settings.KEYS))
            answers = [hear(process).split() for process in processes]
            assert {id_ for id_, _ in answers} == {signing_key().id}
            assert [open_seed("d-1", sealed) for _, sealed in answers] == [SEED] * 8
            assert sorted(file.name for file in settings.KEYS.iterdir()) == ["deal.key", "signing.pem"]
    finally:
        for process in processes:
            process.communicate()
    assert [process.returncode for process in processes] == [0] * 8


def test_only_the_owner_can_read_the_file_and_its_folder(folder: Path) -> None:
    assert read_or_make(folder / "some.key", lambda: b"made") == b"made"
    assert rights_of(folder) == 0o700
    assert rights_of(folder / "some.key") == 0o600
    assert [file.name for file in folder.iterdir()] == ["some.key"]


def test_what_is_there_is_read_and_never_made_again(folder: Path) -> None:
    read_or_make(folder / "some.key", lambda: b"first")
    assert read_or_make(folder / "some.key", lambda: b"second") == b"first"
    assert (folder / "some.key").read_bytes() == b"first"


def test_of_two_first_uses_the_later_takes_the_key_of_the_earlier(folder: Path) -> None:
    path = folder / "some.key"

    def overtaken() -> bytes:
        read_or_make(path, lambda: b"earlier")
        return b"later"

    assert read_or_make(path, overtaken) == b"earlier"
    assert [file.name for file in folder.iterdir()] == ["some.key"]


def test_a_key_that_was_made_and_used_meanwhile_is_not_lost(folder: Path) -> None:
    path = folder / "some.key"

    def too_late() -> bytes:
        read_or_make(path, lambda: b"earlier")
        raise KeyUnusable("There are deals already.")

    assert read_or_make(path, too_late) == b"earlier"


def test_a_file_that_cannot_be_made_is_named_with_the_reason(folder: Path) -> None:
    folder.write_text("in the way")
    with pytest.raises(ImproperlyConfigured) as refusal:
        read_or_make(folder / "some.key", lambda: b"made")
    assert str(refusal.value) == f"The file {folder}/some.key cannot be made: File exists: {folder}."


def test_a_file_that_cannot_be_read_is_named_with_the_reason(folder: Path) -> None:
    (folder / "some.key").mkdir(parents=True)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read_or_make(folder / "some.key", lambda: b"made")
    assert str(refusal.value) == f"The file {folder}/some.key cannot be read: Is a directory."


@pytest.mark.parametrize(("written", "read"), [("", ""), (" \n", ""), (r"a\nb\n", "a\nb"), ("a\nb\n", "a\nb")])
def test_a_variable_may_write_newlines_as_backslash_n(monkeypatch: pytest.MonkeyPatch, written: str, read: str) -> None:
    monkeypatch.setenv("BRIKKS_DEAL_KEY", written)
    assert read_variable("BRIKKS_DEAL_KEY") == read
