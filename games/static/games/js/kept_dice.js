// @ts-check
/**
 * Whether the log of a game has the commitment that this browser was shown and the contribution that it made then.
 *
 * @typedef {import("./contribution.js").Kept} Kept
 * @typedef {{games: string[], round: string, commitment: string, contributions: string[]}} Logged
 *   What the log says: under which names something may have been kept, and the dice.
 */

import { keptDice } from "./contribution.js";
import { setText } from "./dom.js";

/**
 * What is kept under the name of the game counts first. A number is never added to two dice, so where the log has one
 * of ours with another commitment, the dice were exchanged, under whatever name that is kept.
 * @param {Logged} logged
 * @param {Kept[]} all
 * @returns {{outcome: string, kept: Kept | undefined}}
 */
export function compare(logged, all) {
  const own = all.filter(
    (each) => logged.games.includes(each.of) || logged.contributions.includes(each.contribution),
  );
  const other = own.findLast((each) => each.commitment !== logged.commitment);
  if (other) return { outcome: "other-commitment", kept: other };
  const same = all.findLast((each) => each.commitment === logged.commitment);
  if (same) {
    return { outcome: logged.contributions.includes(same.contribution) ? "same" : "other-contribution", kept: same };
  }
  const ofRound = all.findLast((each) => logged.round !== "" && each.of === logged.round);
  return ofRound ? { outcome: "other-round", kept: ofRound } : { outcome: "nothing", kept: undefined };
}

/**
 * Show within a verdict what the comparison gives.
 * @param {ParentNode} within
 * @returns {string} What is said, for whoever listens.
 */
export function showKeptDice(within) {
  const place = /** @type {HTMLElement | null} */ (within.querySelector("[data-kept-dice]"));
  if (place === null) return "";
  const { outcome, kept } = compare(JSON.parse(place.dataset.keptDice ?? ""), keptDice());
  const told = /** @type {HTMLElement} */ (place.querySelector(`[data-when="${outcome}"]`));
  told.hidden = false;
  place.hidden = false;
  if (outcome.startsWith("other")) {
    const verdict = within.querySelector(".verdict");
    verdict?.classList.replace("verdict-good", "verdict-wrong");
    setText(verdict?.querySelector("strong") ?? null, place.dataset.failed ?? "");
  }
  if (kept) {
    setText(place.querySelector("[data-commitment]"), kept.commitment);
    setText(place.querySelector("[data-contribution-made]"), kept.contribution);
    /** @type {HTMLElement} */ (place.querySelector("[data-values]")).hidden = false;
  }
  return told.textContent?.trim() ?? "";
}
