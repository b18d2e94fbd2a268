"""What axe says about a page, and what a screen reader would be told."""

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

SERIOUS = ("serious", "critical")
FAULTS = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
"""What axe says of all that is in order stays in the browser: it is far more than the faults."""


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """The serious faults that axe finds, each with where it is."""
    # Sent through the debugger, which the page's policy on scripts does not concern.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    return [
        f"{fault['id']}: {fault['help']} at {', '.join(str(node['target']) for node in fault['nodes'])}"
        for fault in page.evaluate(FAULTS)
        if fault["impact"] in SERIOUS
    ]
