// @ts-check
/**
 * The page of a running game, for those who play in it and those who watch: it brings the other modules together.
 *
 * Whatever happens, the page asks for the frames after the last one it has drawn and for the turn as it is now. So
 * every way of hearing of something, one's own move included, ends in the same drawing.
 *
 * @typedef {import("./aiming.js").Staged} Staged
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").BoardData} BoardData
 * @typedef {import("./types.js").Choices} Choices
 * @typedef {import("./types.js").Frame} Frame
 * @typedef {import("./types.js").Frames} Frames
 */

import { Aiming } from "./aiming.js";
import { boardsOf } from "./board.js";
import { Clocks, ServerClock } from "./clock.js";
import { newCommandId, sendUntilKnown, timeout, waitBefore } from "./commands.js";
import { fill, hasKeyboard, readIsland, setText, withParameter } from "./dom.js";
import { Live } from "./live.js";
import { Chime } from "./sound.js";
import { standing } from "./standing.js";
import { focusAgain, focusOf, keepOpen } from "./swapping.js";

const CONFLICT = 409;
const FOR_GOOD = [401, 403, 404, 410];
/** After a longer absence everything is shown as it stands, without falls. */
const MOST_ANIMATED = 8;
/** How many of the latest sentences are announced together. */
const MOST_ANNOUNCED = 3;
/** The sweep that ends a turn comes a moment after its deadline. */
const AFTER_DEADLINE = 1_500;
/** Frames come in portions; more than so many one after the other are left to the next occasion. */
const MOST_ROUNDS = 20;
const CONFIRM = "brikks:confirm";
const CONFIRM_TO_DRAWN = "brikks:confirm-to-drawn";

/** What was asked for is not to be seen, now or later. */
class Gone extends Error {}

/**
 * Fetch something; an error says whether it is worth trying again.
 * @param {string} url
 * @returns {Promise<Response>}
 */
async function look(url) {
  const answer = await fetch(url, { signal: timeout() });
  if (FOR_GOOD.includes(answer.status)) throw new Gone(url);
  if (!answer.ok) throw new Error(`${answer.status}: ${url}`);
  return answer;
}

class Table {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.seq = data.seq;
    this.boards = boardsOf(data);
    this.title = document.title;
    this.isAnyOpen = false;
    /** @type {Promise<void> | null} */
    this.catching = null;
    /** The last event that is known to have happened. */
    this.wanted = data.seq;
    this.failures = 0;
    /** What is wrong with the connection, in words, by what has noticed it. @type {Map<string, string>} */
    this.troubles = new Map();
    this.chime = new Chime();
    /** The id of the command that a form has sent and that is not answered yet. @type {string | null} */
    this.sending = null;
    this.aiming = new Aiming({
      data,
      boards: this.boards,
      announce: (words) => this.announce(words),
      commit: (staged) => this.commit(staged),
      openAny: (isOpen) => void this.openAny(isOpen),
    });
    this.clock = new ServerClock(data.now, pageAnsweredAt());
    this.clocks = new Clocks(this.clock, {
      onUrgent: () => this.announce(data.texts.tenSeconds ?? ""),
      onOver: () => this.endTime(),
    });
    this.live = new Live({
      url: data.urls.stream ?? "",
      after: () => this.seq,
      onNews: (seq) => (seq === null || seq > this.seq) && this.catchUp(seq ?? 0),
      onState: (state, detail) => this.hearOfStream(state, detail),
    });
  }

  start() {
    for (const [seat, sheet] of Object.entries(this.data.sheets ?? {})) this.boards.get(Number(seat))?.show(sheet);
    this.aiming.listen();
    this.takeTurn();
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("keydown", (event) => this.key(event));
    for (const gesture of ["pointerdown", "keydown"]) {
      document.addEventListener(gesture, () => this.data.preferences.sound && this.chime.allow(), { once: true });
    }
    if (hasKeyboard() && document.activeElement === document.body && !location.hash) this.focusBoard();
    this.live.start();
  }

  get turn() {
    return /** @type {HTMLElement | null} */ (document.getElementById("turn"));
  }

  get isMyTurn() {
    return this.turn?.dataset.turn === "yours";
  }

  /** @param {string} words */
  announce(words) {
    setText(document.getElementById("status"), words);
  }

  /** A deadline has passed; what comes of it is told by the server. */
  endTime() {
    if (this.isMyTurn) this.announce(this.data.texts.timeUp ?? "");
    setTimeout(() => this.catchUp(), AFTER_DEADLINE);
  }

  focusBoard() {
    if (this.aiming.isAiming) this.aiming.board?.frame.focus({ preventScroll: true });
  }

  /** Take what the turn's part of the page says. */
  takeTurn() {
    const { turn } = this;
    this.aiming.take(/** @type {Choices | null} */ (turn === null ? null : readIsland("choices", turn)));
    document.title = this.isMyTurn ? fill(this.data.texts.yourTurn, { title: this.title }) || this.title : this.title;
    this.clocks.tick();
    if (turn?.dataset.turn === "over") this.end();
  }

  /** The game is over: nothing more will be told. */
  end() {
    this.live.stop();
    this.setTrouble("stream", "");
  }

  /**
   * Draw everything that has happened, at least up to an event; several calls at once are one.
   * @param {number} [seq]
   * @returns {Promise<void>}
   */
  catchUp(seq = 0) {
    this.wanted = Math.max(this.wanted, seq);
    this.catching ??= this.#catchUp().finally(() => {
      this.catching = null;
    });
    return this.catching;
  }

  async #catchUp() {
    for (let round = 0; round === 0 || (this.isBehind && round < MOST_ROUNDS); round += 1) {
      const news = await this.#fetchNews();
      if (news === null) return;
      this.drawFrames(news.frames);
      this.replaceTurn(news.turn);
    }
  }

  /** Frames and turn as they are now, or null if they could not be had; what follows from that is seen to. */
  async #fetchNews() {
    try {
      const [frames, turn] = await Promise.all([this.#fetchFrames(), this.#fetchTurn()]);
      this.failures = 0;
      this.setTrouble("fetching", "");
      return { frames, turn };
    } catch (error) {
      this.#failToFetch(error instanceof Gone);
      return null;
    }
  }

  /**
   * Try again after a while, unless the viewer may not see the game any more.
   * @param {boolean} isForGood
   */
  #failToFetch(isForGood) {
    if (isForGood) this.live.stop();
    else setTimeout(() => this.catchUp(), waitBefore(this.failures));
    this.failures += 1;
    this.setTrouble("fetching", isForGood ? this.data.texts.ended : this.data.texts.reconnecting);
  }

  /** Whether something is known to have happened that is not drawn, or frames and turn are of different moments. */
  get isBehind() {
    const turnSeq = Number(this.turn?.dataset.seq ?? this.seq);
    return this.seq < Math.max(this.wanted, turnSeq) || turnSeq < this.seq;
  }

  /** @returns {Promise<Frames>} */
  async #fetchFrames() {
    return (await look(withParameter(this.data.urls.frames ?? "", "after", this.seq))).json();
  }

  async #fetchTurn() {
    const url = this.data.urls.turn ?? "";
    return (await look(this.isAnyOpen ? withParameter(url, "any", 1) : url)).text();
  }

  /** @param {Frames} frames */
  drawFrames({ frames, head }) {
    const news = frames.filter((frame) => frame.seq > this.seq);
    const isAnimated = news.length <= MOST_ANIMATED && !document.hidden;
    for (const frame of news) this.drawFrame(frame, isAnimated);
    this.seq = news.at(-1)?.seq ?? Math.max(this.seq, head.seq);
    this.wanted = Math.max(this.wanted, head.seq);
    const words = news.map((frame) => frame.words).filter(Boolean);
    if (words.length) this.announce(words.slice(-MOST_ANNOUNCED).join(" "));
  }

  /**
   * @param {Frame} frame
   * @param {boolean} isAnimated
   */
  drawFrame(frame, isAnimated) {
    for (const [seat, sheet] of Object.entries(frame.sheets)) this.boards.get(Number(seat))?.show(sheet);
    for (const board of this.boards.values()) board.mark(standing(frame, board));
    if (isAnimated) for (const fall of frame.falls) void this.boards.get(fall.seat)?.fall(fall);
  }

  /** @param {string} html */
  replaceTurn(html) {
    const old = this.turn;
    const made = new DOMParser().parseFromString(html, "text/html").getElementById("turn");
    if (old === null || made === null || Number(made.dataset.seq) < Number(old.dataset.seq)) return;
    const wasMyTurn = this.isMyTurn;
    const focus = focusOf(old);
    if (made.dataset.asked !== old.dataset.asked) this.isAnyOpen = false;
    keepOpen(old, made);
    old.replaceWith(document.adoptNode(made));
    if (made.dataset.now) this.clock.set(made.dataset.now, performance.now());
    setText(document.querySelector("[data-facts-shown]"), made.dataset.facts ?? "");
    this.takeTurn();
    if (focus !== null && !focusAgain(made, focus)) this.focusOn(made);
    if (this.isMyTurn && !wasMyTurn && this.data.preferences.sound) this.chime.ring();
  }

  /**
   * Where the focus goes if what had it is gone: to the sheet if there is a block to aim, else to the next thing to do.
   * @param {HTMLElement} turn
   */
  focusOn(turn) {
    if (this.aiming.isAiming) {
      this.focusBoard();
      return;
    }
    const button = /** @type {HTMLElement | null} */ (turn.querySelector("button:not([disabled])"));
    if (button === null) turn.tabIndex = -1;
    (button ?? turn).focus({ preventScroll: true });
  }

  /**
   * Open or close the table of all blocks.
   * @param {boolean} isOpen
   */
  async openAny(isOpen) {
    this.isAnyOpen = isOpen;
    await this.#fetchTurn().then(
      (turn) => this.replaceTurn(turn),
      () => this.setTrouble("fetching", this.data.texts.reconnecting),
    );
  }

  /**
   * Make a staged move.
   * @param {Staged} staged
   */
  async commit(staged) {
    performance.clearMarks(CONFIRM);
    performance.mark(CONFIRM);
    this.isAnyOpen = false;
    const body = { command_id: staged.commandId, action: staged.action, answers: staged.answers };
    const isWanted = () => this.aiming.staged === staged;
    const onDone = () => {
      this.aiming.settle(staged);
      markDrawn();
    };
    try {
      await this.sendAndDraw(this.data.urls.actions ?? "", body, isWanted, onDone);
    } finally {
      if (isWanted()) this.aiming.release();
    }
  }

  /**
   * Send a command and draw what has come of it; a refusal is shown in its words.
   * @param {string} url
   * @param {object} body
   * @param {() => boolean} isWanted
   * @param {() => void} [onDone]  Told as soon as it is done.
   */
  async sendAndDraw(url, body, isWanted, onDone) {
    this.showMessage("");
    const onLost = (/** @type {{detail: string}} */ { detail }) =>
      this.setTrouble("sending", detail || this.data.texts.offline);
    const outcome = await sendUntilKnown(url, body, { onLost, isWanted });
    this.setTrouble("sending", "");
    if (outcome.kind === "lost") return;
    if (outcome.kind === "refused") {
      if (outcome.status === CONFLICT) await this.catchUp();
      this.showMessage(outcome.detail || (this.data.texts.failed ?? ""));
      return;
    }
    onDone?.();
    if (outcome.seq > this.seq) await this.catchUp(outcome.seq);
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
    void this.sendForm(form, command);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {{to: "actions" | "rolls", said: object}} command
   */
  async sendForm(form, { to, said }) {
    if (this.sending !== null) return;
    const id = newCommandId();
    this.sending = id;
    const buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    const answers = Number(this.turn?.dataset.asked);
    try {
      await this.sendAndDraw(this.data.urls[to] ?? "", { command_id: id, ...said, answers }, () => this.sending === id);
    } finally {
      this.sending = null;
      for (const button of buttons) button.removeAttribute("aria-disabled");
    }
  }

  /**
   * Keys beside those of aiming: the list of keys, and the way to the buttons of a decision.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const isOurs = target !== null && target.closest("#turn, .board, [data-keys]") !== null;
    if (!isOurs || target.matches("input:not([type=radio]), select, textarea")) return;
    if (event.key === "?") toggleKeys();
    else if (/^[1-9]$/.test(event.key) && !this.aiming.isAiming) this.focusButton(Number(event.key));
    else return;
    event.preventDefault();
  }

  /** @param {number} number */
  focusButton(number) {
    const buttons = this.turn?.querySelectorAll("form[data-action] button") ?? [];
    /** @type {HTMLElement | undefined} */ (buttons[number - 1])?.focus();
  }

  /** @param {string} sentence */
  showMessage(sentence) {
    const place = document.getElementById("message");
    if (place !== null) {
      setText(place, sentence);
      place.hidden = !sentence;
    }
    if (sentence) this.announce(sentence);
  }

  /**
   * @param {"open" | "lost" | "ended"} state
   * @param {string} detail
   */
  hearOfStream(state, detail) {
    const { reconnecting, ended } = this.data.texts;
    this.setTrouble("stream", state === "open" ? "" : detail || (state === "lost" ? reconnecting : ended));
  }

  /**
   * Show what is wrong with the connection as long as something is; what concerns a move comes first.
   * @param {"sending" | "stream" | "fetching"} noticedBy
   * @param {string | undefined} text
   */
  setTrouble(noticedBy, text) {
    this.troubles.set(noticedBy, text ?? "");
    const place = document.getElementById("connection");
    if (place === null) return;
    const shown = ["sending", "stream", "fetching"].map((each) => this.troubles.get(each)).find(Boolean) ?? "";
    setText(place, shown);
    place.hidden = !shown;
  }
}

/**
 * What a form asks for, or null if it is none of ours.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {{to: "actions" | "rolls", said: object} | null}
 */
function commandOf(form, submitter) {
  if (form.dataset.action) return { to: "actions", said: { action: JSON.parse(form.dataset.action) } };
  if (!form.matches("[data-roll-form]") || !(submitter instanceof HTMLButtonElement)) return null;
  return { to: "rolls", said: { roll: JSON.parse(submitter.value) } };
}

function toggleKeys() {
  const keys = document.querySelector("[data-keys]");
  if (keys instanceof HTMLDetailsElement) keys.open = !keys.open;
}

/** When the server's answer with this page came, by the steady clock. */
function pageAnsweredAt() {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.responseStart : performance.now();
}

/** Measure from Confirm to the frame in which the move is drawn. */
function markDrawn() {
  requestAnimationFrame(() => {
    performance.clearMeasures(CONFIRM_TO_DRAWN);
    performance.measure(CONFIRM_TO_DRAWN, CONFIRM);
  });
}

const data = /** @type {BoardData | null} */ (readIsland("board-data"));
if (data !== null) new Table(data).start();
