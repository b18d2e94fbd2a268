"""Wires the project itself into Django."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteConfig(AppConfig):
    """What belongs to no app."""

    name = "brikks_site"

    def ready(self) -> None:
        """Load the Celery application: tasks that are queued before it exists would look for another broker."""
        import brikks_site.celery  # noqa: F401


class OwnStaticFiles(StaticFilesConfig):
    """Leaves out what libraries bring along and no page of ours asks for: it would be compressed at every start."""

    ignore_patterns = [  # noqa: RUF012 - as the base class declares it
        *StaticFilesConfig.ignore_patterns,
        "redoc",
        "rest_framework",
        "htmax*",
        "htmx-4*",
        "htmx-2.js",
        "django_htmx/ext/*",
    ]
