"""The reference: a view that stores one row, as the first page of every tutorial does."""

import json

from django.contrib.auth.decorators import login_not_required
from django.db import connection, models
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt


class Row(models.Model):
    """What the bare view stores."""

    game = models.CharField(max_length=32)
    body = models.TextField()

    class Meta:
        app_label = "games"
        managed = False
        db_table = "bench_row"


def make_table() -> None:
    """Make its table."""
    with connection.schema_editor() as editor:
        editor.create_model(Row)


@csrf_exempt
@login_not_required
def insert(request: HttpRequest) -> JsonResponse:
    """Store what was sent."""
    said = json.loads(request.body)
    row = Row._default_manager.create(game=said["action"]["kind"], body=request.body.decode())
    return JsonResponse({"id": row.pk})
