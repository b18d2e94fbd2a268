"""Middleware: whatever comes is text in UTF-8, and a request that names another encoding is refused.

Django reads forms in the encoding that they name, and some of those make texts that neither a page nor a database can
hold. Browsers send forms in the encoding of the page, and all of ours are in UTF-8.
"""

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_only_middleware

Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def only_utf8(get_response: Answer) -> Answer:
    """Refuse every other encoding before anything is read."""

    def check(request: HttpRequest) -> HttpResponseBase:
        named = request.encoding
        if named is not None and codecs.lookup(named).name != "utf-8":
            raise BadRequest("This request names an encoding other than UTF-8.")
        return get_response(request)

    return check
