// @ts-check
/** Countdowns on the pages of tournaments and of tables that wait, by the server's clock, also after a part of the page was replaced. */

import { Clocks, ServerClock } from "./clock.js";

const NOW = "[data-now]";
const AFTER_DEADLINE = 1_500;

/** @returns {string} */
function toldTime() {
  const place = document.querySelector(NOW);
  return (place instanceof HTMLElement && place.dataset.now) || new Date().toISOString();
}

/** What comes at a deadline comes a moment after it. */
function lookAgain() {
  setTimeout(() => document.querySelector("[data-every]")?.dispatchEvent(new Event("news")), AFTER_DEADLINE);
}

const clock = new ServerClock(toldTime(), performance.now());
const clocks = new Clocks(clock, { onUrgent: () => {}, onOver: lookAgain });
clocks.tick();

document.addEventListener("htmx:afterSwap", () => {
  clock.set(toldTime(), performance.now());
  clocks.tick();
});
