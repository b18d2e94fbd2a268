"""Ending with one sentence, where a command cannot go on for reasons that are no fault of the program.

A full disk, a database that is damaged or only to be read, keys that cannot be read, services that do not answer: a
traceback would hide what has to be mended.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured


@contextmanager
def one_sentence() -> Iterator[None]:
    """End with a sentence and exit status 1 if what fails in a block can be told in one."""
    try:
        yield
    except Exception as error:
        if not (sentence := sentence_of(error)):
            raise
        sys.exit(sentence)


def sentence_of(error: BaseException) -> str:
    """What is wrong, for those who run the site; nothing if it is a fault of the program."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    # Only now: what is loaded here reads the settings, which may be what is wrong.
    from engine.errors import Refused

    if isinstance(error, Refused):
        # What visitors are told says less than its cause.
        return (error.__cause__ and sentence_of(error.__cause__)) or error.sentence
    if sentence := sentence_about_storage(error):
        return sentence
    return f"{error.filename}: {error.strerror}." if isinstance(error, OSError) and error.filename else ""


def sentence_about_storage(error: BaseException) -> str:
    """What is wrong with where the site keeps its data, which no traceback explains; nothing if it is something else,
    which one may: also a refusal that nobody has foreseen, or a file that is not there."""
    from games.log.storage_faults import fault_of
    from games.refusals import Busy

    if isinstance(error, Busy):
        return (error.__cause__ and sentence_about_storage(error.__cause__)) or error.sentence
    fault = fault_of(error)
    return f"{fault.value} ({_words_of(error)})" if fault else ""


def _words_of(error: BaseException) -> str:
    words = str(error).strip().partition("\n")[0]
    where = getattr(error, "filename", None)
    return f"{error.strerror}: {where}" if isinstance(error, OSError) and where else words
