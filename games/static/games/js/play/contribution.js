// @ts-check
/**
 * What this browser adds to the dice: 32 random hex digits for every form that asks for them.
 *
 * A form says by which commitment its dice are fixed; only then a contribution is made. Both are kept here at that
 * moment, so that they can be compared with the log afterwards, whatever the server says then. It imports nothing: the
 * first page brings this one module.
 *
 * @typedef {{of: string, who: string, commitment: string, contribution: string, seat: number | null, isAlone: boolean,
 *   at: number}} Kept
 *   `of` names the game, or the round of a tournament as "tournament/round"; empty as long as there is none. `who` is empty
 *   for the one before the screen, and names the seat for somebody who plays on the same device. `seat` is the one that the
 *   number is for, as far as the form says it, and `isAlone` whether nobody else adds anything.
 */

const BYTES = 16;
const PLACE = "brikks-dice";
/** Under which name a tab remembers what it has sent to have a game made whose name it does not know yet. */
const SENT = "brikks-dice-sent";
/** How many are kept, the newest. */
const MOST = 200;

/** Who takes a seat by the form of a new game: whoever fills it in, and whom this browser knows nothing of. */
const ME = "me";
const STRANGERS = ["anyone", "registered"];

/** For which commitment a field was filled in here: what was sent once is never added to other dice. */
const filled = new WeakMap();

/** @returns {string} */
export function contribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Kept[]} Everything that this browser has kept, the newest last; nothing if it keeps nothing. */
export function keptDice() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} all */
function store(all) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all.slice(-MOST)));
  } catch {
    // A browser that keeps nothing says so when the game is verified.
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLFormElement} form
 */
function add(input, form) {
  const commitment = input.dataset.contribution ?? "";
  // Nothing is added to dice that are not fixed yet, nor to those on a table.
  if (commitment === "" || new FormData(form).get("dice") === "table") return;
  const place = seatBy(form);
  if (place.seat === -1) return;
  if (filled.get(input) !== commitment) {
    input.value = contribution();
    filled.set(input, commitment);
  }
  const of = input.dataset.of ?? "";
  const who = "here" in input.dataset ? String(place.seat) : "";
  const others = keptDice().filter((each) => each.commitment !== commitment || each.of !== of || each.who !== who);
  const isAlone = of === "" && place.isAlone;
  store([...others, { of, who, commitment, contribution: input.value, seat: place.seat, isAlone, at: Date.now() }]);
  if (of === "") noteSent(commitment);
}

/**
 * The seat for which a form adds to the dice, null if it does not say, -1 if it takes none; and whether nobody else adds
 * to them, as bots and those on the same device do not.
 * @param {HTMLFormElement} form
 * @returns {{seat: number | null, isAlone: boolean}}
 */
function seatBy(form) {
  const said = new FormData(form);
  const who = [...said.keys()].filter((name) => name.startsWith("who_")).map((name) => said.get(name));
  if (who.length > 0) {
    const taken = who.filter((each) => each !== "");
    return { seat: taken.indexOf(ME), isAlone: !taken.some((each) => STRANGERS.includes(String(each))) };
  }
  const seat = said.get("seat");
  // A form without any seats is for somebody who plays alone, or leaves it to the site where they sit down.
  if (seat === null || seat === "") return { seat: null, isAlone: true };
  return { seat: Number(seat), isAlone: false };
}

/**
 * Remember in this tab what was sent, or forget it.
 * @param {string | null} commitment
 */
function noteSent(commitment) {
  try {
    if (commitment === null) sessionStorage.removeItem(SENT);
    else sessionStorage.setItem(SENT, commitment);
  } catch {
    // As above.
  }
}

/** @returns {string | null} */
function sent() {
  try {
    return sessionStorage.getItem(SENT);
  } catch {
    return null;
  }
}

/** Filled in when the form is sent, so that parts of the page which came later take part as well. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  for (const field of form.querySelectorAll("input[data-contribution]")) {
    add(/** @type {HTMLInputElement} */ (field), form);
  }
});

/**
 * The game that opens next is the one that was asked for, however long that takes; any other page means that it was
 * refused. A game of which something is kept was there before.
 */
function noteGame() {
  const commitment = sent();
  if (commitment === null) return;
  noteSent(null);
  const all = keptDice();
  const game = /^\/games\/([^/]+)\/$/.exec(location.pathname)?.[1] ?? "";
  if (all.some((each) => each.of === game)) return;
  store(all.map((each) => (each.commitment === commitment && each.of === "" ? { ...each, of: game } : each)));
}

/** Whoever goes somewhere else, or is back on the page of the form, has not come to that game by it. */
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("a[href]")) noteSent(null);
});
addEventListener("pageshow", (event) => event.persisted && noteSent(null));

noteGame();
