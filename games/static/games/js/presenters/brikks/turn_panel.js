// @ts-check
/**
 * The panel of the turn: its tray, list in words, preview and buttons show what is chosen, and are pressed to choose.
 *
 * @typedef {import("./aim.js").Aiming} Aiming
 * @typedef {import("../../types.js").Choices} Choices
 */

import { nameOf } from "./landings.js";
import { NARROW, setText } from "../../dom.js";

/** The name of the bomb in the list. */
const BOMB = "bomb";

/** @param {Aiming} aiming */
export function listenToPanel(aiming) {
  document.addEventListener("click", (event) => click(aiming, event));
  document.addEventListener("change", (event) => pick(aiming, event));
}

/**
 * Show what is chosen.
 * @param {Aiming} aiming
 */
export function showInPanel(aiming) {
  const { choices, isBomb, landing } = aiming;
  const turn = document.getElementById("turn");
  if (turn === null || choices === null) return;
  showInTray(turn, aiming, choices);
  turn.querySelector("[data-bomb-choice]")?.setAttribute("aria-pressed", String(isBomb));
  const name = isBomb ? BOMB : landing === null ? "" : nameOf(landing);
  const radio = turn.querySelector(`input[type="radio"][value="${name}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
  setText(turn.querySelector("[data-preview]"), aiming.words);
  showButtons(turn, aiming);
}

/**
 * Say why something cannot be done, until something else is chosen.
 * @param {string} words
 */
export function hintInPanel(words) {
  setText(document.querySelector("#turn [data-preview]"), words);
}

/**
 * @param {HTMLElement} turn
 * @param {Aiming} aiming
 * @param {Choices} choices
 */
function showInTray(turn, aiming, choices) {
  turn.querySelector(".tray")?.classList.toggle("is-picked", aiming.isPicked);
  for (const face of choices.faces) {
    const button = turn.querySelector(`[data-face="${face.id}"]`);
    button?.setAttribute("aria-pressed", String(!aiming.isBomb && face === aiming.face));
    button?.classList.toggle("is-other-color", face.color !== aiming.face?.color);
  }
}

/**
 * @param {HTMLElement} turn
 * @param {Aiming} aiming
 */
function showButtons(turn, { staged, isSending }) {
  turn.classList.toggle("is-staged", staged !== null);
  turn.classList.toggle("is-sending", isSending);
  // Not `disabled`, which would take the focus away from whoever has just pressed it.
  for (const button of turn.querySelectorAll("[data-confirm]")) {
    button.setAttribute("aria-disabled", String(staged === null || isSending));
  }
  for (const button of turn.querySelectorAll("[data-back]")) {
    button.setAttribute("aria-disabled", String(isSending));
  }
}

/**
 * The buttons of the turn. Confirm pressed by a key makes the move ready first, as it does on the sheet; a mouse must
 * have done that on the sheet, since on its way here it has moved the aim.
 * @param {Aiming} aiming
 * @param {MouseEvent} event
 */
function click(aiming, event) {
  pick(aiming, event);
  const { choices } = aiming;
  const target = event.target instanceof Element ? event.target.closest("#turn button") : null;
  if (target === null || choices === null) return;
  const face = target.getAttribute("data-face");
  if (face !== null) aiming.choose(choices.faces.find((other) => other.id === face) ?? null);
  else if (target.hasAttribute("data-any")) pressAny(aiming, choices);
  else if (target.hasAttribute("data-bomb-choice")) aiming.stageBomb();
  else if (target.hasAttribute("data-back")) aiming.back();
  else if (!target.hasAttribute("data-confirm")) return;
  else if (event.detail === 0 && aiming.staged === null) aiming.stage();
  else aiming.confirm();
  event.preventDefault();
}

/**
 * Open the whole table, or close it; where a chosen block has folded it away, unfold it.
 * @param {Aiming} aiming
 * @param {Choices} choices
 */
function pressAny(aiming, choices) {
  if (choices.any !== null && !choices.any.affordable) {
    aiming.hint(choices.any.reason);
  } else if (aiming.isPicked && matchMedia(NARROW).matches) {
    aiming.isPicked = false;
    aiming.sync();
  } else {
    aiming.openAny(!choices.anyOpen);
  }
}

/**
 * A choice from the list in words. Choosing what the aim has marked already is no change but a click.
 * @param {Aiming} aiming
 * @param {Event} event
 */
function pick(aiming, event) {
  const radio = event.target;
  if (!(radio instanceof HTMLInputElement) || radio.name !== "landing" || radio.type !== "radio") return;
  const landing = aiming.choices?.landings.find((place) => nameOf(place) === radio.value) ?? null;
  if (landing !== null || radio.value === BOMB) aiming.pick(landing);
}
