// @ts-check
/** Replacing a part of the page without the visitor losing their place in it. */

const NAMED_BY = ["data-face", "data-action", "data-any", "data-confirm", "data-back", "data-bomb-choice", "id"];

/**
 * How to find what has the focus in a part of the page; null if the focus is elsewhere.
 * @param {HTMLElement} part
 * @returns {string | null}  A selector, empty if it has no name.
 */
export function focusOf(part) {
  const focused = document.activeElement;
  if (focused === null || !part.contains(focused)) return null;
  if (focused instanceof HTMLInputElement) {
    return `input[name="${CSS.escape(focused.name)}"][value="${CSS.escape(focused.value)}"]`;
  }
  for (const name of NAMED_BY) {
    const value = focused.getAttribute(name);
    if (value !== null) return `[${name}="${CSS.escape(value)}"]`;
  }
  const action = focused.closest("form")?.getAttribute("data-action");
  return action ? `form[data-action="${CSS.escape(action)}"] button` : "";
}

/**
 * Give the focus to what a selector finds.
 * @param {HTMLElement} part
 * @param {string} selector
 * @returns {boolean}  Whether it was found.
 */
export function focusAgain(part, selector) {
  const found = /** @type {HTMLElement | null} */ (selector ? part.querySelector(selector) : null);
  if (found === null || found.matches(":disabled")) return false;
  found.focus({ preventScroll: true });
  return true;
}

/**
 * Leave open in the new part what was open in the old one.
 * @param {HTMLElement} old
 * @param {HTMLElement} made
 */
export function keepOpen(old, made) {
  for (const details of old.querySelectorAll("details[id]")) {
    const same = made.querySelector(`#${CSS.escape(details.id)}`);
    if (same instanceof HTMLDetailsElement && details instanceof HTMLDetailsElement) same.open = details.open;
  }
}
