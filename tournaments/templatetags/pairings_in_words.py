"""Why somebody was paired like this, and what happened in a tournament, in words."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.events import event_kinds
from tournaments.events.projections.handlers import RESULT_HANDLERS
from tournaments.events.result_words import result_words
from tournaments.events.selectors.log import ShownEvent
from tournaments.events.selectors.player_names import PlayerName
from tournaments.events.values import Reason
from tournaments.templatetags.leagues_in_words import in_units

register = template.Library()

Names = Mapping[str, PlayerName]
Facts = dict[str, Any]


@register.simple_tag
def reason_words(reason: Reason, players: Names, unit: int) -> str:
    """One reason as a sentence."""
    facts: Facts = dict(reason.facts)
    for name in ("points", "from", "to", "to_most", "lowest"):
        if isinstance(facts.get(name), int):
            facts[name] = in_units(facts[name], unit)
    facts["names"] = ", ".join(players[one].name for one in _list(facts.get("opponents")) if one in players)
    facts["name"] = _name(players, facts.get("opponent"))
    return str(_SENTENCES[reason.code](facts)) % facts if reason.code in _SENTENCES else reason.code


def _name(players: Names, entrant: Any) -> str:
    return players[entrant].name if isinstance(entrant, str) and entrant in players else ""


def _list(value: Any) -> list[str]:
    return value if isinstance(value, list) else []


def _score_group(facts: Facts) -> str:
    return ngettext(
        "Nobody else has as many points: %(points)s.",
        "%(size)d players of this round have as many points: %(points)s.",
        facts["size"],
    )


def _floated(facts: Facts) -> str:
    if facts["to"] == facts["to_most"]:
        return _(
            "With %(from)s against somebody with %(to)s: "
            "the group with as many points could not be paired within itself."
        )
    return _("With %(from)s at a table with players who have %(to)s to %(to_most)s.")


def _met(facts: Facts) -> str:
    return ngettext(
        "Of the %(group)d other in the group, %(met)d was an opponent before; this one is new.",
        "Of the %(group)d others in the group, %(met)d were opponents before; this one is new.",
        facts["group"],
    )


def _rematch(facts: Facts) -> str:
    return _("Another game against %(names)s: every other pairing would repeat more games.")


def _rematch_left(facts: Facts) -> str:
    return _("Another game against %(names)s: a pairing that repeats fewer games was not found.")


def _rematch_for_starts(facts: Facts) -> str:
    return _(
        "Another game against %(names)s: some games repeat in any case, and with fewer of them "
        "somebody would begin too often or too seldom."
    )


def _bye_turn(facts: Facts) -> str:
    if facts["byes"] == 0:
        return ngettext(
            "No bye so far, and nobody else is without one.",
            "No bye so far; %(waiting)d players have had none.",
            facts["waiting"],
        )
    return _("Everybody else has had at least as many byes: %(byes)d.")


def _bye_lowest(facts: Facts) -> str:
    return ngettext(
        "The fewest points of those whose turn it is: %(points)s.",
        "One of the %(candidates)d with the fewest points of those whose turn it is: %(points)s.",
        facts["candidates"],
    )


def _rounds_foreseen(facts: Facts) -> str:
    return ngettext(
        "Other pairs would have been closer in points, but then the last round would have repeated a game.",
        "Other pairs would have been closer in points, but then one of %(rounds)d rounds to come would repeat a game.",
        facts["rounds"],
    )


def _shared_deal(facts: Facts) -> str:
    return ngettext(
        "Everybody plays alone, with dice of the round.",
        "Everybody plays alone, with the same dice for all %(players)d players.",
        facts["players"],
    )


def _schedule(facts: Facts) -> str:
    if facts["leg"] == 2:
        return _("The schedule that was drawn at the start says so: round %(round)d of %(rounds)d, in the second leg.")
    return _("The schedule that was drawn at the start says so: round %(round)d of %(rounds)d.")


def _always(sentence: Promise) -> Callable[[Facts], str]:
    return lambda facts: str(sentence)


def _seated(sentence: Promise) -> Callable[[Facts], str]:
    """A sentence that counts games; before the first one there is nothing to count."""
    return lambda facts: str(sentence) if facts["rounds"] else _("Seat %(seat)d: it is the first game.")


_SENTENCES: Final[dict[str, Callable[[Facts], str]]] = {
    "score-group": _score_group,
    "floated": _floated,
    "opponents-met": _met,
    "rematch-unavoidable": _rematch,
    "rematch-left": _rematch_left,
    "rematch-for-starts": _rematch_for_starts,
    "bye-turn": _bye_turn,
    "bye-lowest": _bye_lowest,
    "shared-deal": _shared_deal,
    "rounds-foreseen": _rounds_foreseen,
    "round-robin-schedule": _schedule,
    "late": _always(gettext_lazy("Takes part from round %(round)d on.")),
    "kept-apart": _always(gettext_lazy("Kept apart by the organisers from: %(names)s.")),
    "table-size": _always(
        gettext_lazy("The field does not come out even, so this table has %(size)d seats instead of %(seats)d.")
    ),
    "seat-balance": _seated(
        gettext_lazy("Seat %(seat)d: %(firsts)d of %(rounds)d games begun so far; seats even out.")
    ),
    "seat-foreseen": _seated(
        gettext_lazy(
            "Seat %(seat)d, with %(firsts)d of %(rounds)d games begun so far: "
            "so the rounds to come can even out as well."
        )
    ),
    "seat-drawn": _seated(
        gettext_lazy(
            "Seat %(seat)d by lot, with %(firsts)d of %(rounds)d games begun so far: "
            "nobody has a better claim to begin."
        )
    ),
    "starts-foreseen": _always(
        gettext_lazy(
            "Other tables would have been at least as good for this round, "
            "but after them no fair way to begin was found for the next one."
        )
    ),
    "random-draw": _always(
        gettext_lazy("Among equally good pairings the lot decided, which is drawn from the public seed.")
    ),
    "bye-again": _always(
        gettext_lazy(
            "%(byes)d byes so far, others %(fewest)d: any other bye would repeat a game or seat two who are kept apart."
        )
    ),
    "bye-above": _always(
        gettext_lazy(
            "Players with fewer points (%(lowest)s) have no bye: "
            "that would repeat a game, begin unfairly or seat two who are kept apart."
        )
    ),
    "bye-alone": _always(gettext_lazy("Nobody else plays in this round.")),
    "opponent-away": _always(gettext_lazy("By the schedule this was a game against %(name)s, who has left.")),
    "round-robin-bye": _always(gettext_lazy("With %(players)d players everybody has one bye in every leg.")),
}


_HAPPENED: Final[dict[str, Promise]] = {
    event_kinds.CREATED: gettext_lazy("drafted the tournament"),
    event_kinds.CHANGED: gettext_lazy("changed the settings"),
    event_kinds.PUBLISHED: gettext_lazy("published the tournament"),
    event_kinds.UNPUBLISHED: gettext_lazy("made it a draft again"),
    event_kinds.OPENED: gettext_lazy("opened it for entries"),
    event_kinds.CHECK_IN_OPENED: gettext_lazy("opened the check-in"),
    event_kinds.STARTED: gettext_lazy("began the tournament"),
    event_kinds.PAUSED: gettext_lazy("paused it"),
    event_kinds.RESUMED: gettext_lazy("let it go on"),
    event_kinds.CANCELLED: gettext_lazy("called it off"),
    event_kinds.FINISHED: gettext_lazy("finished the tournament"),
    event_kinds.ENTERED: gettext_lazy("entered %(player)s"),
    event_kinds.CHECKED_IN: gettext_lazy("checked %(player)s in"),
    event_kinds.WITHDRAWN: gettext_lazy("withdrew %(player)s"),
    event_kinds.REMOVED: gettext_lazy("took %(player)s out"),
    event_kinds.RETURNED: gettext_lazy("let %(player)s back in"),
    event_kinds.FORBIDDEN: gettext_lazy("keeps apart: %(players)s"),
    event_kinds.ALLOWED: gettext_lazy("lets meet again: %(players)s"),
    event_kinds.ROUND_PAIRED: gettext_lazy("paired round %(round)s"),
    event_kinds.ROUND_PUBLISHED: gettext_lazy("published the pairings of round %(round)s"),
    event_kinds.ROUND_UNPUBLISHED: gettext_lazy("took the pairings of round %(round)s back"),
    event_kinds.ROUND_DEALT: gettext_lazy("dealt the dice of a round and committed to them"),
    event_kinds.ROUND_OPENING: gettext_lazy("set up the tables of round %(round)s"),
    event_kinds.ROUND_OPENED: gettext_lazy("opened round %(round)s"),
    event_kinds.ROUND_EXTENDED: gettext_lazy("gave round %(round)s another end"),
    event_kinds.ROUND_WAITED: gettext_lazy(
        "set anew how long the tables of round %(round)s wait, after an outage or because the clock was set"
    ),
    event_kinds.TABLE_STARTED: gettext_lazy(
        "started table %(table)s in round %(round)s without %(players)s, who had not come in time"
    ),
    event_kinds.ROUND_CLOSING: gettext_lazy("began to close round %(round)s"),
    event_kinds.ROUND_CLOSED: gettext_lazy("closed round %(round)s"),
    event_kinds.ROUND_REOPENED: gettext_lazy("opened round %(round)s again"),
    event_kinds.RECORDED: gettext_lazy("noted the result of table %(table)s in round %(round)s: %(became)s"),
    event_kinds.OVERRIDDEN: gettext_lazy("gave table %(table)s in round %(round)s another result: %(became)s"),
}
_CHANGED: Final[dict[str, Promise]] = {
    event_kinds.RECORDED: gettext_lazy(
        "noted another result of table %(table)s in round %(round)s: %(became)s; before: %(was)s"
    ),
    event_kinds.OVERRIDDEN: gettext_lazy(
        "gave table %(table)s in round %(round)s another result: %(became)s; before: %(was)s"
    ),
    event_kinds.TAKEN_BACK: gettext_lazy(
        "took back the entered result of table %(table)s in round %(round)s: %(became)s; before: %(was)s"
    ),
}
"""The same of results where the log says what there was before."""
_BY_THEMSELVES: Final[dict[str, Promise]] = {
    event_kinds.ENTERED: gettext_lazy("entered the tournament"),
    event_kinds.CHECKED_IN: gettext_lazy("checked in"),
    event_kinds.WITHDRAWN: gettext_lazy("withdrew from the tournament"),
    event_kinds.RETURNED: gettext_lazy("came back into the tournament"),
}
"""The same where somebody has done it about themselves."""
_BY_DECISION: Final[dict[str, Promise]] = {
    event_kinds.TABLE_STARTED: gettext_lazy(
        "started table %(table)s in round %(round)s without %(players)s, who had not come"
    ),
}
"""The same where somebody has decided what else comes about by itself."""


def _says_before(kind: str, data: Facts) -> bool:
    """Whether it is told what there was before: not of a first result."""
    return (
        kind == event_kinds.TAKEN_BACK
        or data.get("was") is not None
        or (kind == event_kinds.OVERRIDDEN and "was" in data)
    )


@register.simple_tag
def event_words(told: ShownEvent, players: Names) -> str:
    """What happened, without who did it."""
    data = told.data or {}
    named = [players[one].name for one in _list(data.get("entrants", data.get("absent"))) if one in players]
    facts = {
        "round": data.get("round", ""),
        "table": data.get("table", ""),
        "player": _name(players, data.get("entrant")),
        "players": ", ".join(named),
    }
    if told.kind == event_kinds.ROUND_PAIRED and told.data is None:
        return _("prepared a round")
    if told.name is not None and told.name == facts["player"] and told.kind in _BY_THEMSELVES:
        return str(_BY_THEMSELVES[told.kind])
    words = _HAPPENED.get(told.kind, told.kind)
    if told.kind in RESULT_HANDLERS:
        words = _CHANGED[told.kind] if _says_before(told.kind, data) else words
        facts |= {"became": result_words(data, players), "was": result_words(data.get("was"), players)}
    return str(words if told.is_by_system else _BY_DECISION.get(told.kind, words)) % facts
