"""What axe says about a page, and what a screen reader would be told."""

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """The serious faults that axe finds, each with where it is."""
    # Sent through the debugger, which the page's policy on scripts does not concern.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{fault['id']}: {fault['help']} at {', '.join(str(node['target']) for node in fault['nodes'])}"
        for fault in found
        if fault["impact"] in SERIOUS
    ]
