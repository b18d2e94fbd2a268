"""The formats of tournaments, one file each; a new one is written, imported here and registered.

Pure computation: no database, no clock, no texts but those of refusals.
"""

from tournaments.events.formats.duplicate import Duplicate
from tournaments.events.formats.format import register
from tournaments.events.formats.round_robin import RoundRobin
from tournaments.events.formats.swiss import Swiss

for _format in (Duplicate(), RoundRobin(), Swiss()):
    register(_format)
