"""Who may do what with tournaments: through the interface, and on their pages. `competing` tells which there are."""

from typing import Final

from tests.web.permissions.rows import Row, row

ONE: Final = "api/v1/tournaments/<str:tournament_id>"
SIGHT: Final = {
    "draft": "runners",
    "entering": "club staff read",
    "entering by-link": "readers",
    "swiss": "readers",
    "prepared": "readers",
    "duplicate": "readers",
    "played": "club staff read",
}
"""Who may see each: whatever shows one shows it to exactly these."""
BY_RUNNERS: Final = (
    *(
        "publish",
        "unpublish",
        "check-in-other",
        "enter-other",
        "remove",
        "return",
        "forbid-pair",
        "allow-pair",
        "start",
        "extend",
    ),
    *("pause", "resume", "cancel", "pair-again", "publish-round", "unpublish-round", "start-table"),
    *("paper-result", "override-result", "take-back-result", "preview-result", "reopen"),
)
"""What only those do who run the club."""


def looking(what: str) -> list[Row]:
    """The rows of an address that shows something of a tournament."""
    return [row(f"{ONE}{what}", about, GET=roles) for about, roles in SIGHT.items()]


ABOUT_ENTRANTS: Final = ("check-in-other", "remove", "return", "forbid-pair", "allow-pair")
"""What is about those who have entered; in the draft there is nobody."""


def organising(verb: str) -> list[Row]:
    """The rows of a command of organisers."""
    drafts = () if verb in ABOUT_ENTRANTS else ("draft",)
    return [row(f"{ONE}/{verb}", about, POST="runners") for about in (*drafts, "entering", "swiss", "duplicate")]


TOURNAMENTS: Final = [
    row("api/v1/tournaments", GET="readers"),
    row("api/v1/tournaments", "mine", GET="people read"),
    row("api/v1/clubs/<str:club_id>/tournaments", GET="club staff read", POST="runners"),
    row("api/v1/clubs/<str:club_id>/tournaments", "public", GET="readers", POST="owner"),
    *(row(ONE, about, GET=roles, PATCH="runners") for about, roles in SIGHT.items()),
    *looking("/entrants"),
    *looking("/rounds"),
    *looking("/standings"),
    *looking("/crosstable"),
    *looking("/log"),
    *looking("/proof"),
    *looking("/stream"),
    row(f"{ONE}/rounds/<int:number>", "swiss", GET="readers"),
    row(f"{ONE}/rounds/<int:number>", "prepared", GET="runners"),
    row(f"{ONE}/rounds/<int:number>", "duplicate", GET="readers"),
    row(f"{ONE}/rounds/<int:number>/why/<str:entrant>", "swiss", GET="readers"),
    row(f"{ONE}/rounds/<int:number>/why/<str:entrant>", "prepared", GET="runners"),
    row(f"{ONE}/rounds/<int:number>/why/<str:entrant>", "duplicate", GET="readers"),
    *(line for verb in BY_RUNNERS for line in organising(verb)),
    row(f"{ONE}/enter", "draft", POST="runners"),
    row(f"{ONE}/enter", "entering", POST="club play"),
    row(f"{ONE}/enter", "entering by-link", POST="people play -guest"),
    row(f"{ONE}/enter", "swiss", POST="people play -guest"),
    row(f"{ONE}/withdraw", "entering", POST="club play"),
    row(f"{ONE}/check-in", "entering", POST="club play"),
    row(f"{ONE}/contribute", "duplicate", POST="people play -guest"),
]
"""Whoever sees a tournament and is not in it is told so when they say something of themselves."""

PAGE: Final = "tournaments/<str:tournament_id>"
CONSOLE: Final = f"{PAGE}/console"
SHOWN: Final = {
    "draft": "runners",
    "entering": "club staff",
    "entering by-link": "all",
    "swiss": "all",
    "prepared": "all",
    "duplicate": "all",
    "played": "club staff",
}
"""Who sees the pages of each."""
BY_FORM: Final = (
    *("unpublish", "start", "pause", "resume", "cancel", "publish-round", "unpublish-round", "pair-again", "extend"),
    *("reopen", "enter", "check-in", "remove", "return", "keep-apart", "let-meet"),
)
"""What those who run the club do in its console."""


def showing(what: str) -> list[Row]:
    """The rows of a page about a tournament."""
    return [row(f"{PAGE}/{what}", about, GET=roles) for about, roles in SHOWN.items()]


def in_rounds(what: str) -> list[Row]:
    """The rows of a page about a round, which for one that is prepared is there for those who run it."""
    seen = {"swiss": "all", "prepared": "runners", "duplicate": "all"}
    return [row(f"{PAGE}/rounds/<int:number>/{what}", about, GET=roles) for about, roles in seen.items()]


def in_console(what: str) -> list[Row]:
    """The rows of a form in the console."""
    return [row(f"{CONSOLE}/{what}/", about, POST="runners") for about in ("entering", "swiss", "duplicate")]


def of_console(pattern: str, *tournaments: str) -> list[Row]:
    """The rows of a page with a form for those who run the club."""
    return [row(pattern, about, GET="runners", POST="runners") for about in tournaments]


OF_TOURNAMENTS: Final = [
    row("tournaments/", GET="all"),
    row("tournaments/join/<str:invite>/", "draft", GET="runners", POST="runners"),
    row("tournaments/join/<str:invite>/", "entering", GET="all", POST="people -guest"),
    *showing(""),
    *showing("live/"),
    *showing("crosstable/"),
    *showing("standings.csv"),
    *showing("crosstable.csv"),
    *showing("log/"),
    *in_rounds(""),
    *in_rounds("why/<str:entrant>/"),
    row(f"{PAGE}/enter/", "draft", POST="runners"),
    row(f"{PAGE}/enter/", "entering", POST="club"),
    row(f"{PAGE}/enter/", "entering by-link", POST="people -guest"),
    row(f"{PAGE}/enter/", "swiss", POST="people -guest"),
    row(f"{PAGE}/check-in/", "entering", POST="club"),
    row(f"{PAGE}/dice/", "duplicate", POST="people -guest"),
    row(f"{PAGE}/withdraw/", "entering", POST="club"),
    *of_console("clubs/<str:club_id>/tournaments/new/", ""),
    *of_console(f"{PAGE}/edit/", "draft", "entering", "swiss"),
    *(row(f"{CONSOLE}/", about, GET="runners") for about in ("draft", "entering", "swiss", "prepared", "duplicate")),
    *of_console(f"{CONSOLE}/publish/", "draft", "entering"),
    *of_console(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/", "swiss", "prepared", "duplicate"),
    *of_console(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/back/", "swiss", "prepared", "duplicate"),
    *of_console(f"{CONSOLE}/rounds/<int:number>/tables/<int:table>/start/", "swiss", "prepared", "duplicate"),
    *(line for what in BY_FORM for line in in_console(what)),
]
"""Whoever may and comes at the wrong moment is told so."""
