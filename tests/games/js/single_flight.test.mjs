import assert from "node:assert/strict";
import { test } from "node:test";

import { joined } from "../../../games/static/games/js/single_flight.js";

/** Work that ends when it is told to. */
function slowWork() {
  const ends = [];
  const work = () => new Promise((resolve, reject) => ends.push({ resolve, reject }));
  return { ends, work };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve));

test("whatever is asked for meanwhile is done once more, not once each", async () => {
  const { ends, work } = slowWork();
  const ask = joined(work);
  const done = ask();
  for (let times = 0; times < 5; times += 1) assert.equal(ask(), done);
  assert.equal(ends.length, 1);
  ends[0].resolve();
  await aMoment();
  assert.equal(ends.length, 2);
  ends[1].resolve();
  await done;
  assert.equal(ends.length, 2);
});

test("who asks after the end has it done again", async () => {
  const { ends, work } = slowWork();
  const ask = joined(work);
  const first = ask();
  ends[0].resolve();
  await first;
  void ask();
  assert.equal(ends.length, 2);
});

test("who asks in the very moment of the end is not forgotten", async () => {
  let count = 0;
  const ask = joined(async () => {
    count += 1;
  });
  const first = ask();
  await Promise.resolve();
  await Promise.resolve();
  await Promise.all([first, ask()]);
  assert.equal(count, 2);
});

test("work that fails does not stand in the way of the next", async () => {
  const { ends, work } = slowWork();
  const ask = joined(work);
  const first = ask();
  ends[0].reject(new Error("no connection"));
  await assert.rejects(first);
  void ask();
  assert.equal(ends.length, 2);
});
