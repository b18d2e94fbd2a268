"""What workers do for notices: a shell, safe to run twice, and not needed: whatever is due is found by the next
sweep.
"""

from celery import shared_task

from games.task_queue import OnCommitTask


@shared_task(name="tournaments.send_notices", base=OnCommitTask, ignore_result=True)
def send_notices() -> None:
    """Mail what people are to be told."""
    from tournaments.notices.mail import send_due_mails

    send_due_mails()
