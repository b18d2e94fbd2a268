// @ts-check
/** What becomes of having a game checked: the part of the page is fetched by htmx, which shows no refusals. */

import { setText } from "../dom.js";
import { showKeptDice } from "./kept_dice.js";

/** What htmx tells when no part has come. */
const FAILURES = ["htmx:responseError", "htmx:sendError", "htmx:timeout"];

/**
 * See to it that whoever asks is told how it went, whatever the server answers.
 * @param {Element} place  Where the verdict is shown.
 * @param {string} failed  The sentence for an answer that has none.
 * @param {(words: string) => void} announce
 */
export function tellVerdict(place, failed, announce) {
  const listen = (/** @type {string} */ name, /** @type {(detail: any) => void} */ then) =>
    document.addEventListener(name, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail.target === place) then(detail);
    });
  listen("htmx:beforeRequest", () => place.setAttribute("aria-busy", "true"));
  listen("htmx:afterRequest", () => place.removeAttribute("aria-busy"));
  listen("htmx:afterSwap", () => {
    const kept = showKeptDice(place);
    announce(`${place.querySelector(".verdict")?.textContent?.trim() ?? ""} ${kept}`.trim());
  });
  for (const name of FAILURES) {
    listen(name, ({ xhr }) => {
      const words = refusalIn(xhr?.responseText ?? "") || failed;
      const told = document.createElement("p");
      told.className = "message message-error";
      setText(told, words);
      place.replaceChildren(told);
      announce(words);
    });
  }
}

/**
 * The sentence of a page that says what was refused, or nothing.
 * @param {string} html
 */
function refusalIn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector(".notice > p:not([aria-hidden])")?.textContent?.trim() ?? "";
}
