"""The site's own ES modules, under the hashed names by which browsers may keep them for ever.

Modules import each other by plain relative names. An import map tells browsers the hashed ones; it is the only text
inside a page that is run, so the content security policy names its very hash.
"""

import base64
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.templatetags.static import static

OWN_APPS: Final = ("brikks_site", "games", "tournaments")


def module_names() -> list[str]:
    """Every module as templates name it, such as `games/js/tables/table.js`."""
    return sorted(name for app in OWN_APPS for name in _modules_of(app))


def _modules_of(app: str) -> list[str]:
    folder = Path(apps.get_app_config(app).path) / "static"
    return [path.relative_to(folder).as_posix() for path in (folder / app / "js").rglob("*.js")]


def import_map() -> str:
    """The text of the import map, the same for every page."""
    return _read_map() if settings.DEBUG else _map_from(str(settings.STATIC_ROOT))


@cache
def _map_from(root: str) -> str:
    """What was read from one folder of collected files, which do not change while a process runs."""
    return _read_map()


def _read_map() -> str:
    names = {f"{settings.STATIC_URL}{name}": hashed for name in module_names() if (hashed := _hashed(name))}
    return json.dumps({"imports": names}, separators=(",", ":"))


def _hashed(name: str) -> str | None:
    """The address of a module; None if it has not been collected, so that only its plain one is known."""
    try:
        return static(name)
    except ValueError:
        return None


def import_map_hash() -> str:
    """The source expression by which a policy allows the import map."""
    digest = hashlib.sha256(import_map().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
