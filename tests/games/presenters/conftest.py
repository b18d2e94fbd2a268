"""The rules page is tested with the static files collected."""

from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files"]
