"""Pages are tested with the static files collected, as `./run` serves them."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.prepared import static_files


@pytest.fixture(scope="session", autouse=True)
def collected_static_files() -> Iterator[None]:
    with override_settings(STATIC_ROOT=static_files()):
        yield
