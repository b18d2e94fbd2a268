"""The page of one's own data: taking everything along, and leaving for good."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from engine.errors import Refused
from games.accounts.erasing_oneself import erase_own
from games.accounts.exporting import export_account
from games.models import Account
from games.pages.people.asking import own_account
from games.pages.people.forms import ErasingForm
from games.wording import told


@never_cache
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """What can be taken along and what is erased."""
    return _page(request, ErasingForm(own_account(request)))


def _page(request: HttpRequest, form: ErasingForm, status: int = 200) -> HttpResponse:
    return render(request, "games/people/own_data.html", {"form": form}, status=status)


@never_cache
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about whoever asks, as a file."""
    account = own_account(request)
    answer = JsonResponse(export_account(account), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = f'attachment; filename="brikks-{account.username}.json"'
    return answer


@never_cache
@sensitive_post_parameters()
@sensitive_variables()
@require_POST
def erase_account(request: HttpRequest) -> HttpResponse:
    """Erase the account of whoever asks, if they are sure and know its password."""
    account = own_account(request)
    form = ErasingForm(account, request.POST)
    if not form.is_valid() or not _is_erased(request, account, form):
        return _page(request, form)
    messages.success(request, _("Your account is erased. Nobody can tell any more which games were yours."))
    return redirect("home")


def _is_erased(request: HttpRequest, account: Account, form: ErasingForm) -> bool:
    """Whether it could be done; what is refused is told beside the form."""
    try:
        erase_own(request, account, form.cleaned_data.get("password"))
    except Refused as refusal:
        form.add_error(None, told(refusal))
        return False
    return True
