// @ts-check
/**
 * One step of the tutorial: the sheet and the ways to aim are those of a game; whether the aim is reached says the server.
 *
 * @typedef {import("../presenters/brikks/aim.js").Staged} Staged
 * @typedef {import("../types.js").BoardData} BoardData
 * @typedef {import("../types.js").Fall} Fall
 * @typedef {import("../types.js").Sheet} Sheet
 *
 * @typedef {object} Tried  What has come of a move.
 * @property {boolean} is_done
 * @property {string} words
 * @property {Record<string, Sheet>} [sheets]
 * @property {Fall[]} [falls]
 */

import { Aiming } from "../presenters/brikks/aim.js";
import { boardsOf } from "../presenters/brikks/board.js";
import { csrfToken } from "../commands.js";
import { hasKeyboard, readIsland, setText } from "../dom.js";

class Lesson {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.boards = boardsOf(data);
    this.aiming = new Aiming({
      data,
      boards: this.boards,
      announce: (words) => setText(document.getElementById("status"), words),
      commit: (staged) => this.commit(staged),
      openAny: () => undefined,
    });
  }

  start() {
    this.show(this.data.sheets);
    this.aiming.listen();
    this.aiming.take(readIsland("choices"));
    document.addEventListener("submit", (event) => this.submit(event));
    if (!hasKeyboard() || document.activeElement !== document.body) return;
    this.aiming.board?.frame.focus({ preventScroll: true });
    this.aiming.announce(document.getElementById("turn-title")?.textContent ?? "");
  }

  /** @param {Record<string, Sheet>} sheets */
  show(sheets) {
    for (const [seat, sheet] of Object.entries(sheets)) this.boards.get(Number(seat))?.show(sheet);
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    if (!(event.target instanceof HTMLFormElement) || !event.target.matches("[data-landings]")) return;
    event.preventDefault();
    this.aiming.confirm();
  }

  /** @param {Staged} staged */
  async commit(staged) {
    const tried = await this.send(staged).catch(() => null);
    if (tried?.is_done) this.finish(tried);
    else this.tryAgain(tried?.words || (this.data.texts.failed ?? ""));
  }

  /**
   * @param {Staged} staged
   * @returns {Promise<Tried>}
   */
  async send(staged) {
    const answer = await fetch(this.data.urls.try ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken(document.cookie) },
      body: JSON.stringify({ action: staged.action }),
    });
    const said = await answer.json();
    return answer.ok ? said : { is_done: false, words: String(said.detail ?? "") };
  }

  /**
   * Draw the move, say what it has brought, and show the way on.
   * @param {Tried} tried
   */
  finish({ words, sheets, falls }) {
    this.aiming.take(null);
    this.show(sheets ?? {});
    for (const fall of falls ?? []) void this.boards.get(fall.seat)?.fall(fall);
    setText(document.getElementById("turn-title"), words);
    this.hint("");
    document.getElementById("turn")?.classList.add("is-done");
    const next = document.querySelector("[data-done]");
    if (next instanceof HTMLElement) next.hidden = false;
    next?.querySelector("a")?.focus({ preventScroll: true });
    this.aiming.announce(words);
  }

  /** @param {string} words */
  tryAgain(words) {
    this.aiming.release();
    this.hint(words);
    this.aiming.announce(words);
  }

  /**
   * Say something in the place of the task; nothing brings the task back.
   * @param {string} words
   */
  hint(words) {
    const place = document.getElementById("message");
    setText(place, words);
    if (place !== null) place.hidden = !words;
    document.getElementById("turn")?.classList.toggle("has-hint", Boolean(words));
  }
}

const data = /** @type {BoardData | null} */ (readIsland("board-data"));
if (data !== null) new Lesson(data).start();
