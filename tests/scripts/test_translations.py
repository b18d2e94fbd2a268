"""Translations: what is found in the sources, what catalogues keep, and what is wrong with them."""

import os
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.core.management import CommandError
from django.utils import translation

from brikks_site.bootstrap import ROOT
from brikks_site.management.commands import prepare
from brikks_site.translations import __main__ as command
from brikks_site.translations.catalogues import (
    FOLDER,
    compile_stale,
    languages,
    messages_in,
    place_of,
    read_catalogue,
    update,
)
from brikks_site.translations.checks import problems, problems_of, unneeded
from brikks_site.translations.extraction import (
    FOR_TERMINALS,
    REFUSING,
    template_catalogue,
    texts_of_python,
    texts_of_refusals,
    texts_of_template,
    unread_refusals,
)
from engine.brikks.figures import SOLO_TITLES
from engine.brikks.refusals import ILLEGAL, MALFORMED, PHASES
from engine.errors import Illegal, Malformed, Word
from games.records.documents import FaultyRecord
from games.refusals import translated_refusal

SENTENCE = "Seat {seat} is out."


def texts(found):
    return [each.text for each in found]


def catalogue(*entries, language="de"):
    made = Catalog(locale=language)
    for entry in entries:
        made.add(*entry) if isinstance(entry, tuple) else made.add(entry)
    return made


def wrong(entry, translated, same=(), language="de", **more):
    """What is wrong with one text that is translated like this."""
    there, template = Catalog(locale=language), Catalog()
    template.add(entry)
    there.add(entry, translated, **more)
    return list(problems_of(language, there, template, same))


class TestFinding:
    def test_texts_of_a_template(self) -> None:
        source = """
        <h1 title="{% translate 'A title' %}">{% blocktranslate trimmed with who=name %}
            Hello
            {{ who }}{% endblocktranslate %}</h1>
              {% blocktranslate count n=number %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}
          {% translate "Draw" context "an even game" %}{{ _("Out") }}
        """
        found = list(texts_of_template(source))
        assert texts(found) == ["A title", "Hello %(who)s", ("%(n)s game", "%(n)s games"), "Draw", "Out"]
        assert [each.context for each in found] == [None, None, None, "an even game", None]

    def test_texts_of_python(self) -> None:
        source = "_('One')\nngettext('%d row', '%d rows', n)\npgettext('verb', 'Play')\nprint('not this')\n"
        assert texts(texts_of_python(source)) == ["One", ("%d row", "%d rows"), "Play"]

    @pytest.mark.parametrize(
        "source",
        [
            f'raise Illegal("seat/out", "{SENTENCE}", seat=1)',
            f'def f():\n    template = "{SENTENCE}"\n    raise Illegal("seat/out", template, seat=1)',
            f'_OUT: Final = "{SENTENCE}"\ndef f():\n    return Conflict("seat/out", _OUT, seat=1)',
            f'ALL = {{"seat/out": "{SENTENCE}"}}\ndef f(code):\n    return Illegal(code, ALL[code])',
            f'NAMES = {{"a": Word("{SENTENCE}")}}',
            f'raise Busy("seat/out", "{SENTENCE}" if a else "{SENTENCE}")',
        ],
    )
    def test_templates_of_refusals(self, source: str) -> None:
        assert set(texts(texts_of_refusals(source))) == {SENTENCE}

    def test_a_template_without_words_is_none(self) -> None:
        assert texts(texts_of_refusals('raise Malformed("password/weak", "{why}", why=why)')) == []

    @pytest.mark.slow
    def test_every_refusal_of_the_site_is_found(self) -> None:
        unread = {
            name
            for package in REFUSING
            for file in (ROOT / package).rglob("*.py")
            if not (name := file.relative_to(ROOT).as_posix()).startswith(FOR_TERMINALS)
            and list(unread_refusals(file.read_text(encoding="utf-8")))
        }
        # A verdict of the engine about a record, in its words.
        assert unread == {"games/records/documents.py"}

    @pytest.mark.slow
    def test_everything_that_brikks_refuses_is_to_be_translated(self) -> None:
        known = {key.text for key in messages_in(template_catalogue())}
        assert {*MALFORMED.values(), *ILLEGAL.values(), *PHASES.values()} <= known
        assert {"You Bragger!", "There is no game “{game}”.", "red", "a whole number"} <= known


class TestKeeping:
    def test_an_update_adds_keeps_and_drops_without_guessing(self, tmp_path: Path) -> None:
        assert update("de", catalogue("Play now", "Rules"), tmp_path)
        file = place_of("de", tmp_path)
        file.write_text(file.read_text().replace('msgid "Rules"\nmsgstr ""', 'msgid "Rules"\nmsgstr "Regeln"'))
        assert update("de", catalogue("Play now!", "Rules"), tmp_path)
        there = messages_in(read_catalogue("de", tmp_path))
        assert {key.text: message.string for key, message in there.items()} == {"Play now!": "", "Rules": "Regeln"}
        assert "fuzzy" not in file.read_text()
        assert "#~" not in file.read_text()
        assert not update("de", catalogue("Play now!", "Rules"), tmp_path)

    def test_what_has_changed_is_compiled_once(self, tmp_path: Path) -> None:
        update("fr", catalogue(("Rules", "Règles"), language="fr"), tmp_path)
        assert compile_stale(tmp_path) == ["fr"]
        assert compile_stale(tmp_path) == []
        assert list(place_of("fr", tmp_path).parent.glob(".*")) == []
        later = place_of("fr", tmp_path).stat().st_mtime + 10
        os.utime(place_of("fr", tmp_path), (later, later))
        assert compile_stale(tmp_path) == ["fr"]

    def test_there_is_one_for_every_language_but_english(self) -> None:
        assert languages() == ["de", "es", "fr"]
        assert all(place_of(language).with_suffix(".mo").is_file() for language in languages())

    def test_who_may_not_write_is_told_who_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse() -> None:
            raise PermissionError("no")

        monkeypatch.setattr(prepare, "compile_stale", refuse)
        with pytest.raises(CommandError, match=r"brikks_site\.translations compile"):
            prepare.compile_translations()


class TestJudging:
    def test_a_good_translation_has_no_fault(self) -> None:
        assert wrong("There is no seat {seat}.", "Es gibt keinen Platz {seat}.") == []
        assert wrong(("%(n)s game", "%(n)s games"), ("Ein Spiel", "%(n)s Spiele")) == [
            "de: “%(n)s game” does not keep %(n)s."
        ]
        assert wrong(("One game", "%(n)s games"), ("Ein Spiel", "%(n)s Spiele")) == []

    @pytest.mark.parametrize(
        ("entry", "translated", "complaint"),
        [
            ("Rules", None, "is not translated"),
            ("Rules", "Rules", "is copied"),
            ("Level {level}", "Level {level}", "is copied"),
            ("Seat {seat}", "Platz", "does not keep {seat}"),
            ("Seat {seat}", "Platz {platz}", "does not keep {platz}, {seat}"),
            ("%(count)d rows", "%(count)s Reihen", "does not keep %(count)d, %(count)s"),
            ('<a href="%(url)s">Rules</a>', "<a>Regeln</a>", "does not keep"),
            ("Read <b>this</b>.", "Lies <b>das.", "does not keep </b>"),
            ("Rules\n", "Regeln", "other blanks"),
            (("%(n)s game", "%(n)s games"), ("%(n)s Spiel", ""), "needs 2 plural forms"),
            (("%(n)s game", "%(n)s games"), ("%(n)s Spiel",), "needs 2 plural forms"),
        ],
    )
    def test_a_bad_one_has(self, entry, translated, complaint: str) -> None:
        [problem] = wrong(entry, translated)
        assert complaint in problem

    @pytest.mark.parametrize("translated", ["Quoi ?", "Dés : Duel", "« Dés »", "L'énergie"])
    def test_french_keeps_its_marks_and_apostrophes(self, translated: str) -> None:
        [problem] = wrong("What?", translated, language="fr")
        assert "U+202F" in problem
        assert wrong("What?", translated) == []
        well_set = re.sub(r" (?=[?:»])|(?<=«) ", "\u202f", translated).replace("'", "’")
        assert wrong("What?", well_set, language="fr") == []

    def test_a_guess_is_no_translation(self) -> None:
        [problem] = wrong("Rules", "Regeln", flags=["fuzzy"])
        assert "fuzzy" in problem

    def test_a_word_may_be_the_same_if_that_was_said(self) -> None:
        assert wrong("Solo", "Solo", same={"Solo"}) == []
        assert wrong("{number} %(x)s", "{number} %(x)s") == []

    def test_a_list_of_same_words_keeps_nothing_that_is_gone(self) -> None:
        assert list(unneeded({"de": ["Solo"]}, catalogue("Solo"))) == []
        assert list(unneeded({"de": ["Solo"]}, catalogue("Duel"))) == ["same.toml, de: “Solo” is no text of the site."]

    def test_a_catalogue_must_have_what_the_sources_have(self, tmp_path: Path) -> None:
        update("de", catalogue("Rules"), tmp_path)
        file = place_of("de", tmp_path)
        file.write_text(file.read_text() + '\n#~ msgid "Old"\n#~ msgstr "Alt"\n')
        told_of = list(problems(catalogue("Play"), tmp_path))
        assert [line.partition("” ")[2] for line in told_of] == [
            "is not in the catalogue; update it.",
            "is no text of the site any more; update the catalogue.",
            "is kept, but obsolete; update the catalogue.",
        ]

    @pytest.mark.slow
    def test_the_command_says_what_is_wrong_and_fails(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(command, "problems", lambda template: ["de: “Rules” is not translated."])
        assert command.main(["check"]) == 1
        assert "Rules" in capsys.readouterr().out
        monkeypatch.setattr(command, "problems", lambda template: [])
        assert command.main(["check"]) == 0
        assert command.main([]) == 2
        assert command.main(["--help"]) == 0


class TestTelling:
    @pytest.fixture
    def spoken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A language in which every text is in brackets."""
        monkeypatch.setattr("games.refusals.gettext", lambda text: f"[{text}]")

    def test_template_and_words_are_translated_and_facts_are_not(self, spoken: None) -> None:
        refusal = Illegal(
            "turn/wrong-phase", "“{kind}” is not possible: {phase}.", kind="roll", phase=Word("it is over")
        )
        assert translated_refusal(refusal) == "[“roll” is not possible: [it is over].]"
        assert refusal.sentence == "“roll” is not possible: it is over."

    def test_a_faulty_record_keeps_its_place(self, spoken: None) -> None:
        fault = FaultyRecord(3, Malformed("event/unknown-seat", "There is no seat {seat}.", seat=9))
        assert translated_refusal(fault) == "[Event 3: [There is no seat 9.]]"
        assert fault.sentence == "Event 3: There is no seat 9."


def test_django_finds_the_catalogues() -> None:
    assert FOLDER == ROOT / "locale"
    assert all(translation.check_for_language(language) for language in languages())


@pytest.mark.parametrize(
    ("language", "best", "worst"),
    [
        ("de", "Du Angeber!", "Dein erstes Mal?"),
        ("fr", "Frimeur\u202f!", "Ta première fois\u202f?"),
        ("es", "¡Menudo fanfarrón!", "¿Tu primera vez?"),
    ],
)
def test_the_solo_titles_are_there_in_every_language(language: str, best: str, worst: str) -> None:
    with translation.override(language):
        titles = [translation.gettext(title) for _, title in SOLO_TITLES]
    assert (titles[0], titles[1], titles[-1]) == ("Brikks-Master 2000!!!", best, worst)
    assert len(set(titles) - {title for _, title in SOLO_TITLES}) == len(SOLO_TITLES) - 1
