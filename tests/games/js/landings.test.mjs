import assert from "node:assert/strict";
import { test } from "node:test";

import {
  above,
  beside,
  faceNumbered,
  firstFace,
  middleOf,
  nearest,
  nextFace,
  outermost,
  usable,
} from "../../../games/static/games/js/presenters/brikks/landings.js";

const SQUARE = [[0, 0], [1, 0], [0, 1], [1, 1]];

function landing(x, y, straight = true, face = "black-1") {
  return { face, x, y, straight, action: {}, from: x, moves: "d", words: "" };
}

/** An overhang over columns 0 to 2: straight drops lie on it at row 5, two places lie hidden under it. */
const PLACES = [
  landing(0, 5),
  landing(0, 0, false),
  landing(1, 5),
  landing(1, 0, false),
  landing(4, 0),
  landing(7, 2),
];

test("a point means the landing whose middle is nearest in its column", () => {
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 4.8, y: 9 }), PLACES[4]);
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 9.9, y: 0 }), PLACES[5]);
  assert.deepEqual(nearest(PLACES, SQUARE, { x: -3, y: 11 }), PLACES[0]);
});

test("between two columns the nearer one is meant, whichever height the pointer has", () => {
  assert.equal(nearest(PLACES, SQUARE, { x: 6.4, y: 0 }).x, 4);
  assert.equal(nearest(PLACES, SQUARE, { x: 6.6, y: 0 }).x, 7);
});

test("everything above the foot of a straight drop means it, however far", () => {
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 1, y: 10.9 }), PLACES[0]);
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 1, y: 5 }), PLACES[0]);
});

test("a pointer under the overhang means what lies there", () => {
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 1, y: 0.5 }), PLACES[1]);
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 2, y: 1.5 }), PLACES[3]);
});

test("just below the straight drop it is still meant", () => {
  assert.deepEqual(nearest(PLACES, SQUARE, { x: 1, y: 4.5 }), PLACES[0]);
});

test("nothing is meant where nothing can land", () => {
  assert.equal(nearest([], SQUARE, { x: 1, y: 1 }), null);
});

test("left and right go to the next column with a landing, the straight one first", () => {
  assert.deepEqual(beside(PLACES, PLACES[4], -1), PLACES[2]);
  assert.deepEqual(beside(PLACES, PLACES[4], 1), PLACES[5]);
  assert.deepEqual(beside(PLACES, PLACES[3], -1), PLACES[0]);
});

test("left and right stay where they are at the edge", () => {
  assert.equal(beside(PLACES, PLACES[1], -1), PLACES[1]);
  assert.equal(beside(PLACES, PLACES[5], 1), PLACES[5]);
});

test("up and down reach what lies under an overhang and come back", () => {
  assert.deepEqual(above(PLACES, PLACES[2], -1), PLACES[3]);
  assert.deepEqual(above(PLACES, PLACES[3], 1), PLACES[2]);
  assert.equal(above(PLACES, PLACES[3], -1), PLACES[3]);
  assert.equal(above(PLACES, PLACES[4], 1), PLACES[4]);
});

test("every landing can be reached by arrow keys from every other", () => {
  for (const start of PLACES) {
    const reached = new Set([start]);
    for (const here of reached) {
      for (const step of [-1, 1]) {
        reached.add(beside(PLACES, here, step));
        reached.add(above(PLACES, here, step));
      }
    }
    assert.equal(reached.size, PLACES.length);
  }
});

test("the outermost landing is the straight one of the first or last column", () => {
  assert.deepEqual(outermost(PLACES, -1), PLACES[0]);
  assert.deepEqual(outermost(PLACES, 1), PLACES[5]);
  assert.equal(outermost([], 1), null);
});

test("the middle of a block is in the middle of its bounding box", () => {
  assert.deepEqual(middleOf(landing(3, 1), [[0, 0], [1, 0], [2, 0], [1, 1]]), { x: 4.5, y: 2 });
});

function face(color, column, affordable = true, fits = true, rolled = false) {
  return { id: `${color}-${column}`, color, column, price: 0, affordable, fits, rolled, reason: "", name: "" };
}

function choicesOf(faces, anyOpen = false) {
  return { faces, anyOpen, landings: [], seat: 0, sheet: 0, asked: 1, seq: 1, phase: "moves", bomb: null };
}

const REDS = [face("red", 1), face("red", 2, false), face("red", 3, true, true, true), face("red", 4, true, false)];

test("only what can be paid for and fits can be chosen", () => {
  assert.deepEqual(usable(choicesOf(REDS)).map((each) => each.id), ["red-1", "red-3"]);
});

test("the rolled block comes first, and another one if it fits nowhere", () => {
  assert.equal(firstFace(choicesOf(REDS)).id, "red-3");
  assert.equal(firstFace(choicesOf([face("red", 1), face("red", 3, true, false, true)])).id, "red-1");
  assert.equal(firstFace(choicesOf([face("red", 2, false)])), null);
});

test("turning goes round in both directions and leaves out what cannot be chosen", () => {
  const choices = choicesOf(REDS);
  assert.equal(nextFace(choices, "red-3", 1).id, "red-1");
  assert.equal(nextFace(choices, "red-1", 1).id, "red-3");
  assert.equal(nextFace(choices, "red-1", -1).id, "red-3");
});

test("turning stays within a colour when all blocks are open", () => {
  const choices = choicesOf([...REDS, face("blue", 1), face("blue", 2)], true);
  assert.equal(nextFace(choices, "blue-2", 1).id, "blue-1");
  assert.equal(nextFace(choices, "red-3", 1).id, "red-1");
});

test("start blocks, one of each colour, are turned through all", () => {
  const choices = choicesOf([face("white", 1), face("green", 1), face("blue", 1)]);
  assert.equal(nextFace(choices, "white-1", 1).id, "green-1");
  assert.equal(nextFace(choices, "white-1", -1).id, "blue-1");
});

test("a number means the block of the current colour, even one that cannot be had", () => {
  const choices = choicesOf([...REDS, face("blue", 2)], true);
  assert.equal(faceNumbered(choices, "red-3", 2).id, "red-2");
  assert.equal(faceNumbered(choices, "blue-2", 4), null);
});
