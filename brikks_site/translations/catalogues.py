"""The catalogues of the languages: reading, bringing up to date, compiling."""

import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from brikks_site.bootstrap import ROOT

FOLDER: Final = ROOT / "locale"
UNKEPT: Final = (
    *(b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:'),
    *(b'"Report-Msgid-Bugs-To:', b'"Last-Translator:', b'"Language-Team:'),
)
"""Lines of a header that say nothing, or something else each time."""
TITLE: Final = "# The texts of Brikks Arena; `python -m brikks_site.translations update` brings this up to date."


class Key(NamedTuple):
    """What makes a text one of its own."""

    context: str | None
    text: str
    plural: str | None


def languages(folder: Path = FOLDER) -> list[str]:
    """The languages that have a catalogue; English is the language of the sources."""
    return sorted(file.parts[-3] for file in folder.glob("*/LC_MESSAGES/django.po"))


def place_of(language: str, folder: Path = FOLDER) -> Path:
    """Where the catalogue of a language is."""
    return folder / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str, folder: Path = FOLDER) -> Catalog:
    """The catalogue of a language, an empty one if there is none."""
    file = place_of(language, folder)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def key_of(message: Message) -> Key:
    """The key of a message."""
    text, plural = message.id if isinstance(message.id, tuple | list) else (message.id, None)
    return Key(message.context, text, plural)


def messages_in(catalogue: Catalog) -> dict[Key, Message]:
    """The messages of a catalogue without its header, in its order."""
    return {key_of(message): message for message in catalogue if message.id}


def updated(language: str, known: Catalog, template: Catalog) -> Catalog:
    """A catalogue with exactly the texts of the sources, translated as far as they were: nothing is guessed."""
    fresh = Catalog(locale=language, header_comment=TITLE, project="Brikks Arena", version="0", fuzzy=False)
    translations = messages_in(known)
    for key, message in messages_in(template).items():
        before = translations.get(key)
        fresh.add(
            message.id,
            before.string if before else None,
            locations=message.locations,
            auto_comments=message.auto_comments,
            user_comments=before.user_comments if before else (),
            flags=before.flags if before else (),
            context=message.context,
        )
    return fresh


def written(catalogue: Catalog) -> bytes:
    """A catalogue as the text that is kept; without numbers of lines, which change with every change."""
    stream = BytesIO()
    write_po(stream, catalogue, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return b"".join(line for line in stream.getvalue().splitlines(keepends=True) if not line.startswith(UNKEPT))


def update(language: str, template: Catalog, folder: Path = FOLDER) -> bool:
    """Bring a catalogue up to date; whether anything has changed."""
    file = place_of(language, folder)
    text = written(updated(language, read_catalogue(language, folder), template))
    if file.is_file() and file.read_bytes() == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    _replace(file, text)
    return True


def compile_stale(folder: Path = FOLDER) -> list[str]:
    """Compile what Django reads from every catalogue that is newer; the languages for which that was needed."""
    stale = [language for language in languages(folder) if _is_stale(place_of(language, folder))]
    for language in stale:
        stream = BytesIO()
        write_mo(stream, read_catalogue(language, folder))
        _replace(place_of(language, folder).with_suffix(".mo"), stream.getvalue())
    return stale


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.is_file() or compiled.stat().st_mtime_ns <= source.stat().st_mtime_ns


def _replace(file: Path, content: bytes) -> None:
    """Write a file whole, so that nobody reads half of it; several may do so at once."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
