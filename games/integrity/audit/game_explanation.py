"""What the audit says of one game, for people who play. Apart from the checks, because it loads what explains
records."""

from django.utils.translation import gettext as _

from games.integrity.audit.batches import Batch
from games.integrity.audit.game import check_batch
from games.log.steady_reads import steady_view
from games.records.explanation import GOOD, MOST_TOLD, WRONG, CheckStep


def explain_audit(game_id: str) -> CheckStep:
    """Whether the audit of the site finds anything wrong with a game and with what lists show of it."""
    with steady_view():
        findings = check_batch(Batch(ids=(game_id,))).findings
    if not findings:
        return CheckStep(
            _("Audit"), GOOD, _("Everybody acted for themselves, and what lists show follows from the log.")
        )
    detail = " ".join(finding.sentence for finding in findings[:MOST_TOLD])
    return CheckStep(_("Audit"), WRONG, _("The audit of the site has found something."), findings[0].seq, detail)
