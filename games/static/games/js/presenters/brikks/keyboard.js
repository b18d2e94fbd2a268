// @ts-check
/**
 * Aiming by keys: arrows move the block, letters and digits choose another one, Space and Enter make the move ready and
 * confirm it.
 *
 * @typedef {import("./aim.js").Aiming} Aiming
 */

import { above, beside, faceNumbered, nextFace, outermost } from "./landings.js";

/** @param {Aiming} aiming */
export function listenToKeys(aiming) {
  document.addEventListener("keydown", (event) => key(aiming, event));
}

/**
 * @param {Aiming} aiming
 * @param {KeyboardEvent} event
 */
function key(aiming, event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || aiming.choices === null) return;
  const target = event.target instanceof Element ? event.target : null;
  const isOnBoard = target === aiming.board?.frame;
  if (!isOnBoard && target?.closest("#turn") === null) return;
  const isTyping = target?.matches("input, select, textarea, summary") === true;
  const isHandled =
    keyAnywhere(aiming, event, isTyping) ||
    (!isTyping && aiming.isAiming && keyOfAim(aiming, event)) ||
    (isOnBoard && keyOnBoard(aiming, event));
  if (isHandled) event.preventDefault();
}

/**
 * @param {Aiming} aiming
 * @param {KeyboardEvent} event
 * @param {boolean} isTyping
 * @returns {boolean}  Whether it was one of ours, as everywhere below.
 */
function keyAnywhere(aiming, event, isTyping) {
  if (event.key === "Escape") aiming.back();
  else if (isTyping && !(event.target instanceof HTMLInputElement && event.target.type === "radio")) return false;
  else if (event.key.toLowerCase() === "r") turnBlock(aiming, event.shiftKey ? -1 : 1);
  else if (event.key.toLowerCase() === "b" && aiming.choices?.bomb) aiming.stageBomb();
  else if (/^[1-4]$/.test(event.key) && aiming.isAiming) chooseNumber(aiming, Number(event.key));
  else return false;
  return true;
}

/**
 * @param {Aiming} aiming
 * @param {-1 | 1} step
 */
function turnBlock(aiming, step) {
  const { choices, face } = aiming;
  if (choices !== null && face !== null) aiming.choose(nextFace(choices, face.id, step));
}

/**
 * @param {Aiming} aiming
 * @param {number} number
 */
function chooseNumber(aiming, number) {
  const { choices, face } = aiming;
  if (choices !== null && face !== null) aiming.choose(faceNumbered(choices, face.id, number));
}

/**
 * @param {Aiming} aiming
 * @param {KeyboardEvent} event
 */
function keyOfAim(aiming, event) {
  const { places, landing: here } = aiming;
  if (event.key === "Home") aiming.step(outermost(places, -1));
  else if (event.key === "End") aiming.step(outermost(places, 1));
  else if (here === null) return false;
  else if (event.key === "ArrowLeft") aiming.step(beside(places, here, -1));
  else if (event.key === "ArrowRight") aiming.step(beside(places, here, 1));
  else if (event.key === "ArrowUp") aiming.step(above(places, here, 1));
  else if (event.key === "ArrowDown") aiming.step(above(places, here, -1));
  else return false;
  return true;
}

/**
 * @param {Aiming} aiming
 * @param {KeyboardEvent} event
 */
function keyOnBoard(aiming, event) {
  if (event.key !== " " && event.key !== "Enter") return false;
  if (event.repeat) return true;
  if (event.key === "Enter" && aiming.staged !== null) aiming.confirm();
  else aiming.stage();
  return true;
}
