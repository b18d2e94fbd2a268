// @ts-check
/**
 * Countdowns by the server's clock. The device's own time of day is never asked: it may be wrong by an hour. Only the
 * time since the server told its own is measured here.
 */

import { setText } from "../dom.js";

const SECOND = 1_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const URGENT = 10;

/** What time it is at the server. */
export class ServerClock {
  /**
   * @param {string} now  What the server said.
   * @param {number} at  When it said so, by the steady clock of the page.
   */
  constructor(now, at) {
    /** How much the steady clock must be put forward. */
    this.ahead = 0;
    this.set(now, at);
  }

  /**
   * The server has said again what time it is.
   * @param {string} now
   * @param {number} at
   */
  set(now, at) {
    this.ahead = Date.parse(now) - at;
  }

  /** @param {number} at  By the steady clock of the page. */
  timeAt(at) {
    return at + this.ahead;
  }
}

/**
 * The seconds that are left, begun ones in full; never less than none.
 * @param {number} due
 * @param {number} now
 */
export function secondsLeft(due, now) {
  return Math.max(Math.ceil((due - now) / SECOND), 0);
}

/**
 * Seconds as digits, such as 0:41 or 1:05:00.
 * @param {number} seconds
 */
export function digits(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor((seconds % HOUR) / 60);
  if (seconds < HOUR) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / HOUR)}:${two(minutes)}:${two(seconds % 60)}`;
}

/**
 * How long until the number of seconds left changes.
 * @param {number} due
 * @param {number} now
 */
export function untilNextSecond(due, now) {
  const rest = (due - now) % SECOND;
  return rest > 0 ? rest : SECOND + rest;
}

/** Keeps all countdowns of the page going; they are found anew each time, since parts of the page are replaced. */
export class Clocks {
  /**
   * @param {ServerClock} clock
   * @param {{onUrgent: () => void, onOver: () => void}} telling  Told once for each deadline in the viewer's own turn.
   */
  constructor(clock, { onUrgent, onOver }) {
    this.clock = clock;
    this.onUrgent = onUrgent;
    this.onOver = onOver;
    /** @type {Set<string>} */
    this.told = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Show what is left now, and go on as long as there is a countdown. */
  tick() {
    clearTimeout(this.timer);
    const now = this.clock.timeAt(performance.now());
    let next = Infinity;
    for (const shown of document.querySelectorAll("time[data-due]")) {
      const place = /** @type {HTMLElement} */ (shown);
      const due = Date.parse(place.dataset.due ?? "");
      if (Number.isNaN(due)) continue;
      const left = secondsLeft(due, now);
      if (left < DAY) this.#show(place, left);
      if (left > 0) next = Math.min(next, untilNextSecond(due, now));
    }
    if (next !== Infinity) this.timer = setTimeout(() => this.tick(), next + 5);
  }

  /**
   * @param {HTMLElement} place
   * @param {number} left
   */
  #show(place, left) {
    setText(place, digits(left));
    place.classList.toggle("is-urgent", left <= URGENT);
    const isUrgent = left > 0 && left <= URGENT && place.closest('[data-turn="yours"]') !== null;
    if (isUrgent) this.#tell(place, "urgent", this.onUrgent);
    if (left === 0) this.#tell(place, "over", this.onOver);
  }

  /**
   * @param {HTMLElement} place
   * @param {string} what
   * @param {() => void} tell
   */
  #tell(place, what, tell) {
    const deadline = `${what} ${place.dataset.due}`;
    if (this.told.has(deadline)) return;
    this.told.add(deadline);
    tell();
  }
}
