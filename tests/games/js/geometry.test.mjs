import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cornerOf,
  keyframesOf,
  letteredCell,
  placeOf,
  turnsOf,
  wayOf,
} from "../../../games/static/games/js/presenters/brikks/geometry.js";

const MEASURES = { rows: 11, cell: 40, margin: 26 };

test("the bottom row is at the bottom", () => {
  assert.deepEqual(cornerOf(MEASURES, 0, 0), { x: 26, y: 400 });
  assert.deepEqual(cornerOf(MEASURES, 9, 10), { x: 386, y: 0 });
});

test("a point of the picture is a place in cells", () => {
  assert.deepEqual(placeOf(MEASURES, { x: 26, y: 440 }), { x: 0, y: 0 });
  assert.deepEqual(placeOf(MEASURES, { x: 46, y: 0 }), { x: 0.5, y: 11 });
});

test("a way has a point where it begins, where it turns, and where it ends", () => {
  assert.deepEqual(turnsOf(11, 3, "dddddddddddll"), [[3, 11], [3, 0], [1, 0]]);
  assert.deepEqual(turnsOf(11, 3, "dldr"), [[3, 11], [3, 10], [2, 10], [2, 9], [3, 9]]);
});

test("the line of a way goes through the middle of the block", () => {
  assert.equal(wayOf(MEASURES, [[0, 0], [1, 0], [0, 1], [1, 1]], 0, "ddddddddddd"), "66,-40 66,400");
});

test("a falling block begins above the sheet and ends where it is drawn", () => {
  assert.deepEqual(keyframesOf(MEASURES, 2, "dddddddddddl"), [
    { transform: "translate(40px, -440px)", offset: 0 },
    { transform: "translate(40px, 0px)", offset: 11 / 12 },
    { transform: "translate(0px, 0px)", offset: 1 },
  ]);
});

test("the letter is on the lowest cell, the leftmost of several", () => {
  assert.deepEqual(letteredCell([[0, 1], [1, 1], [1, 0], [2, 0]]), [1, 0]);
});
