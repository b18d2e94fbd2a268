"""Pages are tested with the static files collected, as `./run` serves them."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import override_settings


@pytest.fixture(scope="session", autouse=True)
def collected_static_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with override_settings(STATIC_ROOT=tmp_path_factory.mktemp("static")):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield
