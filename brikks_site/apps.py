"""Wires the project itself into Django."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """What belongs to no app."""

    name = "brikks_site"

    def ready(self) -> None:
        """Load the Celery application: tasks that are queued before it exists would look for another broker."""
        import brikks_site.celery  # noqa: F401
