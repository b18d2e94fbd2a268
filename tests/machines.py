"""What some tests need of a machine beyond Python: a compiler, the right to mount, a server that can be started."""

import os
from typing import Final, NoReturn

import pytest

REQUIRED: Final = "REQUIRE_MACHINE"


def leave_out(reason: str) -> NoReturn:
    """Leave this test out, because the machine lacks something; where all of it is required, that is a failure."""
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{REQUIRED} is set, but {reason}.")
    pytest.skip(reason)
