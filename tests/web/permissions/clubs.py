"""Who may do what about those who ask to join a club, what it announces, and people without an account in it."""

from typing import Final

from tests.web.permissions.rows import Row, row

API: Final = "api/v1/clubs/<str:club_id>"
PAGE: Final = "clubs/<str:club_id>"

AROUND_CLUBS: Final = [
    row(f"{API}/requests", GET="runners", POST=""),
    row(f"{API}/requests", "by-link", POST="people organise -guest"),
    row(f"{API}/requests", "asking", GET="owner"),
    row(f"{API}/requests/<str:handle>", DELETE="runners"),
    row(f"{API}/requests/<str:handle>", "asking", DELETE="owner"),
    row(f"{API}/requests/<str:handle>/approve", POST="runners"),
    row(f"{API}/requests/<str:handle>/approve", "asking", POST="owner"),
    row(f"{API}/announcements", GET="club read", POST="runners"),
    row(f"{API}/announcements", "public", GET="readers", POST="owner"),
    row(f"{API}/announcements/<int:number>", PATCH="runners", DELETE="runners"),
    row(f"{API}/persons", GET="club read", POST="runners"),
    row(f"{API}/persons", "public", GET="owner", POST="owner"),
    row(f"{API}/persons/<int:number>", PATCH="runners", DELETE="runners"),
    row(f"{API}/persons/<int:number>/link", POST="runners", DELETE="runners"),
    row(f"{API}/claim", "by-link", POST="people organise -guest"),
    row(f"{API}/claim", POST=""),
]


def posting(what: str, *forms: str) -> list[Row]:
    """The rows of forms that only those who run the club may send."""
    return [row(f"{PAGE}/{what}/{form}/", POST="runners") for form in forms]


PAGES_AROUND_CLUBS: Final = [
    row("clubs/claim/<str:claim>/", GET="all", POST="people -guest"),
    row(f"{PAGE}/settings/", GET="runners", POST="runners"),
    row(f"{PAGE}/settings/", "public", GET="owner", POST="owner"),
    row(f"{PAGE}/end/", POST="owner"),
    row(f"{PAGE}/join/", POST="club"),
    row(f"{PAGE}/join/", "asking", POST="people -guest"),
    row(f"{PAGE}/requests/", POST="club staff"),
    row(f"{PAGE}/requests/", "asking", POST="people -guest"),
    row(f"{PAGE}/requests/withdraw/", POST=""),
    row(f"{PAGE}/requests/withdraw/", "asking", POST="people"),
    *posting("requests/<str:handle>", "approve", "decline"),
    row(f"{PAGE}/requests/<str:handle>/approve/", "asking", POST="owner"),
    row(f"{PAGE}/requests/<str:handle>/decline/", "asking", POST="owner"),
    row(f"{PAGE}/announcements/", GET="club", POST="runners"),
    row(f"{PAGE}/announcements/", "public", GET="all", POST="owner"),
    row(f"{PAGE}/announcements/<int:number>/", GET="runners", POST="runners"),
    *posting("announcements/<int:number>", "pin", "delete"),
    row(f"{PAGE}/persons/", GET="club", POST="runners"),
    row(f"{PAGE}/persons/<int:number>/", GET="runners", POST="runners"),
    *posting("persons/<int:number>", "link", "link/end", "remove"),
]
