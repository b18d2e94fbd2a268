"""The formats that tournaments can have, by key and version, so that old rounds are paired again as they were."""

from typing import Any

from engine.errors import Malformed
from tournaments.formats.protocol import Format

_FORMATS: dict[tuple[str, int], Format] = {}


def register(form: Format) -> None:
    """Make a format known; the same key and version cannot mean two formats."""
    if _FORMATS.setdefault((form.key, form.version), form) is not form:
        raise ValueError(f"{form.key} version {form.version} is already registered")


def find_format(key: Any, version: Any = None) -> Format:
    """The format with this key, in its latest version unless another is asked for."""
    versions = [known for name, known in _FORMATS if name == key]
    if not versions:
        raise Malformed("tournament/format", "There is no format “{format}” of tournaments here.", format=key)
    wanted = max(versions) if version is None else version
    if type(wanted) is not int or wanted not in versions:
        template = "There is no version {version} of the format “{format}”."
        raise Malformed("tournament/format-version", template, format=key, version=version)
    return _FORMATS[key, wanted]


def format_keys() -> list[str]:
    """The keys of all known formats."""
    return sorted({key for key, _ in _FORMATS})
