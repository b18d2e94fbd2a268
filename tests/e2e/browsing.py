"""Pages in a browser, each in a context of its own, and what must never happen on them, whatever a test is about."""

import re
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, ViewportSize

from tests.visitors import Visitor

SMALL, LARGE = ViewportSize(width=360, height=740), ViewportSize(width=1280, height=800)
PHONE: Final = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
DESKTOP: Final = {"viewport": LARGE}
PATIENCE: Final = 15_000
"""Milliseconds after which something that should appear is missing; machines that run tests are busy."""
LOCAL: Final = ("data", "blob", "about")
"""Schemes by which nobody is asked."""


class Browsing:
    """Opens pages and collects errors on the console, exceptions, requests to other hosts, and failures of the site."""

    def __init__(self, browser: Browser) -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._browser = browser
        self._pages: list[Page] = []
        self._expected: list[re.Pattern[str]] = []

    def __call__(self, visitor: Visitor, **options: Any) -> Page:
        """A page of somebody, on a large screen unless something else is said."""
        context = self._browser.new_context(base_url=visitor.address, **{**DESKTOP, "locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE)
        for cookie in visitor.cookies:
            context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": visitor.address}])
        page = context.new_page()
        host = urlsplit(visitor.address).netloc
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._note(f"exception: {error}"))
        page.on("request", lambda request: self._asked(request, host))
        page.on("response", self._answered)
        self._pages.append(page)
        return page

    def expect(self, pattern: str) -> None:
        """Let the test cause something that would be a problem elsewhere."""
        self._expected.append(re.compile(pattern))

    def begin_anew(self) -> None:
        """Forget what was noticed and what was expected, and leave the pages open for another test."""
        self.problems.clear()
        self._expected.clear()

    def close(self) -> None:
        """Close every page."""
        for page in self._pages:
            page.context.close()

    def _note(self, problem: str) -> None:
        if not any(pattern.search(problem) for pattern in self._expected):
            self.problems.append(problem)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request, host: str) -> None:
        self.requests.append(request.url)
        parts = urlsplit(request.url)
        if parts.scheme not in LOCAL and parts.netloc != host:
            self._note(f"another host: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"status {response.status}: {response.url}")


class Pages:
    """A page for everybody in every language, opened once: what it has fetched for one screen it has for the next."""

    def __init__(self, browse: Browsing) -> None:
        self._browse = browse
        self._known: dict[tuple[str, str], Page] = {}

    def of(self, visitor: Visitor, locale: str = "en-GB") -> Page:
        """The page of somebody, on a phone."""
        key = visitor.cookie("sessionid"), locale
        if key not in self._known:
            self._known[key] = self._browse(visitor, **PHONE, locale=locale)
        return self._known[key]
