"""What has been asked of the workers: the calls that wait in the real broker."""

from queue import Empty

from brikks_site.celery import app


def waiting_calls() -> list[str]:
    """The games whose bots were called for since the last time this was asked."""
    games: list[str] = []
    with app.connection_for_read() as connection, connection.SimpleQueue("bots") as queue:
        while True:
            try:
                message = queue.get(block=False)
            except Empty:
                return games
            message.ack()
            [game] = message.payload[0]
            games.append(game)
