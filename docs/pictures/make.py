"""Make the pictures of the README anew, from what `./run --demo` shows: `.venv/bin/python docs/pictures/make.py`.

It needs the packages of `requirements-dev.txt` and a chromium on the PATH. The site is started on a free port with a
data folder of its own, which goes away afterwards. The pictures are WebP, which the browser itself makes from what it
shows, and small enough to be kept beside the code.
"""

import re
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ, geteuid
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from brikks_site.scripts.tools import find_browser, missing_browser  # noqa: E402 - found only now

READY = "Brikks Arena is ready: "
PERSON = re.compile(r"^    (\w+) +(\S+)   .+$", re.MULTILINE)
LARGEST = 60_000
"""Bytes of one picture."""
AS_WEBP = """
async ([picture, quality]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
"""


class Picture(NamedTuple):
    """One picture: its name, who looks at what, and on how large a screen."""

    name: str
    username: str
    path: str
    width: int
    height: int
    query: str = ""
    """Which game it is of, as the interface is asked for it; the path then follows the game's own."""


PICTURES = (
    Picture("home", "robin", "/", 1024, 720),
    Picture("play", "robin", "", 1024, 760, "turn=1&variant=standard&mine=1"),
    Picture("play-phone", "robin", "", 360, 740, "turn=1&variant=standard&mine=1"),
    Picture("replay", "robin", "replay/", 1024, 760, "status=finished&variant=standard"),
    Picture("club", "mika", "/clubs/", 1024, 720),
    Picture("leaderboard", "robin", "/leaderboards/?variant=duel", 1024, 860),
    Picture("profile", "robin", "/players/robin/", 1024, 860),
    Picture("desk", "ellis", "/desk/", 1024, 860),
)


@contextmanager
def demo() -> Iterator[tuple[str, dict[str, str]]]:
    """A running site with sample content: its address, and the passwords of its people."""
    with tempfile.TemporaryDirectory(prefix="brikks-") as folder:
        variables = {**environ, "BRIKKS_VAR": folder, "PORT": "0", "HOST": "", "BRIKKS_THROTTLES": "off"}
        command = [sys.executable, str(ROOT / "run"), "--demo"]
        with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            assert process.stdout
            try:
                said = ""
                while not said.endswith("Press Ctrl-C to stop.\n"):
                    line = process.stdout.readline()
                    if not line:
                        sys.exit(said)
                    said += line
                address = next(line.removeprefix(READY) for line in said.splitlines() if line.startswith(READY))
                yield address.rstrip("/"), dict(PERSON.findall(said))
            finally:
                process.terminate()
                process.communicate()


def log_in(browser: Browser, address: str, username: str, password: str, picture: Picture) -> Page:
    """A page of somebody who has logged in by the form."""
    size = {"width": picture.width, "height": picture.height}
    is_phone = picture.width < 600
    page = browser.new_page(
        base_url=address,
        viewport=size,  # type: ignore[arg-type]
        is_mobile=is_phone,
        has_touch=is_phone,
        device_scale_factor=2 if is_phone else 1,
        reduced_motion="reduce",
        locale="en-GB",
    )
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("form:has([name=password]) button[type=submit]").click()
    page.wait_for_url("**/")
    return page


def address_of(page: Page, picture: Picture) -> str:
    """Where the picture is taken."""
    if picture.path == "/clubs/":
        club = page.request.get("/api/v1/clubs").json()["results"][0]["id"]
        return f"/clubs/{club}/"
    if picture.path == "/desk/":
        waiting = page.request.get("/api/v1/disputes").json()["results"][0]
        return f"/desk/{waiting['game']}/{waiting['dispute']}/"
    if not picture.query:
        return picture.path
    game = page.request.get(f"/api/v1/games?limit=50&{picture.query}").json()["results"][0]["id"]
    return f"/games/{game}/{picture.path}"


def take(browser: Browser, address: str, passwords: dict[str, str], picture: Picture) -> bytes:
    """The picture as WebP, with as much detail as its size allows."""
    page = log_in(browser, address, picture.username, passwords[picture.username], picture)
    page.goto(address_of(page, picture))
    page.wait_for_timeout(1000)
    shown = b64encode(page.screenshot()).decode()
    page.close()
    blank = browser.new_page()
    for quality in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        made = b64decode(blank.evaluate(AS_WEBP, [shown, quality]))
        if len(made) <= LARGEST:
            break
    blank.close()
    return made


def main() -> None:
    """Make all pictures, or those that are named."""
    executable = find_browser()
    if executable is None:
        sys.exit(missing_browser())
    wanted = [picture for picture in PICTURES if picture.name in (sys.argv[1:] or [each.name for each in PICTURES])]
    with demo() as (address, passwords), sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        for picture in wanted:
            made = take(browser, address, passwords, picture)
            (HERE / f"{picture.name}.webp").write_bytes(made)
            sys.stdout.write(f"{picture.name}.webp: {len(made)} bytes\n")
        browser.close()


if __name__ == "__main__":
    main()
