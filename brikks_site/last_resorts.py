"""What is answered where no view of the interface does: unknown addresses, wrong methods, what nobody has foreseen."""

import sys
from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from brikks_site import pages
from brikks_site.answers import INTERFACE, WORDS, answer_as_asked, refusal_behind


@csrf_exempt
@login_not_required
def nothing_here(request: HttpRequest) -> JsonResponse:
    """What the interface answers where it has no address."""
    return _answer_plainly(404)


def only_to_read(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view of the interface that everybody may read, and nobody change anything with."""

    @csrf_exempt
    @login_not_required
    @wraps(view)
    def read(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request)
        return _answer_plainly(405, Allow="GET, HEAD")

    return read


def server_error(request: HttpRequest) -> HttpResponse:
    """What is answered when something has failed that no view has answered for: the database, perhaps, or what nobody
    has foreseen; the log knows more, the answer does not."""
    if refusal := refusal_behind(sys.exception()):
        return answer_as_asked(request, refusal)
    return _answer_plainly(500) if request.path.startswith(INTERFACE) else defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What is answered to a request that could not even be looked at."""
    return _answer_plainly(400) if request.path.startswith(INTERFACE) else pages.bad_request(request, exception)


def _answer_plainly(status: int, **headers: str) -> JsonResponse:
    code, sentence = WORDS[status]
    return JsonResponse({"code": code, "detail": gettext(sentence)}, status=status, headers=headers)
