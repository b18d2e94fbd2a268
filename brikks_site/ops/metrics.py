"""The metrics as Prometheus reads them: what this process has counted, and how the whole site stands.

Each process answers for itself; what concerns all of them is read from the database and is the same from each. A
worker has no address of its own, unless BRIKKS_WORKER_METRICS names one.
"""

import logging
import math
import shutil
import time
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from brikks_site.config.limits import Place
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.findings import last_audit
from games.integrity.site_health import SiteHealth, site_health
from games.integrity.witness.file import WitnessUnreadable, read_witness
from games.integrity.witness.history import contradiction

log = logging.getLogger(__name__)

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class StandingCollector(Collector):
    """Asks the database whenever the metrics are read."""

    def collect(self) -> Iterator[Metric]:
        """How the site stands; only that the database is away, if it is."""
        try:
            found = site_health()
        except Error:
            found = None
        yield _gauge("brikks_database_up", "Whether the database answers.", float(found is not None))
        if found is not None:
            yield from _standing(found)
            yield from _witness()
        yield from _audit()
        yield _gauge("brikks_disk_free_bytes", "Room on the disk of the data folder.", float(_free_bytes()))


def _free_bytes() -> int:
    return shutil.disk_usage(settings.VAR).free


def _witness() -> Iterator[Metric]:
    """What this machine remembers against the database; nothing if one of them cannot be read just now."""
    try:
        statement = read_witness()
        is_contradicted = contradiction(statement.seen) is not None
        gone = len(statement.unacknowledged)
    except (WitnessUnreadable, ImproperlyConfigured):
        is_contradicted, gone = True, 0
    except (Error, OSError) as error:
        log.warning("What this machine remembers cannot be held against the database just now: %s", error)
        return
    told = "Whether the database contradicts what this machine has signed."
    yield _gauge("brikks_history_contradicted", told, float(is_contradicted))
    yield _gauge("brikks_unacknowledged_guards", "How often guards were found gone that nobody has explained.", gone)


def _standing(found: SiteHealth) -> Iterator[Metric]:
    told = {
        "brikks_heartbeat_age_seconds": ("Time since the clocks were last seen to.", found.heartbeat_age),
        "brikks_clock_step_seconds": ("By how much a machine's clock was set in the last hour.", found.clock_step),
        "brikks_overdue_seconds": ("Time since the oldest deadline that nobody has seen to.", found.overdue),
        "brikks_checkpoint_age_seconds": ("Time since the last checkpoint.", found.checkpoint_age),
        **{
            f"brikks_unsigned_{noun}s": (f"How many {noun}s no checkpoint vouches for as they are now.", number)
            for noun, number in found.unsigned.items()
        },
        "brikks_unsent_checkpoints": ("Checkpoints that the webhook has not taken.", found.unsent_checkpoints),
        "brikks_waiting_bots": ("Games whose bots must act and that no worker has come for.", found.waiting_bots),
        "brikks_bots_wait_seconds": ("Time since the first of them must.", found.bots_wait),
        "brikks_last_event": ("The number of the last event that was stored.", found.events),
    }
    for name, (words, value) in told.items():
        if value is not None:
            yield _gauge(name, words, float(value))


def _audit() -> Iterator[Metric]:
    """Nothing before the first whole audit on this machine."""
    if audit := last_audit():
        yield _gauge("brikks_audit_age_seconds", "Time since the last whole audit ended.", _age(audit.ended))
        yield _gauge("brikks_audit_findings", "What the last whole audit found to differ.", float(audit.findings))


def _age(then: float) -> float:
    """Seconds since then; nobody knows how many if that is still to come, as after the clock was set back."""
    age = time.time() - then
    return math.inf if age < -OUTAGE_TOLERANCE.total_seconds() else max(0.0, age)


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, words, value=value)


_site: Final = CollectorRegistry()
_site.register(StandingCollector())


def write() -> bytes:
    """Everything that this process can tell."""
    return generate_latest(REGISTRY) + generate_latest(_site)


def serve_worker(place: Place) -> None:
    """Let a worker tell what it has counted; what concerns the whole site the web server tells."""
    start_http_server(place.port, addr=place.host)
