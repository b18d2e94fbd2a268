import assert from "node:assert/strict";
import { test } from "node:test";

import { csrfToken, newCommandId, outcomeOf, waitBefore } from "../../../games/static/games/js/commands.js";
import { fill, withParameter } from "../../../games/static/games/js/dom.js";

test("ids are new each time and have only what commands allow", () => {
  const ids = new Set(Array.from({ length: 100 }, newCommandId));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9-]{1,64}$/);
});

test("attempts are further and further apart, up to a limit", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 20].map((attempt) => waitBefore(attempt)), [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test("the token is read from its own cookie only", () => {
  assert.equal(csrfToken("sessionid=a; csrftoken=b; other=c"), "b");
  assert.equal(csrfToken("notcsrftoken=x"), "");
});

test("an answer is a receipt, a refusal in words, or nothing that is known", () => {
  assert.deepEqual(outcomeOf(200, { seq: 14 }, null), { kind: "done", seq: 14 });
  assert.deepEqual(outcomeOf(409, { code: "move/stale", detail: "Too late." }, null), {
    kind: "refused",
    status: 409,
    code: "move/stale",
    detail: "Too late.",
  });
  assert.deepEqual(outcomeOf(503, { code: "busy", detail: "Busy." }, "2"), { kind: "lost", wait: 2_000, detail: "Busy." });
  assert.equal(outcomeOf(200, null, null).kind, "lost");
  assert.equal(outcomeOf(502, null, null).kind, "lost");
  assert.equal(outcomeOf(403, null, null).kind, "refused");
});

test("values come into the places of a sentence, and nothing else changes", () => {
  assert.equal(fill("%(words)s: %(count)d of 100 %", { words: "left", count: 2 }), "left: 2 of 100 %");
  assert.equal(fill("%(unknown)s", {}), "%(unknown)s");
  assert.equal(fill(undefined, {}), "");
});

test("a parameter is joined to an address that may have some", () => {
  assert.equal(withParameter("/stream", "after", 3), "/stream?after=3");
  assert.equal(withParameter("/stream?invite=a", "after", 3), "/stream?invite=a&after=3");
});
