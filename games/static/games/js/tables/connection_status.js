// @ts-check
/** The line that says what is wrong with the connection, as long as something is. */

import { setText } from "../dom.js";

/** Who may notice something; what concerns a move of one's own comes first. */
const NOTICED_BY = /** @type {const} */ (["sending", "stream", "fetching"]);

export class Troubles {
  /** What is wrong, in words, by what has noticed it. @type {Map<string, string>} */
  #words = new Map();

  /**
   * @param {typeof NOTICED_BY[number]} noticedBy
   * @param {string | undefined} words  Nothing if all is well again.
   */
  set(noticedBy, words) {
    this.#words.set(noticedBy, words ?? "");
    const place = document.getElementById("connection");
    if (place === null) return;
    const shown = NOTICED_BY.map((each) => this.#words.get(each)).find(Boolean) ?? "";
    setText(place, shown);
    place.hidden = !shown;
  }
}
