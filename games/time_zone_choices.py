"""How people choose a time zone: by its city in their own language, region by region."""

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import Final

from babel import Locale
from django.utils.translation import get_language, gettext, gettext_noop

from games.time_zones import is_time_zone


def _begins(region: str) -> Callable[[tuple[str, str]], bool]:
    return lambda entry: entry[0].startswith(f"{region}/")


def _offered() -> list[str]:
    """The zones with a city of today: older names of the same zones are left out."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    zones = [line.split("\t")[2].strip() for line in table.splitlines() if line and not line.startswith("#")]
    return [zone for zone in zones if is_time_zone(zone)]


def _plain_city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def _city(entry: tuple[str, str]) -> str:
    return entry[1].casefold()


REGIONS: Final = {
    "Europe": gettext_noop("Europe"),
    "Africa": gettext_noop("Africa"),
    "America": gettext_noop("America"),
    "Asia": gettext_noop("Asia"),
    "Australia": gettext_noop("Australia"),
    "Atlantic": gettext_noop("Atlantic Ocean"),
    "Indian": gettext_noop("Indian Ocean"),
    "Pacific": gettext_noop("Pacific Ocean"),
    "Arctic": gettext_noop("Arctic"),
    "Antarctica": gettext_noop("Antarctica"),
}
"""How the names of zones begin, in the order in which they are offered."""


def zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """The zones that people choose from, by their cities in the language of this request, region by region."""
    cities = _cities(get_language() or "en")
    return [(gettext(name), list(cities[region])) for region, name in REGIONS.items() if cities[region]]


@lru_cache(maxsize=8)
def _cities(language: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Each zone with its city, in order, by region."""
    known = Locale.parse(language, sep="-").time_zones
    named = [(zone, known.get(zone, {}).get("city") or _plain_city(zone)) for zone in _offered()]
    return {region: tuple(sorted(filter(_begins(region), named), key=_city)) for region in REGIONS}
