"""The public keys at well-known addresses, with which anybody can check this site's checkpoints."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.keys.signing import published_keys

HOUR = 60 * 60


@login_not_required
@require_safe
@cache_control(public=True, max_age=HOUR)
def keys_as_json(request: HttpRequest) -> JsonResponse:
    """Every public key with its id, and which of them signs today."""
    return JsonResponse({"format": "brikks-keys/1", "keys": published_keys()})


@login_not_required
@require_safe
@cache_control(public=True, max_age=HOUR)
def keys_as_pem(request: HttpRequest) -> HttpResponse:
    """The same keys as the file that `python3 -m engine verify --key` takes."""
    return HttpResponse("".join(key["pem"] for key in published_keys()), content_type="text/plain; charset=utf-8")
