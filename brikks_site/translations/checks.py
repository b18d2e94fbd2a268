"""What is wrong with a catalogue: texts that are missing, guessed, copied, ill set, obsolete or lose what is put in."""

import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message

from brikks_site.translations.catalogues import FOLDER, Key, key_of, languages, messages_in, read_catalogue

SAME: Final = "same.toml"
"""The texts that are the same in another language, by language; under `all` those that are the same in each."""
PUT_IN: Final = re.compile(r"%\([a-z_]+\)[a-z]|%[sd]|\{[a-z_]*\}|</?[a-z][^>]*>|https?://\S+")
"""What a translation must keep as it is: facts that are put in, tags, addresses."""
ILL_SET: Final = {"fr": re.compile(r" [;:!?»]|« |'")}
"""What is not printed like that in a language: in French, marks that a line may leave behind, straight apostrophes."""
SHOWN: Final = 60


def problems(template: Catalog, folder: Path = FOLDER) -> Iterator[str]:
    """Everything that is wrong with the catalogues of all languages."""
    same = read_same(folder)
    for language in languages(folder):
        allowed = {*same.get("all", ()), *same.get(language, ())}
        yield from problems_of(language, read_catalogue(language, folder), template, allowed)
    yield from unneeded(same, template)


def read_same(folder: Path = FOLDER) -> dict[str, list[str]]:
    """The texts that need no other words in another language."""
    file = folder / SAME
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def unneeded(same: dict[str, list[str]], template: Catalog) -> Iterator[str]:
    """Entries of that list for texts that are no longer there."""
    texts = {text for key in messages_in(template) for text in (key.text, key.plural)}
    for language, entries in same.items():
        for text in entries:
            if text not in texts:
                yield f"{SAME}, {language}: “{_short(text)}” is no text of the site."


def problems_of(language: str, catalogue: Catalog, template: Catalog, same: Collection[str]) -> Iterator[str]:
    """Everything that is wrong with one catalogue."""
    wanted, there = messages_in(template), messages_in(catalogue)
    for key in wanted:
        if key not in there:
            yield f"{language}: “{_short(key.text)}” is not in the catalogue; update it."
    for key, message in there.items():
        if key not in wanted:
            yield f"{language}: “{_short(key.text)}” is no text of the site any more; update the catalogue."
        else:
            yield from (f"{language}: “{_short(key.text)}” {why}." for why in faults(message, catalogue, same))
    for text in catalogue.obsolete:
        yield f"{language}: “{_short(str(text))}” is kept, but obsolete; update the catalogue."


def faults(message: Message, catalogue: Catalog, same: Collection[str]) -> Iterator[str]:
    """What is wrong with one translation."""
    key, forms = key_of(message), _forms(message)
    if message.fuzzy:
        yield "is only guessed (fuzzy)"
    if not any(forms):
        yield "is not translated"
        return
    if not all(forms) or (key.plural and len(forms) != catalogue.num_plurals):
        yield f"needs {catalogue.num_plurals} plural forms"
    for form in filter(None, forms):
        yield from _faults_of_form(key, form, same)
    if any(_is_ill_set(form, catalogue) for form in forms):
        yield "needs narrow no-break spaces (U+202F) at its marks, and ’ for an apostrophe"


def _faults_of_form(key: Key, form: str, same: Collection[str]) -> Iterator[str]:
    """What is wrong with one form of a translation."""
    sources = [text for text in (key.text, key.plural) if text]
    if form in sources and form not in same and _has_words(form):
        yield f"is copied and not translated; if it is the same in this language, {SAME} must say so"
    if all(_put_in(form) != _put_in(source) for source in sources):
        yield f"does not keep {', '.join(sorted(set(_put_in(sources[-1])) ^ set(_put_in(form)))) or 'what is put in'}"
    if any(_edges(form) != _edges(source) for source in sources):
        yield "begins or ends with other blanks"


def _is_ill_set(form: str, catalogue: Catalog) -> bool:
    """Whether a form breaks the typography of its language, what is put in aside."""
    pattern = ILL_SET.get(catalogue.locale.language) if catalogue.locale else None
    return pattern is not None and pattern.search(PUT_IN.sub("_", form)) is not None


def _forms(message: Message) -> list[str]:
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return [form or "" for form in forms]


def _put_in(text: str) -> list[str]:
    return sorted(PUT_IN.findall(text))


def _has_words(text: str) -> bool:
    """Whether anything is left to translate besides what is put in."""
    return any(letter.isalpha() for letter in PUT_IN.sub("", text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"
