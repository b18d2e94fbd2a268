"""These tests look at processes through /proc, which only Linux has."""

import sys

collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]
