"""The registry of formats: found by key and version, and pure."""

import subprocess
import sys

import pytest

from engine.errors import Malformed
from tournaments.events.formats.format import find_format, format_keys, register
from tournaments.events.formats.swiss import Swiss


def test_the_formats_are_known_by_their_keys() -> None:
    assert format_keys() == ["duplicate", "round-robin", "swiss"]
    assert [find_format(key).key for key in format_keys()] == format_keys()


def test_a_version_can_be_asked_for() -> None:
    assert find_format("swiss", 3) is find_format("swiss")
    assert find_format("swiss").version == 3


@pytest.mark.parametrize("key", ["arena", "", None, 7, ["swiss"]])
def test_an_unknown_format_is_refused(key: object) -> None:
    with pytest.raises(Malformed) as refusal:
        find_format(key)
    assert refusal.value.code == "tournament/format"


@pytest.mark.parametrize("version", [0, 1, 99, True, "3", 3.0])
def test_an_unknown_version_is_refused(version: object) -> None:
    with pytest.raises(Malformed) as refusal:
        find_format("swiss", version)
    assert refusal.value.code == "tournament/format-version"


def test_the_same_key_and_version_cannot_mean_two_formats() -> None:
    with pytest.raises(ValueError, match="swiss version 3 is already registered"):
        register(Swiss())


def test_formats_need_no_database() -> None:
    """They work where Django was never set up."""
    code = "import tournaments.events.formats, sys; from django.apps import apps; sys.exit(apps.ready)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env={})
