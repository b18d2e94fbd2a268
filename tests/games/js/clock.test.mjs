import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerClock, digits, secondsLeft, untilNextSecond } from "../../../games/static/games/js/tables/clock.js";

test("the server's time goes on from what it said, whatever the device's clock shows", () => {
  const clock = new ServerClock("2026-03-01T12:00:00Z", 250);
  assert.equal(clock.timeAt(250), Date.parse("2026-03-01T12:00:00Z"));
  assert.equal(clock.timeAt(40_250), Date.parse("2026-03-01T12:00:40Z"));
  clock.set("2026-03-01T13:00:00+00:00", 50_000);
  assert.equal(clock.timeAt(50_000), Date.parse("2026-03-01T13:00:00Z"));
});

test("a begun second counts in full, and nothing is left after the deadline", () => {
  assert.equal(secondsLeft(10_000, 0), 10);
  assert.equal(secondsLeft(10_000, 1), 10);
  assert.equal(secondsLeft(10_000, 9_999), 1);
  assert.equal(secondsLeft(10_000, 10_000), 0);
  assert.equal(secondsLeft(10_000, 99_000), 0);
});

test("seconds are written as on a clock", () => {
  assert.deepEqual([0, 9, 41, 60, 605, 3_600, 36_065].map(digits), [
    "0:00",
    "0:09",
    "0:41",
    "1:00",
    "10:05",
    "1:00:00",
    "10:01:05",
  ]);
});

test("the next look is when the digits change", () => {
  assert.equal(untilNextSecond(10_000, 300), 700);
  assert.equal(untilNextSecond(10_000, 1_000), 1_000);
  assert.equal(secondsLeft(10_000, 300 + untilNextSecond(10_000, 300)), 9);
});
