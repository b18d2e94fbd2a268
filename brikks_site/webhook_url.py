"""The address to which checkpoints are sent: over TLS, or on this machine. Standard library only."""

from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def wrong_webhook(url: str) -> str | None:
    """What is wrong with the address, in a sentence that repeats nothing of it: it may hold a secret."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
        is_whole = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        is_safe = is_whole = False
    if not (is_safe and is_whole):
        return "BRIKKS_CHECKPOINT_WEBHOOK must be an https address without a login, or an http one on this machine."
    return None
