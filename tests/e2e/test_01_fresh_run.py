"""1. A fresh `./run`: home answers, no console errors, zero requests to other hosts."""

from pathlib import Path

import pytest

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo
from tests.sites import ROOT, start
from tests.visitors import Visitor

HEAVIEST = 150_000
"""Bytes of the first page with everything that it needs, uncompressed and without pictures."""
LEFT_OUT = ("games/static/games/games.css", "tournaments/static/tournaments/tournaments.css")
"""Stylesheets that the pages on which people arrive do without."""
MATCHED = """
(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const selectors = (rule) => (rule.selectorText ? [rule.selectorText] : rules(rule.cssRules ?? []));
  const rules = (list) => [...list].flatMap(selectors);
  return rules(sheet.cssRules).filter((each) => document.querySelector(each.replace(/::[a-z-]+/g, "")));
}
"""


def test_home_answers_without_errors_or_requests_to_other_hosts(tmp_path: Path, browse: Browsing) -> None:
    with start(tmp_path / "var") as site:
        page = browse(Visitor(site.wait_until_ready()), **PHONE)
        weights: list[int] = []
        page.on("response", lambda answer: weights.append(len(answer.body())) if answer.status == 200 else None)
        answer = page.goto("/")
        assert answer
        assert answer.status == 200
        page.wait_for_load_state("networkidle")
        assert page.title()
        assert page.locator("h1").is_visible()
        assert sum(weights) < HEAVIEST
        assert browse.problems == []
        assert {request.split("/")[2] for request in browse.requests} == {page.url.split("/")[2]}


@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("a stranger", "/"),
        ("robin", "/"),
        ("mika", "/"),
        ("a stranger", "/accounts/login/"),
        ("a stranger", "/accounts/signup/"),
        ("a stranger", "/accounts/password/reset/"),
    ],
)
def test_a_first_page_misses_no_rule_of_what_it_leaves_out(browse: Browsing, demo: Demo, who: str, path: str) -> None:
    page = browse(demo.stranger() if who == "a stranger" else demo.player(who), **PHONE)
    page.goto(path)
    assert page.locator("link[rel=stylesheet]").count() == 1
    for sheet in LEFT_OUT:
        assert page.evaluate(MATCHED, (ROOT / sheet).read_text(encoding="utf-8")) == []
