import assert from "node:assert/strict";
import { test } from "node:test";

const MODULES = "../../../games/static/games/js";
const SHOWN = "a".repeat(64);
const OTHER = "b".repeat(64);

/** As much of a browser's storage as is asked for. */
function storage() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => held.set(name, value),
    removeItem: (name) => held.delete(name),
  };
}

let listeners = {};
const listening = (name, does) => (listeners[name] = does);
globalThis.document = { addEventListener: listening };
globalThis.addEventListener = listening;
const { compare } = await import(`${MODULES}/kept_dice.js`);

/** A tab in which nothing has happened yet. */
function openTab() {
  globalThis.localStorage = storage();
  globalThis.sessionStorage = storage();
}

let pages = 0;

/** Open a page of the site in the tab, as every page with such a form and every game loads the module. */
async function visit(pathname) {
  listeners = {};
  globalThis.location = { pathname };
  pages += 1;
  await import(`${MODULES}/contribution.js?${pages}`);
}

/** Send a form by which a game is made; what the browser adds to its dice. */
function send(commitment, of = "") {
  const field = { value: "", dataset: { contribution: commitment, of } };
  listeners.submit({ target: { querySelectorAll: () => [field] } });
  return field.value;
}

const follow = (selector) => listeners.click({ target: { closest: (asked) => (asked === selector ? {} : null) } });
const kept = () => JSON.parse(globalThis.localStorage.getItem("brikks-dice") ?? "[]");
const logged = (game, commitment, ...contributions) => ({ games: [game], round: "", commitment, contributions });
const outcome = (...said) => compare(logged(...said), kept()).outcome;

test("a site that lets one wait before it shows other dice is still caught", async (context) => {
  openTab();
  await visit("/");
  const added = send(SHOWN);
  const soon = Date.now();
  context.mock.method(Date, "now", () => soon + 3_600_000);
  await visit("/games/g-1/");
  assert.deepEqual(kept().map((each) => each.of), ["g-1"]);
  assert.equal(outcome("g-1", SHOWN, added), "same");
  assert.equal(outcome("g-1", OTHER, added), "other-commitment");
  assert.equal(outcome("g-1", OTHER, "0".repeat(32)), "other-commitment");
  assert.equal(outcome("g-1", SHOWN, "0".repeat(32)), "other-contribution");
});

test("the number that was added is found with other dice, whatever page comes in between", async () => {
  openTab();
  await visit("/");
  const added = send(SHOWN);
  await visit("/");
  await visit("/games/g-1/");
  assert.deepEqual(kept().map((each) => each.of), [""]);
  assert.equal(outcome("g-1", SHOWN, added), "same");
  assert.equal(outcome("g-1", OTHER, "", added), "other-commitment");
  assert.equal(outcome("g-2", OTHER, "0".repeat(32)), "nothing");
});

test("what was sent in vain is no accusation of a game that is opened afterwards", async () => {
  for (const leave of [() => follow("a[href]"), () => listeners.pageshow({ persisted: true })]) {
    openTab();
    await visit("/");
    send(SHOWN);
    leave();
    await visit("/games/g-1/");
    assert.equal(outcome("g-1", OTHER, ""), "nothing");
  }
});

test("a game to which this browser has added before is not the one that was asked for", async () => {
  openTab();
  await visit("/games/g-1/");
  const added = send(OTHER, "g-1");
  send(SHOWN);
  await visit("/games/g-1/");
  assert.equal(outcome("g-1", OTHER, added), "same");
});
