"""The formats of tournaments, one file each; a new one is written, imported here and registered.

Pure computation: no database, no clock, no texts but those of refusals.
"""

from tournaments.formats.duplicate import Duplicate
from tournaments.formats.registry import find_format, format_keys, register
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss

__all__ = ["find_format", "format_keys"]

for _format in (Duplicate(), RoundRobin(), Swiss()):
    register(_format)
