"""The documentation of the interface: as OpenAPI for programs, and as Swagger UI for people, from this host alone."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from brikks_site.headers import policy
from brikks_site.last_resorts import only_to_read

YAML = "yaml"


@only_to_read
def schema(request: HttpRequest) -> HttpResponse:
    """The whole interface as OpenAPI: JSON, or YAML for who asks for it."""
    if YAML in (request.GET.get("format"), request.headers.get("Accept", "").rpartition("/")[2]):
        return HttpResponse(_written(OpenApiYamlRenderer), content_type="application/yaml; charset=utf-8")
    return HttpResponse(_written(OpenApiJsonRenderer), content_type="application/json")


@cache
def _written(renderer: type[OpenApiJsonRenderer | OpenApiYamlRenderer]) -> bytes:
    """The document in one form; it stays the same as long as the process runs."""
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written: bytes = renderer().render(document, renderer_context={})
    return written


@only_to_read
def docs(request: HttpRequest) -> HttpResponse:
    """The same to read and try out."""
    response = render(request, "brikks_site/api_docs.html")
    # Swagger UI brings its icons along inside its stylesheet; nothing else is loosened.
    response.headers["Content-Security-Policy"] = policy().replace("img-src 'self'", "img-src 'self' data:")
    return response
