"""A real browser in front of a real site: `./run --demo`, started once, and pages that tell when something is wrong.

Whatever a page writes to the console as an error, throws, or asks another host for, fails the test that opened it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from brikks_site.scripts.tools import REQUIRED, find_browser, is_required, missing_browser
from tests.e2e.browsing import PATIENCE, Browsing
from tests.e2e.competing import ORGANISER
from tests.e2e.demo import Demo
from tests.prepared import lay_out_demonstration
from tests.sites import start
from tests.visitors import Visitor

HERE = Path(__file__).parent
PERSON = re.compile(r"^    (\w+) +(\S+)   .+$", re.MULTILINE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests in a browser out where there is none, or fail if that is not allowed."""
    ours = [item for item in items if HERE in item.path.parents]
    if not ours or find_browser() is not None:
        return
    if is_required():
        raise pytest.UsageError(f"{REQUIRED} is set, but {missing_browser()}.")
    for item in ours:
        item.add_marker(pytest.mark.skip(reason=missing_browser()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One chromium for all tests; each page has a context of its own."""
    # Chromium's own sandbox does not start for root, as tests in containers are.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The site with its sample content, its worker and its beat."""
    folder = tmp_path_factory.mktemp("site") / "var"
    lay_out_demonstration(folder)
    with start(folder, "--demo", LANG="C.UTF-8") as site:
        address = site.wait_until_ready()
        site.wait_for("Press Ctrl-C")
        yield Demo(address, dict(PERSON.findall("".join(site.output))))


@pytest.fixture
def browse(browser: Browser) -> Iterator[Browsing]:
    """Opens pages, as somebody and on some device; what went wrong on one of them fails the test."""
    browsing = Browsing(browser)
    yield browsing
    browsing.close()
    assert browsing.problems == []


@pytest.fixture
def guest(demo: Demo) -> Visitor:
    """Somebody without an account, who has become a guest."""
    return demo.guest("Pat")


@pytest.fixture
def stranger(demo: Demo) -> Visitor:
    """Somebody who has only just come."""
    return demo.stranger()


@pytest.fixture
def robin(demo: Demo) -> Visitor:
    """Somebody of the sample content who plays."""
    return demo.player("robin")


@pytest.fixture
def noa(demo: Demo) -> Visitor:
    """Another one."""
    return demo.player("noa")


@pytest.fixture
def juno(demo: Demo) -> Visitor:
    """A third one."""
    return demo.player("juno")


@pytest.fixture
def mika(demo: Demo) -> Visitor:
    """Who runs the club of the sample content."""
    return demo.player(ORGANISER)
