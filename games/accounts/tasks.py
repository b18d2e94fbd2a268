"""What workers do about accounts: erase whoever is to be erased, and send what is to be said to them."""

from celery import shared_task

from games.accounts import erasure, mail
from games.task_queue import OnCommitTask, left_for_later_if_busy


@shared_task(name="games.tidy_accounts", base=OnCommitTask, ignore_result=True, expires=600)
def tidy_accounts() -> None:
    """Erase whoever is to be erased, and delete what has ended."""
    with left_for_later_if_busy():
        erasure.tidy_accounts()


@shared_task(name="games.send_mails", base=OnCommitTask, ignore_result=True)
def send_mails() -> None:
    """Send what is to be said about accounts."""
    with left_for_later_if_busy():
        mail.send_due()
