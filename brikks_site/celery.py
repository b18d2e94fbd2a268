"""The Celery application: `celery -A brikks_site.celery worker` (or `beat`).

The web server and the commands load it as well (`apps.py`), so that what they queue goes to our broker.
"""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning, SecurityWarning
from celery.signals import (
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_ready,
)
from django.conf import settings

from brikks_site.ops.failures import one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")

with one_sentence():
    # Whatever is wrong with the settings would otherwise be met in the middle of Celery.
    settings.INSTALLED_APPS  # noqa: B018 - to load them

app = Celery("brikks")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(
    [
        *("games", "games.accounts", "games.integrity", "games.play"),
        *("tournaments.events", "tournaments.notices", "tournaments.ratings"),
    ]
)
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
    from games.integrity.startup import check_at_start

    check_at_start()


@worker_init.connect
def tell_metrics(**facts: Any) -> None:
    """A worker tells what it has counted where it was asked to."""
    if settings.WORKER_METRICS:
        from brikks_site.ops.metrics import serve_worker

        serve_worker(settings.WORKER_METRICS)


@before_task_publish.connect
def send_request_id(headers: dict[str, Any] | None = None, **facts: Any) -> None:
    """A task is told which request has queued it."""
    from brikks_site.ops.requests import KEY, request_id

    if headers is not None and (known := request_id.get()):
        headers[KEY] = known


@task_prerun.connect
def name_task(task_id: str = "", task: Any = None, **facts: Any) -> None:
    """Whatever a task logs names it, and the request that has queued it."""
    from brikks_site.ops.logs import begin_task
    from brikks_site.ops.requests import KEY

    begin_task(task.name, task_id, getattr(task.request, KEY, None))


@task_postrun.connect
def forget_task(**facts: Any) -> None:
    """The next task of this thread is another one."""
    from brikks_site.ops.logs import end_task

    end_task()


@worker_ready.connect
def announce_no_later_versions(**facts: Any) -> None:
    """Whenever the broker is lost, Celery would tell what its version 6 will do; it turns this on while it starts."""
    warnings.simplefilter("ignore", CPendingDeprecationWarning)
