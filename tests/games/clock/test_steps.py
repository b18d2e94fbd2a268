"""Steps of the machine's clock: told from outages, and nobody has more or less time left than before."""

import threading
from datetime import timedelta

import pytest

from games.accounts.models import OutgoingMail
from games.clock.models import Chore, Heartbeat
from games.clock.site_time import SiteTime, adopt_heartbeat_time, now, use_clock
from games.clock.steps import ClockChange, ClockReading, compare_reading
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoints
from games.integrity.models import CheckpointDelivery
from games.integrity.site_health import heartbeat_age, last_clock_step
from games.log.event_store import read_log
from games.log.models import Game
from games.log.sql import write_transaction
from games.sweep import sweep_once
from tests.games.clock.threads import team
from tests.games.clock.watch import BEGIN, Watch, left, wound
from tests.games.sample_tables import fold_of, mixed_table, move, table

DAY = 86_400.0
STEPS = [-600.0, 3600.0, -DAY]
NOTHING = timedelta(0)


def after(wall: float, ticks: float, boot: str = "here") -> ClockReading:
    return ClockReading(BEGIN + timedelta(seconds=wall), 1000 + ticks, boot)


@pytest.mark.parametrize(
    ("wall", "ticks", "elapsed", "step"),
    [
        (1, 1, 1, 0),
        (60, 60, 60, 0),  # an outage, also that of a machine which slept
        (-599, 1, 1, -600),
        (3601, 1, 1, 3600),
        (0, 600, 600, -600),  # both, and the clock shows nothing of it
        (4200, 600, 600, 3600),
        (2.9, 1, 2.9, 0),  # too little to be a step
        (3601.8, 3600, 3601.8, 0),  # corrected bit by bit
    ],
)
def test_a_step_is_told_from_time_that_has_passed(wall: float, ticks: float, elapsed: float, step: float) -> None:
    found = compare_reading(BEGIN, "here", after(0, 0).booted_at, after(wall, ticks))
    assert found == ClockChange(timedelta(seconds=elapsed), timedelta(seconds=step))


@pytest.mark.parametrize(("wall", "elapsed", "step"), [(60, 60, 0), (-3, -3, 0), (-60, 0, -60)])
def test_on_another_start_only_a_heartbeat_to_come_tells_of_a_step(wall: float, elapsed: float, step: float) -> None:
    found = compare_reading(BEGIN, "there", BEGIN, after(wall, 7))
    assert found == ClockChange(timedelta(seconds=elapsed), timedelta(seconds=step))
    assert compare_reading(BEGIN, "", None, after(wall, 7)) == found


def test_a_process_that_is_held_up_between_two_looks_finds_no_step() -> None:
    looks = iter([0.0, 30.0, 30.0, 30.01])
    site = SiteTime(lambda: BEGIN, lambda: next(looks), "here")
    assert site.read() == ClockReading(BEGIN, 30.01, "here")


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("outage", [0.0, 1800.0])
def test_everybody_has_as_much_time_left_as_before(watch: Watch, step: float, outage: float) -> None:
    games = [table(seconds=seconds) for seconds in (40, 60, 7200, 259_200)]
    watch.run(20)
    watch.step(step)
    watch.set(outage)
    sweep_once()
    assert [left(game, watch) for game in games] == [20, 40, 7180, 259_180]
    watch.run(16)
    assert [fold_of(game).seq for game in games[:1]] == [4]
    watch.run(4)
    assert "drop" in {row.entry.kind for row in read_log(games[0])}


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_until_the_sweep_has_moved_deadlines_everybody_goes_by_the_time_of_before(watch: Watch, step: float) -> None:
    early = table(seconds=60)
    watch.run(20)
    before = now()
    watch.step(step)
    watch.set(1)
    late = table(seconds=60)
    move(early)
    assert now() == before + timedelta(seconds=1)
    assert heartbeat_age() == 1
    watch.set(1)
    sweep_once()
    assert now() == watch.at
    assert [left(early, watch), left(late, watch)] == [59, 59]


@pytest.mark.django_db
def test_a_process_that_begins_after_a_step_goes_by_the_time_of_the_others(watch: Watch) -> None:
    now()
    watch.step(-600)
    with use_clock(watch, watch.ticks):
        adopt_heartbeat_time()
        assert now() == watch.at + timedelta(seconds=600)
        sweep_once()
        assert now() == watch.at


@pytest.mark.django_db
@pytest.mark.parametrize("steps", [(3600, -600), (-600, 3600), (-DAY, 3600)])
def test_a_process_that_has_missed_a_step_goes_by_the_time_of_the_others_at_the_next(
    watch: Watch, steps: tuple[float, float]
) -> None:
    idle = SiteTime(watch, watch.ticks, Heartbeat.objects.get().boot)
    idle.now()
    watch.step(steps[0])
    sweep_once()
    noted = watch.at
    watch.step(steps[1])
    watch.set(1)
    assert idle.now() == noted + timedelta(seconds=1)
    sweep_once()
    assert idle.now() == watch.at


@pytest.mark.django_db
@pytest.mark.parametrize("step", [1.0, -1.0, 1.9, -1.9, 0.3])
def test_steps_that_are_too_small_to_be_told_add_up(watch: Watch, step: float) -> None:
    game = table(seconds=60)
    for _ in range(20):
        watch.step(step)
        watch.run(1)
        assert now() == watch.at
    assert left(game, watch) == pytest.approx(40, abs=2)
    assert last_clock_step() is not None


@pytest.mark.django_db
@pytest.mark.parametrize("step", [1.0, -1.0])
def test_so_do_those_that_outages_hide(watch: Watch, step: float) -> None:
    game = table(seconds=60)
    for _ in range(10):
        watch.step(step)
        watch.set(10)
        sweep_once()
    assert left(game, watch) == pytest.approx(60, abs=2)


@pytest.mark.django_db
def test_a_clock_that_is_corrected_bit_by_bit_is_followed(watch: Watch) -> None:
    game = table(seconds=60)
    for _ in range(30):
        watch.step(0.08)
        watch.run(1)
    assert left(game, watch) == pytest.approx(27.6)
    assert last_clock_step() is None


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_what_waits_for_its_time_and_bots_wait_no_longer(
    watch: Watch, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = mixed_table(1, "random")
    due = Game.objects.get(pk=game).bots_due_at
    assert due is not None
    make_checkpoints()
    CheckpointDelivery.objects.create(checkpoint_id=1, due_at=watch.at + timedelta(seconds=30))
    OutgoingMail.objects.create(address="ada@example.org", made_at=watch.at, due_at=watch.at + timedelta(seconds=60))
    chores = dict(Chore.objects.values_list("name", "due_at"))
    watch.step(step)
    sweep_once()
    by = timedelta(seconds=step)
    assert Game.objects.get(pk=game).bots_due_at == due + by
    assert CheckpointDelivery.objects.get().due_at == watch.at + timedelta(seconds=30)
    assert OutgoingMail.objects.get().due_at == watch.at + timedelta(seconds=60)
    assert dict(Chore.objects.values_list("name", "due_at")) == {name: at + by for name, at in chores.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_a_time_that_ran_out_after_a_step_is_in_the_log_as_long_as_it_was(watch: Watch, step: float) -> None:
    game = table(seconds=259_200)
    watch.run(8)
    watch.step(step)
    sweep_once()
    watch.set(259_188)
    Heartbeat.objects.update(at=watch.at)
    watch.run(4)
    assert "drop" in {row.entry.kind for row in read_log(game)}
    make_checkpoints()
    assert audit().findings == []


@pytest.mark.slow
@pytest.mark.django_db
def test_a_step_is_told_for_an_hour(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    assert last_clock_step() is None
    watch.step(-600)
    sweep_once()
    assert last_clock_step() == (watch.at, -600)
    assert "was set by -600 s" in caplog.text
    watch.run(3596)
    assert last_clock_step() is not None
    watch.run(4)
    assert last_clock_step() is None


@pytest.mark.django_db
def test_a_heartbeat_that_is_still_to_come_is_never_fresh(watch: Watch) -> None:
    assert heartbeat_age() == 0
    Heartbeat.objects.update(at=watch.at + timedelta(seconds=60), boot="there")
    assert heartbeat_age() == float("inf")


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_being_begun_while_the_clock_is_set_is_moved_along_as_well() -> None:
    is_begun, may_end = threading.Event(), threading.Event()

    def begin() -> str:
        with write_transaction():
            game = table(seconds=60)
            is_begun.set()
            assert may_end.wait(60)
        return game

    def set_clock() -> None:
        assert is_begun.wait(60)
        watch.step(3600)
        threading.Timer(0.5, may_end.set).start()
        sweep_once()

    with wound() as watch, team(2) as threads:
        game, failed = threads.at_once(begin, set_clock)
        assert failed is None
        assert left(game, watch) == 60
