"""The seed from which the lots of a tournament are drawn: fixed when it is made, known when nobody can enter first.

The log begins with the commitment to it, and says the seed itself when the tournament starts. So nobody who enters can
choose a moment for the sake of a lot, and nobody can choose a seed for the sake of those who have entered. Lots follow
from the seed and from the numbers in which people entered, never from ids, which the server makes up.
"""

from hashlib import sha256

from games.keys.sealing import SeedUnreadable, secret_for, source


def make_seed(tournament_id: str) -> str:
    """The secret seed of a tournament, the same whenever it is asked for."""
    return secret_for(f"lots|{tournament_id}").hex()


def commitment_to(tournament_id: str, seed: str) -> str:
    """What is published of a seed before anybody enters."""
    return sha256(f"brikks-lots/1|{tournament_id}|{seed}".encode()).hexdigest()


def reveal_seed(tournament_id: str, commitment: str) -> str:
    """The seed to which a tournament has been committed."""
    seed = make_seed(tournament_id)
    if commitment_to(tournament_id, seed) != commitment:
        raise SeedUnreadable(f"The seed of {tournament_id} was made with another key than that of {source()}.")
    return seed
