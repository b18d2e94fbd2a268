// @ts-check
/**
 * The page of a running game, for those who play in it and those who watch: it brings the other modules together.
 *
 * Whatever happens, the page asks for the frames after the last one it has drawn and for the turn as it is now. So
 * every way of hearing of something, one's own move included, ends in the same drawing.
 *
 * @typedef {import("../types.js").BoardData} BoardData
 * @typedef {import("../types.js").Choices} Choices
 * @typedef {import("../types.js").Frame} Frame
 */

import { Aiming } from "../presenters/brikks/aim.js";
import { boardsOf } from "../presenters/brikks/board.js";
import { Clocks, ServerClock } from "./clock.js";
import { fill, hasKeyboard, readIsland, setText } from "../dom.js";
import { Live } from "../live/stream.js";
import { Moves } from "./moves.js";
import { News } from "./news.js";
import { Chime } from "./sound.js";
import { standing } from "./player_state.js";
import { focusAgain, focusOf, keepOpen } from "./focus.js";
import { Troubles } from "./connection_status.js";

/** After a longer absence everything is shown as it stands, without falls. */
const MOST_ANIMATED = 8;
/** How many of the latest sentences are announced together. */
const MOST_ANNOUNCED = 3;
/** The sweep that ends a turn comes a moment after its deadline. */
const AFTER_DEADLINE = 1_500;

class Table {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.boards = boardsOf(data);
    this.title = document.title;
    this.troubles = new Troubles();
    this.chime = new Chime();
    this.news = new News(data, this.troubles, {
      onFrames: (frames) => this.drawFrames(frames),
      onTurn: (html) => this.replaceTurn(html),
      turnSeq: () => (this.turn === null ? null : Number(this.turn.dataset.seq)),
      onGone: () => this.live.stop(),
    });
    this.aiming = new Aiming({
      data,
      boards: this.boards,
      announce: (words) => this.announce(words),
      commit: (staged) => this.moves.commit(staged),
      openAny: (isOpen) => void this.news.openAny(isOpen),
    });
    const { news, troubles, aiming } = this;
    this.moves = new Moves({ data, news, troubles, aiming, refuse: (sentence) => this.showMessage(sentence) });
    this.clock = new ServerClock(data.now, pageAnsweredAt());
    this.clocks = new Clocks(this.clock, {
      onUrgent: () => this.announce(data.texts.tenSeconds ?? ""),
      onOver: () => this.endTime(),
    });
    this.live = new Live({
      url: data.urls.stream ?? "",
      after: () => this.news.seq,
      onNews: (seq) => (seq === null || seq > this.news.seq) && this.news.catchUp(seq ?? 0),
      onState: (state, detail) => this.hearOfStream(state, detail),
    });
  }

  start() {
    for (const [seat, sheet] of Object.entries(this.data.sheets ?? {})) this.boards.get(Number(seat))?.show(sheet);
    this.aiming.listen();
    this.takeTurn();
    document.addEventListener("submit", (event) => this.moves.submit(event));
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
    setTimeout(() => this.news.catchUp(), AFTER_DEADLINE);
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
    this.troubles.set("stream", "");
  }

  /** @param {Frame[]} frames */
  drawFrames(frames) {
    const isAnimated = frames.length <= MOST_ANIMATED && !document.hidden;
    for (const frame of frames) this.drawFrame(frame, isAnimated);
    // The status line is short on a phone and soon says something else; what somebody has lost meanwhile stays in sight.
    const unasked = frames.map((frame) => frame.unasked).findLast(Boolean);
    if (unasked) this.showMessage(unasked);
    const words = frames.map((frame) => frame.words).filter(Boolean);
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
    if (made.dataset.asked !== old.dataset.asked) this.news.isAnyOpen = false;
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
    this.troubles.set("stream", state === "open" ? "" : detail || (state === "lost" ? reconnecting : ended));
  }
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

const data = /** @type {BoardData | null} */ (readIsland("board-data"));
if (data !== null) new Table(data).start();
