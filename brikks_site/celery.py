"""The Celery application: `celery -A brikks_site.celery worker` (or `beat`).

The web server and the commands load it as well (`apps.py`), so that what they queue goes to our broker.
"""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.signals import setup_logging, worker_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")

app = Celery("brikks")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games", "tournaments"])
# Requests and tasks run in threads of their own, which only know the default application.
app.set_default()

# It warns everybody who works as root, whose choice that is; messages are JSON and cannot carry code.
warnings.simplefilter("ignore", SecurityWarning)


@setup_logging.connect
def leave_logging_to_django(**facts: Any) -> None:
    """Celery sets up no logging of its own where this signal has a receiver."""


@worker_init.connect
def ask_for_the_guards(**facts: Any) -> None:
    """A worker does not begin while the database would let the log be changed."""
    from games.startup import check_at_start

    check_at_start()


@worker_ready.connect
def announce_no_later_versions(**facts: Any) -> None:
    """Whenever the broker is lost, Celery would tell what its version 6 will do; it turns this on while it starts."""
    warnings.simplefilter("ignore", CPendingDeprecationWarning)
