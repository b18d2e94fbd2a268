// @ts-check
/**
 * Sending what the viewer does, a staged move or a form of the turn, once and until it is known what came of it.
 *
 * @typedef {import("../presenters/brikks/aim.js").Aiming} Aiming
 * @typedef {import("../presenters/brikks/aim.js").Staged} Staged
 * @typedef {import("./news.js").News} News
 * @typedef {import("./connection_status.js").Troubles} Troubles
 * @typedef {import("../types.js").BoardData} BoardData
 *
 * @typedef {object} Surroundings
 * @property {BoardData} data
 * @property {News} news
 * @property {Troubles} troubles
 * @property {Aiming} aiming
 * @property {(sentence: string) => void} refuse  Shows why something was refused; nothing takes that away.
 *
 * @typedef {{to: "actions" | "rolls", said: object}} Command  What a form asks for.
 */

import { newCommandId, sendUntilKnown } from "../commands.js";

const CONFLICT = 409;
const CONFIRM = "brikks:confirm";
const CONFIRM_TO_DRAWN = "brikks:confirm-to-drawn";

export class Moves {
  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.data = surroundings.data;
    this.news = surroundings.news;
    this.troubles = surroundings.troubles;
    this.aiming = surroundings.aiming;
    this.refuse = surroundings.refuse;
    /** The id of the command that a form has sent and that is not answered yet. @type {string | null} */
    this.sending = null;
  }

  /**
   * Make a staged move.
   * @param {Staged} staged
   */
  async commit(staged) {
    performance.clearMarks(CONFIRM);
    performance.mark(CONFIRM);
    this.news.isAnyOpen = false;
    const body = { command_id: staged.commandId, action: staged.action, answers: staged.answers };
    const isWanted = () => this.aiming.staged === staged;
    const onDone = () => {
      this.aiming.settle(staged);
      markDrawn();
    };
    try {
      await this.#sendAndDraw(this.data.urls.actions ?? "", body, isWanted, onDone);
    } finally {
      if (isWanted()) this.aiming.release();
    }
  }

  /**
   * Send a command and have drawn what has come of it; a refusal is shown in its words.
   * @param {string} url
   * @param {object} body
   * @param {() => boolean} isWanted
   * @param {() => void} [onDone]  Told as soon as it is done.
   */
  async #sendAndDraw(url, body, isWanted, onDone) {
    this.refuse("");
    const onLost = (/** @type {{detail: string}} */ { detail }) =>
      this.troubles.set("sending", detail || this.data.texts.offline);
    const outcome = await sendUntilKnown(url, body, { onLost, isWanted });
    this.troubles.set("sending", "");
    if (outcome.kind === "lost") return;
    if (outcome.kind === "refused") {
      if (outcome.status === CONFLICT) await this.news.catchUp();
      this.refuse(outcome.detail || (this.data.texts.failed ?? ""));
      return;
    }
    onDone?.();
    if (outcome.seq > this.news.seq) await this.news.catchUp(outcome.seq);
  }

  /**
   * Send the forms of the turn without leaving the page.
   * @param {SubmitEvent} event
   */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.matches("[data-landings]")) {
      event.preventDefault();
      this.aiming.confirm();
      return;
    }
    const command = commandOf(form, event.submitter);
    if (command === null) return;
    event.preventDefault();
    const sure = form.dataset.sure;
    if (sure && !confirm(sure)) return;
    void this.#sendForm(form, command);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {Command} command
   */
  async #sendForm(form, { to, said }) {
    if (this.sending !== null) return;
    const id = newCommandId();
    this.sending = id;
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    const answers = Number(document.getElementById("turn")?.dataset.asked);
    try {
      await this.#sendAndDraw(this.data.urls[to] ?? "", { command_id: id, ...said, answers }, () => this.sending === id);
    } finally {
      this.sending = null;
      for (const button of buttons) button.removeAttribute("aria-disabled");
    }
  }
}

/**
 * What a form asks for, or null if it is none of ours.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {Command | null}
 */
function commandOf(form, submitter) {
  if (form.dataset.action) return { to: "actions", said: { action: JSON.parse(form.dataset.action) } };
  if (!form.matches("[data-roll-form]") || !(submitter instanceof HTMLButtonElement)) return null;
  return { to: "rolls", said: { roll: JSON.parse(submitter.value) } };
}

/** Measure from Confirm to the frame in which the move is drawn. */
function markDrawn() {
  requestAnimationFrame(() => {
    performance.clearMeasures(CONFIRM_TO_DRAWN);
    performance.measure(CONFIRM_TO_DRAWN, CONFIRM);
  });
}
