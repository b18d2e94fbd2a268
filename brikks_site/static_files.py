"""Static files, served by this process; every other request passes by without a detour through the event loop."""

from collections.abc import Callable
from functools import cached_property
from typing import cast

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

Answer = Callable[[HttpRequest], HttpResponseBase]


class StaticFiles:
    """Middleware: asks ServeStatic, which only knows the event loop, for what lies under /static/."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    @cached_property
    def _serve(self) -> Answer:
        """Looks through all files, so it is made when the first of them is asked for."""

        async def pass_on(request: HttpRequest) -> HttpResponseBase:
            return await sync_to_async(self.get_response)(request)

        return cast(Answer, async_to_sync(ServeStaticMiddleware(pass_on)))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """A file, or whatever else the request is answered with."""
        is_file = request.path_info.startswith(settings.STATIC_URL)
        return self._serve(request) if is_file else self.get_response(request)
