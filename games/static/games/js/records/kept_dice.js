// @ts-check
/**
 * Whether the log of a game has the commitment that this browser was shown and the contributions that it made then, and
 * none besides where nobody else adds any.
 *
 * @typedef {import("../play/contribution.js").Kept} Kept
 * @typedef {{games: string[], round: string, commitment: string, contributions: string[], isListed: boolean}} Logged
 *   What the log says: under which names something may have been kept, and the dice. Without a commitment the site has not
 *   rolled. The contributions are those of the seats, or, where they are listed, those of a round that everybody plays.
 */

import { keptDice } from "../play/contribution.js";
import { setText } from "../dom.js";

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
  const same = all.filter((each) => each.commitment === logged.commitment);
  const missing = same.findLast((each) => !isAmong(logged, each));
  if (missing) return { outcome: "other-contribution", kept: missing };
  const kept = same.at(-1);
  if (kept) return { outcome: same.some((each) => isOutnumbered(logged, each)) ? "other-numbers" : "same", kept };
  const ofRound = all.findLast((each) => logged.round !== "" && each.of === logged.round);
  if (ofRound) return { outcome: "other-round", kept: ofRound };
  return { outcome: logged.isListed ? "nothing-in-round" : "nothing", kept: undefined };
}

/**
 * Whether a number is in the dice, on its seat as far as that is known: in a game that follows another one, with fewer
 * at the table, it is another seat.
 * @param {Logged} logged
 * @param {Kept} kept
 */
function isAmong(logged, { of, seat, contribution }) {
  const isSeatKnown = typeof seat === "number" && (of === "" || of === logged.games[0]) && !logged.isListed;
  return isSeatKnown ? logged.contributions[seat] === contribution : logged.contributions.includes(contribution);
}

/**
 * Whether the dice hold what nobody at the table has added: whoever knows the seed could choose that so that they fall as
 * they like. Numbers that are listed are those of a round; what was added to a game alone has no others beside it.
 * @param {Logged} logged
 * @param {Kept} kept
 */
function isOutnumbered(logged, { of, isAlone }) {
  if (logged.isListed) return of === "" || logged.games.includes(of);
  return isAlone && logged.contributions.filter((each) => each !== "").length > 1;
}

/**
 * Show within a verdict what the comparison gives.
 * @param {ParentNode} within
 * @returns {string} What is said, for whoever listens.
 */
export function showKeptDice(within) {
  const place = /** @type {HTMLElement | null} */ (within.querySelector("[data-kept-dice]"));
  if (place === null) return "";
  const logged = JSON.parse(place.dataset.keptDice ?? "");
  const { outcome, kept } = compare(logged, keptDice());
  // Of dice on a table there is nothing to say, unless this browser was shown others.
  if (logged.commitment === "" && kept === undefined) return "";
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
