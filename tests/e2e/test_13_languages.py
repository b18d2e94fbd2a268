"""13. German, French and Spanish at 360 px: no overflow, no untranslated string, localised dates and numbers."""

import re
import tomllib
from datetime import date
from functools import cache

import pytest
from playwright.sync_api import Locator, Page

from tests.e2e.browsing import PHONE, Browsing, Pages
from tests.e2e.demo import Demo
from tests.e2e.screens import SCREENS, Screen
from tests.sites import ROOT

LANGUAGES = {"de": "de-DE", "fr": "fr-FR", "es": "es-ES"}
TEXTS = """
() => {
  const LEFT_ALONE =
    "script, style, noscript, svg, body [lang], [translate=no], code, kbd, pre, input, textarea, [name=time_zone]";
  const found = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest(LEFT_ALONE)) continue;
    const text = walker.currentNode.textContent.replace(/\\s+/g, " ").replace(/^[ ·]+|[ ·,]+$/g, "");
    if (/\\p{L}{3}/u.test(text)) found.add(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    if (element.closest("body [lang], [translate=no]")) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      const text = element.getAttribute(name);
      if (text && /\\p{L}{3}/u.test(text)) found.add(text);
    }
  }
  return [...found];
}
"""
TOO_WIDE = """
() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let e = element.parentElement; e; e = e.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(e).overflowX)) return true;
    }
    return false;
  };
  return [...document.body.querySelectorAll("*")]
    .filter((e) => e.getBoundingClientRect().right > width + 1 && e.checkVisibility() && !scrolls(e))
    .map((e) => `${e.tagName}.${e.getAttribute("class") ?? ""}: ${e.textContent.trim().slice(0, 40)}`);
}
"""
OPEN_ALL = "() => document.querySelectorAll('main details').forEach((each) => { each.open = true; })"
SAME_EVERYWHERE = re.compile(
    r"""
    Robin|Noa|Mika|Juno|Sascha|Kim|Ellis|Pat|Quinn|Ash|Blair|Casey|Drew|Player\ \d  # names of people
    |Brikks|Schmidt|Warsch|Falling\ Bricks|Thursdays  # names of things, and what somebody has written
    |^(The\ Autumn\ Duels|Same\ Dice,\ Same\ Chances|Winter\ Tables|Spring\ (Tables|Trios)|The\ Thursday\ League)$
    |^I\ was\ sure\ that\ I\ had\ kept\ the\ roll
    |^(Aunt\ Billie|Berlin|No\ evening\ on\ the\ last\ Thursday.*|The\ library\ is\ being\ painted.*)$
    |\(bot\)|English|Deutsch|français|español
    |^(robin|noa|mika)$|https?://|Europe/|^UTC$|^[A-Z]$
    """,
    re.VERBOSE,
)
LEFT_OUT = {"club, as a stranger", "seating, as a stranger", "play a duel", "a finished game", "not found", "verify"}
"""Screens that are made of the same parts as others."""
MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
DATES = {"de": "{day}. {month} {year}", "fr": "{day} {month} {year}", "es": "{day} de {month} de {year}"}
SHORT_DATES = {"de": "%d.%m.%Y", "fr": "%d/%m/%Y", "es": "%d/%m/%Y"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_13_nothing_is_too_wide_and_nothing_stays_english(browse: Browsing, demo: Demo, language: str) -> None:
    faults: list[str] = []
    pages = Pages(browse)
    for screen in (screen for screen in SCREENS if screen.name not in LEFT_OUT):
        visitor = screen.visitor(demo)
        page = pages.of(visitor, LANGUAGES[language])
        if screen.status != 200:
            browse.expect(f"status of {screen.status}")
        page.goto(screen.path(demo, visitor))
        screen.then(page)
        faults += [f"{screen.name} is too wide at {place}" for place in page.evaluate(TOO_WIDE)[:3]]
        page.evaluate(OPEN_ALL)
        faults += [f"{screen.name}, opened, is too wide at {place}" for place in page.evaluate(TOO_WIDE)[:3]]
        if page.evaluate("() => document.documentElement.scrollWidth") > 360:
            faults.append(f"{screen.name} scrolls sideways")
        if page.evaluate("() => document.documentElement.lang") != language:
            faults.append(f"{screen.name} does not say its language")
        faults += [f"{screen.name} says “{text}”" for text in _left_in_english(pages, demo, screen, page, language)]
    assert "\n".join(faults) == ""


def _left_in_english(pages: Pages, demo: Demo, screen: Screen, page: Page, language: str) -> list[str]:
    same = set(page.evaluate(TEXTS)) & _english(pages, demo, screen)
    known = _same_words(language)
    return sorted(text for text in same if not SAME_EVERYWHERE.search(text) and not known.fullmatch(text))


@cache
def _same_words(language: str) -> re.Pattern[str]:
    """The texts that are the same in English and in another language, as the catalogues say."""
    same = tomllib.loads((ROOT / "locale" / "same.toml").read_text(encoding="utf-8"))
    texts = [re.split(r"%\(\w+\)[sd]", text) for text in (*same["all"], *same[language])]
    return re.compile("|".join(".+".join(map(re.escape, parts)) for parts in texts))


_known: dict[str, set[str]] = {}


def _english(pages: Pages, demo: Demo, screen: Screen) -> set[str]:
    """What a screen says in English; asked once."""
    if screen.name not in _known:
        visitor = screen.visitor(demo)
        page = pages.of(visitor, "en-GB")
        page.goto(screen.path(demo, visitor))
        screen.then(page)
        _known[screen.name] = set(page.evaluate(TEXTS))
    return _known[screen.name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_13_dates_are_written_as_people_write_them(browse: Browsing, demo: Demo, language: str) -> None:
    page = browse(demo.stranger(), **PHONE, locale=LANGUAGES[language], timezone_id="UTC")
    page.goto("/players/noa/")
    since = page.locator("main time[datetime]").first
    games = page.locator(".game-cards time[datetime]").all()
    assert games
    day = _day_of(since)
    month = MONTHS[language].split()[day.month - 1]
    assert since.inner_text().endswith(" " + DATES[language].format(day=day.day, month=month, year=day.year))
    for time in games:
        assert time.inner_text().startswith(_day_of(time).strftime(SHORT_DATES[language]) + " ")


def _day_of(time: Locator) -> date:
    return date.fromisoformat((time.get_attribute("datetime") or "")[:10])
