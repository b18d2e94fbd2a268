"""The addresses at which supervisors, load balancers and monitors ask how this process and the site are, and who is
told details there: programs on this machine, and staff.

A request that a proxy passed on is not local, whatever address it comes from.
"""

from ipaddress import ip_address
from typing import Any, Final, cast

from django.contrib.auth.decorators import login_not_required
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from brikks_site.http.errors import RETRY_WHEN_MENDED
from brikks_site.ops import metrics, readiness
from games.accounts.authentication import TokenAuthentication
from games.accounts.tokens import READ
from games.clock.site_time import write_time
from games.integrity.site_health import last_clock_step

PASSED_ON: Final = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
)
"""What proxies add; one of these is enough."""
OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


def is_local(request: HttpRequest) -> bool:
    """Whether somebody on this machine asks, directly and for this machine."""
    if any(name in request.headers for name in PASSED_ON):
        return False
    host, _ = split_domain_port(request.headers.get("Host", ""))
    return host in OWN_NAMES and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback


def is_insider(request: HttpRequest) -> bool:
    """Whether details are for whoever asks: somebody local, or staff by session or by a token that may read."""
    if is_local(request):
        return True
    try:
        return request.user.is_staff or _is_staff_token(request)
    except (Error, AuthenticationFailed):
        return False


def _is_staff_token(request: HttpRequest) -> bool:
    found: Any = TokenAuthentication().authenticate(cast(Request, request))
    return found is not None and found[0].is_staff and READ in found[1].scopes.split()


@never_cache
@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when this process and its database answer, 503 when the database does not."""
    try:
        readiness.database()
    except Error:
        return _unavailable({"status": "database unavailable"})
    return JsonResponse({"status": "ok"})


@never_cache
@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when everything is there that visitors need, else 503; which part is missing is told to insiders only."""
    parts = readiness.parts()
    is_ready = all(problem is None for problem in parts.values())
    content: dict[str, object] = {"status": "ready" if is_ready else "not ready"}
    if is_insider(request):
        content["parts"] = {name: "ok" if problem is None else "not ok" for name, problem in parts.items()}
        if reasons := {name: problem for name, problem in parts.items() if problem}:
            content["reasons"] = reasons
        if gone := readiness.unacknowledged():
            content["guards_found_gone"] = gone
        content |= _told_of_the_clock()
    return JsonResponse(content) if is_ready else _unavailable(content)


def _told_of_the_clock() -> dict[str, object]:
    """Whether the machine's clock was set; nobody need stay away for that, but somebody should know."""
    try:
        step = last_clock_step()
    except Error:
        return {}
    return {} if step is None else {"clock_step": {"at": write_time(step.at), "seconds": step.seconds}}


@never_cache
@login_not_required
@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """What this process has counted and how the site stands, for Prometheus; for others there is nothing here."""
    if not is_insider(request):
        raise Http404
    return HttpResponse(metrics.write(), content_type=metrics.CONTENT_TYPE)


def _unavailable(content: dict[str, object]) -> JsonResponse:
    return JsonResponse(content, status=503, headers={"Retry-After": str(RETRY_WHEN_MENDED)})
