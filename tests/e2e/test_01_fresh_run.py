"""1. A fresh `./run`: home answers, no console errors, zero requests to other hosts."""

from pathlib import Path

from tests.e2e.browsing import PHONE, Browsing
from tests.sites import start
from tests.visitors import Visitor

HEAVIEST = 150_000
"""Bytes of the first page with everything that it needs, uncompressed and without pictures."""


def test_home_answers_without_errors_or_requests_to_other_hosts(tmp_path: Path, browse: Browsing) -> None:
    with start(tmp_path / "var") as site:
        page = browse(Visitor(site.wait_until_ready()), **PHONE)
        weights: list[int] = []
        page.on("response", lambda answer: weights.append(len(answer.body())) if answer.status == 200 else None)
        answer = page.goto("/")
        assert answer
        assert answer.status == 200
        assert page.title()
        assert page.locator("h1").is_visible()
        assert sum(weights) < HEAVIEST
        assert browse.problems == []
        assert {request.split("/")[2] for request in browse.requests} == {page.url.split("/")[2]}
