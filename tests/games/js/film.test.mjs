import assert from "node:assert/strict";
import { test } from "node:test";

import { Film, seqOf } from "../../../games/static/games/js/tables/film.js";

const sheet = (score) => ({ score });
const frame = (seq, sheets = {}) => ({ seq, sheets });
const frames = [
  frame(1, { 0: sheet("a1"), 1: sheet("b1") }),
  frame(2),
  frame(3, { 1: sheet("b3") }),
  frame(4, { 0: sheet("a4"), 1: sheet("b4") }),
];
const shown = (film, seq) => Object.fromEntries([...film.sheetsAt(seq)].map(([seat, each]) => [seat, each.score]));

test("after each event every seat has the sheet of its last change", () => {
  const film = new Film(frames);
  assert.deepEqual(shown(film, 1), { 0: "a1", 1: "b1" });
  assert.deepEqual(shown(film, 2), { 0: "a1", 1: "b1" });
  assert.deepEqual(shown(film, 3), { 0: "a1", 1: "b3" });
  assert.deepEqual(shown(film, 4), { 0: "a4", 1: "b4" });
});

test("a film that grows takes every event once and in order", () => {
  const film = new Film(frames.slice(0, 2));
  film.add(frames.slice(1));
  assert.equal(film.last, 4);
  film.add([frame(9, { 0: sheet("too far") })]);
  assert.equal(film.last, 4);
  assert.deepEqual(shown(film, 4), { 0: "a4", 1: "b4" });
});

test("what is no event becomes the nearest one", () => {
  const film = new Film(frames);
  assert.deepEqual([-3, 0, 2.9, 99, Number.NaN].map((seq) => film.clamp(seq)), [1, 1, 2, 4, 1]);
});

test("an address names an event by its number alone", () => {
  assert.equal(seqOf("#17"), 17);
  for (const hash of ["", "#", "#0", "#-1", "#017", "#1e3", "#proof", "#99999999999"]) assert.equal(seqOf(hash), null);
});
