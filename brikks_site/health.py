"""The addresses at which supervisors, load balancers and monitors ask how this process and the site are."""

from django.contrib.auth.decorators import login_not_required
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brikks_site import metrics, readiness
from brikks_site.nearness import is_insider


@never_cache
@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when this process and its database answer, 503 when the database does not."""
    try:
        readiness.database()
    except Error:
        return JsonResponse({"status": "database unavailable"}, status=503)
    return JsonResponse({"status": "ok"})


@never_cache
@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when everything is there that visitors need, else 503; which part is missing is told to insiders only."""
    parts = readiness.parts()
    is_ready = all(parts.values())
    content: dict[str, object] = {"status": "ready" if is_ready else "not ready"}
    if is_insider(request):
        content["parts"] = {name: "ok" if is_ok else "not ok" for name, is_ok in parts.items()}
    return JsonResponse(content, status=200 if is_ready else 503)


@never_cache
@login_not_required
@require_safe
def metrics_page(request: HttpRequest) -> HttpResponse:
    """What this process has counted and how the site stands, for Prometheus; for others there is nothing here."""
    if not is_insider(request):
        raise Http404
    return HttpResponse(metrics.write(), content_type=metrics.CONTENT_TYPE)
