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

/** As much of a form's fields as is asked for. */
globalThis.FormData = class extends Map {
  constructor(form) {
    super(Object.entries(form.said ?? {}));
  }
  get(name) {
    return super.get(name) ?? null;
  }
};

let listeners = {};
const listening = (name, does) => (listeners[name] = does);
globalThis.document = { addEventListener: listening };
globalThis.addEventListener = listening;
const { compare } = await import(`${MODULES}/records/kept_dice.js`);

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
  await import(`${MODULES}/play/contribution.js?${pages}`);
}

/** Send a form by which a game is made, or a seat taken with what it says; what the browser adds to its dice. */
function send(commitment, of = "", said = {}, more = {}) {
  const field = { value: "", dataset: { contribution: commitment, of, ...more } };
  listeners.submit({ target: { querySelectorAll: () => [field], said } });
  return field.value;
}

const follow = (selector) => listeners.click({ target: { closest: (asked) => (asked === selector ? {} : null) } });
const kept = () => JSON.parse(globalThis.localStorage.getItem("brikks-dice") ?? "[]");
const logged = (game, commitment, ...contributions) => ({ games: [game], round: "", commitment, contributions });
const outcome = (...said) => compare(logged(...said), kept()).outcome;
const listed = (...said) => compare({ ...logged(...said), isListed: true }, kept()).outcome;

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

test("a number that somebody slips in where nobody else adds any is a number too many", async () => {
  const CHOSEN = "c".repeat(32);
  for (const said of [{}, { who_0: "me", who_1: "bot-greedy" }, { who_0: "me", who_1: "here", who_2: "" }]) {
    openTab();
    await visit("/play/");
    const added = send(SHOWN, "", said);
    await visit("/games/g-1/");
    assert.equal(outcome("g-1", SHOWN, added, ""), "same");
    assert.equal(outcome("g-1", SHOWN, added, CHOSEN), "other-numbers");
    assert.equal(listed("g-1", SHOWN, added), "other-numbers", "a list is for rounds that everybody plays");
  }
});

test("others add to a game with others, but not a list", async () => {
  openTab();
  await visit("/play/");
  const added = send(SHOWN, "", { who_0: "anyone", who_1: "me" });
  await visit("/games/g-1/");
  assert.equal(outcome("g-1", SHOWN, "c".repeat(32), added), "same");
  assert.equal(outcome("g-1", SHOWN, added, "c".repeat(32)), "other-contribution", "another seat gives other dice");
  assert.equal(listed("g-1", SHOWN, "c".repeat(32), added), "other-numbers");
});

test("whoever plays on the same device has a number of their own", async () => {
  openTab();
  await visit("/games/g-1/");
  const own = send(SHOWN, "g-1");
  const here = send(SHOWN, "g-1", { seat: "1" }, { here: "" });
  assert.equal(kept().length, 2);
  assert.equal(outcome("g-1", SHOWN, own, here), "same");
  assert.equal(outcome("g-1", SHOWN, "c".repeat(32), here), "other-contribution");
  const anew = send(SHOWN, "g-1", { seat: "0" });
  assert.equal(outcome("g-1", SHOWN, anew, here), "same", "the last one counts");
  assert.equal(compare({ ...logged("g-2", SHOWN, here, anew), games: ["g-2", "g-1"] }, kept()).outcome, "same");
});

test("dice on a table take nothing, and are not those that were shown", async () => {
  openTab();
  await visit("/play/");
  assert.equal(send(SHOWN, "", { who_0: "me", dice: "table" }), "");
  assert.equal(send(SHOWN, "", { who_0: "bot-greedy", dice: "server" }), "", "nor does a game of bots");
  assert.deepEqual(kept(), []);
  send(SHOWN, "", { who_0: "me", dice: "server" });
  await visit("/games/g-1/");
  assert.equal(outcome("g-1", ""), "other-commitment");
});

test("a round that is played again has the list that it had", async () => {
  openTab();
  await visit("/tournaments/t-1/");
  const added = send(SHOWN, "t-1/2");
  assert.equal(listed("g-1", SHOWN, "c".repeat(32), added), "same");
  assert.equal(listed("g-1", OTHER, "c".repeat(32)), "nothing-in-round");
});
