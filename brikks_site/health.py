"""The addresses at which supervisors, load balancers and monitors ask how this process and the site are."""

from django.contrib.auth.decorators import login_not_required
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brikks_site import metrics, readiness
from brikks_site.answers import RETRY_WHEN_MENDED
from brikks_site.nearness import is_insider
from games.clock.site_time import write_time
from games.integrity.site_health import last_clock_step


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
