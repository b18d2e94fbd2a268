"""Run a command and say on one line what it took: `python -S -m benchmarks.launching LINES COMMAND …`.

A process counts as its own peak memory what the process that started it had in use, so a big benchmark cannot measure
a small child. This one is small: it imports next to nothing, starts the command and waits for it.
"""

import os
import sys
from time import perf_counter

BYTES_PER_UNIT = 1 if sys.platform == "darwin" else 1024
PIPE_FULL = 1 << 16


def main(arguments: list[str]) -> int:
    """Write the exit status, the peak memory in bytes, and the moments of `follow` in seconds since the start."""
    lines, command = int(arguments[0]), arguments[1:]
    began = perf_counter()
    child, output = start(command)
    moments = follow(output, lines)
    _, status, usage = os.wait4(child, 0)
    moments.append(perf_counter())
    since = " ".join(str(moment - began) for moment in moments)
    sys.stdout.write(f"{os.waitstatus_to_exitcode(status)} {usage.ru_maxrss * BYTES_PER_UNIT} {since}\n")
    return 0


def start(command: list[str]) -> tuple[int, int]:
    """The process of a command, and the end of the pipe into which it writes."""
    output, into = os.pipe()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, into, 1)])
    os.close(into)
    return child, output


def follow(output: int, lines: int) -> list[float]:
    """When each so many lines had come, but for the last of them, which the end of the process completes."""
    moments: list[float] = []
    come = 0
    while text := os.read(output, PIPE_FULL):
        come += text.count(b"\n")
        while come > lines * (len(moments) + 1):
            moments.append(perf_counter())
    return moments


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
