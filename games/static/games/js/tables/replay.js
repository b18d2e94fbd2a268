// @ts-check
/**
 * Going through a game, event by event, and following one that is still played.
 *
 * The address names the event (`#17`), so every moment has a link, and Back goes where one has been. While a game is
 * running the film grows; whoever looks at its end stays there, whoever has gone back is left in peace.
 *
 * @typedef {import("../types.js").BoardData & {frames: Frame[]}} FilmData
 * @typedef {import("../types.js").Frame & {round?: number, roll: [string, number] | null,
 *   dice: string, tick: string | null}} Frame
 */

import { boardsOf, isStill } from "../presenters/brikks/board.js";
import { timeout } from "../commands.js";
import { fill, readIsland, setText, withParameter } from "../dom.js";
import { Film, seqOf } from "./film.js";
import { joined } from "../single_flight.js";
import { Live } from "../live/stream.js";
import { standing } from "./player_state.js";
import { tellVerdict } from "../records/verdict.js";

const STEP_MILLISECONDS = 1_100;
/** When a viewer who has just come is among those who are counted. */
const COUNTED_AFTER = 1_500;
/** In hundredths of the scrubber; narrower in long games, so that neighbours can be told apart. */
const TICK_WIDTH = { most: 0.6, least: 0.3 };
/** Marks that mean more stand higher. @type {Record<string, number>} */
const TICK_HEIGHTS = { reroll: 5, rows: 8, bomb: 8, drop: 10, end: 10 };
const SVG = "http://www.w3.org/2000/svg";

class Replay {
  /** @param {FilmData} data */
  constructor(data) {
    this.data = data;
    this.film = new Film(data.frames);
    this.boards = boardsOf(data);
    this.root = /** @type {HTMLElement} */ (document.querySelector(".film"));
    this.scrubber = /** @type {HTMLInputElement} */ (this.#part("#scrubber"));
    this.speed = /** @type {HTMLSelectElement} */ (this.#part("[data-speed]"));
    this.seq = data.seq;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.playing = undefined;
    this.isLive = this.root.dataset.live !== undefined;
    this.follows = this.isLive;
  }

  start() {
    for (const part of this.root.querySelectorAll("[data-scrubber], [data-buttons]")) part.removeAttribute("hidden");
    this.drawTicks();
    this.root.addEventListener("click", (event) => this.click(event));
    this.scrubber.addEventListener("input", () => this.go(Number(this.scrubber.value), { replaces: true }));
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.show(seqOf(location.hash) ?? (this.isLive ? this.film.last : this.data.seq)));
    this.show(seqOf(location.hash) ?? this.seq);
    tellVerdict(this.#part("#verdict"), this.data.texts.failed ?? "", (words) => this.announce(words));
    if (this.isLive) this.listen();
  }

  /** @param {string} words */
  announce(words) {
    setText(document.getElementById("status"), words);
  }

  /**
   * Go to an event: the address follows.
   * @param {number} seq
   * @param {{replaces?: boolean, falls?: boolean}} [how]  Whether Back skips where one was, and blocks may fall.
   */
  go(seq, { replaces = false, falls = false } = {}) {
    const to = this.film.clamp(seq);
    const hash = `#${to}`;
    if (location.hash !== hash) history[replaces ? "replaceState" : "pushState"](null, "", hash);
    this.show(to, falls);
  }

  /**
   * Draw a game as it was after an event.
   * @param {number} seq
   * @param {boolean} [falls]
   */
  show(seq, falls = false) {
    this.seq = this.film.clamp(seq);
    const frame = /** @type {Frame} */ (this.film.at(this.seq));
    for (const [seat, sheet] of this.film.sheetsAt(this.seq)) this.boards.get(seat)?.show(sheet);
    for (const board of this.boards.values()) board.mark(standing(frame, board));
    if (falls) for (const fall of frame.falls) void this.boards.get(fall.seat)?.fall(fall);
    this.follows = this.isLive && this.seq === this.film.last;
    this.#showMoment(frame);
  }

  /** @param {Frame} frame */
  #showMoment(frame) {
    const { texts } = this.data;
    this.scrubber.max = String(this.film.last);
    this.scrubber.value = String(this.seq);
    this.scrubber.setAttribute("aria-valuetext", frame.words);
    const place = fill(texts.place, { seq: this.seq, last: this.film.last });
    setText(this.#part("[data-place]"), frame.round ? `${place} · ${fill(texts.round, { round: frame.round })}` : place);
    setText(this.#part("[data-words]"), frame.words);
    if (this.playing === undefined) this.announce(frame.words);
    this.#showDice(frame);
    const current = this.root.querySelector('[data-events] [aria-current="step"]');
    const link = this.root.querySelector(`[data-events] [data-seq="${this.seq}"]`);
    if (current !== link) current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "step");
    if (link instanceof HTMLElement) scrollWithin(link);
    const flag = this.root.querySelector("[data-flag]");
    if (flag instanceof HTMLAnchorElement) flag.search = `?at=${this.seq}`;
    this.root.querySelector("[data-back-to-live]")?.toggleAttribute("hidden", !this.isLive || this.follows);
  }

  /** @param {Frame} frame */
  #showDice({ roll, dice }) {
    this.root.querySelector(".film-moment [data-dice]")?.toggleAttribute("hidden", !dice);
    setText(this.root.querySelector(".film-moment [data-dice-name]"), dice);
    const [color, number] = this.root.querySelectorAll(".film-moment .die");
    if (color === undefined || number === undefined) return;
    color.className = roll === null ? "die" : `die die-${roll[0]}`;
    setText(color, roll === null ? "" : (this.data.letters[roll[0]] ?? ""));
    setText(number, roll === null ? "" : String(roll[1]));
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("a[data-seq]");
    const button = target?.closest("button[data-go], button[data-play], button[data-back-to-live]");
    if (link instanceof HTMLElement && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.pause();
      this.go(Number(link.dataset.seq));
    } else if (button instanceof HTMLElement) this.press(button);
  }

  /** @param {HTMLElement} button */
  press(button) {
    if (button.dataset.play !== undefined) this.toggle();
    else if (button.dataset.go !== undefined) this.move(button.dataset.go);
    else this.go(this.film.last);
  }

  /** @param {string} where */
  move(where) {
    const to = { first: 1, before: this.seq - 1, after: this.seq + 1, last: this.film.last }[where] ?? this.seq;
    this.pause();
    this.go(to, { replaces: true, falls: where === "after" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("select, textarea, input:not([type=range])")) return;
    const where = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" }[event.key];
    const isOnControl = target?.closest("button, a, summary") !== null && target !== null;
    if (where !== undefined) this.move(where);
    else if (event.key === " " && !isOnControl) this.toggle();
    else return;
    event.preventDefault();
  }

  toggle() {
    if (this.playing !== undefined) {
      this.pause();
      return;
    }
    if (this.seq === this.film.last) this.go(1, { replaces: true });
    this.#labelPlay(this.data.texts.pause);
    this.#next();
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = undefined;
    this.#labelPlay(this.data.texts.play);
    this.announce(this.film.at(this.seq).words);
  }

  #next() {
    this.playing = setTimeout(() => {
      this.go(this.seq + 1, { replaces: true, falls: !isStill(this.data) });
      if (this.seq === this.film.last) this.pause();
      else this.#next();
    }, STEP_MILLISECONDS / Number(this.speed.value));
  }

  /** @param {string | undefined} words */
  #labelPlay(words) {
    setText(this.#part("[data-play]"), words ?? "");
  }

  drawTicks() {
    const svg = /** @type {SVGSVGElement} */ (this.#part("[data-ticks]"));
    const span = Math.max(this.film.last - 1, 1);
    const width = Math.min(TICK_WIDTH.most, Math.max(TICK_WIDTH.least, 100 / span));
    svg.setAttribute("viewBox", "0 0 100 10");
    svg.replaceChildren();
    for (const frame of /** @type {Frame[]} */ (this.film.frames)) {
      const height = TICK_HEIGHTS[frame.tick ?? ""];
      if (height === undefined) continue;
      const tick = document.createElementNS(SVG, "rect");
      const place = { x: ((frame.seq - 1) / span) * 100 - width / 2, y: 0, width, height };
      for (const [name, value] of Object.entries(place)) tick.setAttribute(name, String(value));
      tick.setAttribute("class", `tick tick-${frame.tick}`);
      svg.append(tick);
    }
  }

  /** Follow a game that is still played. */
  listen() {
    const connection = document.getElementById("connection");
    const grow = joined(() => this.grow(live));
    const live = new Live({
      url: this.data.urls.stream ?? "",
      after: () => this.film.last,
      onNews: () => void grow(),
      onState: (state, detail) => {
        const words = state === "open" ? "" : detail || (this.data.texts.reconnecting ?? "");
        setText(connection, words);
        connection?.toggleAttribute("hidden", !words);
        if (state === "open") setTimeout(grow, COUNTED_AFTER);
      },
    });
    live.start();
  }

  /** @param {Live} live */
  async grow(live) {
    const address = withParameter(this.data.urls.frames ?? "", "after", this.film.last);
    const answer = await fetch(address, { signal: timeout() }).catch(() => null);
    const said = answer?.ok ? await answer.json().catch(() => null) : null;
    if (said === null) return;
    setText(this.root.querySelector("[data-watching]"), said.watching);
    this.add(said.frames);
    if (said.status !== "running") {
      live.stop();
      this.end();
    }
  }

  /**
   * Go on with newer events; who follows the game is shown the last one.
   * @param {Frame[]} frames
   */
  add(frames) {
    const known = this.film.last;
    this.film.add(frames);
    if (this.film.last === known) return;
    this.listEvents(known);
    this.drawTicks();
    if (this.follows) this.show(this.film.last, true);
    else this.#showMoment(/** @type {Frame} */ (this.film.at(this.seq)));
  }

  /** The game is over: from now on this is a replay, with a way to the result. */
  end() {
    this.isLive = false;
    this.follows = false;
    this.data.seq = this.film.last;
    document.title = this.root.dataset.titleWhenOver ?? document.title;
    for (const part of this.root.querySelectorAll("[data-while-live]")) part.remove();
    for (const part of this.root.querySelectorAll("[data-when-over]")) part.removeAttribute("hidden");
    this.root.querySelector("[data-back-to-live]")?.setAttribute("hidden", "");
  }

  /**
   * Add the events after a known one to the list in words.
   * @param {number} known
   */
  listEvents(known) {
    const list = this.#part("[data-events]");
    for (const frame of /** @type {Frame[]} */ (this.film.frames.slice(known))) {
      const item = document.createElement("li");
      if (frame.tick) item.className = `tick-${frame.tick}`;
      const link = document.createElement("a");
      const address = new URLSearchParams(location.search);
      address.set("at", String(frame.seq));
      link.href = `?${address}`;
      link.dataset.seq = String(frame.seq);
      link.textContent = frame.words;
      item.append(link);
      list.append(item);
    }
  }

  /**
   * @param {string} selector
   * @returns {Element}
   */
  #part(selector) {
    return /** @type {Element} */ (this.root.querySelector(selector));
  }
}

/**
 * Bring an entry of a list into sight without moving the page.
 * @param {HTMLElement} link
 */
function scrollWithin(link) {
  const list = link.closest("ol");
  if (list === null || list.scrollHeight <= list.clientHeight) return;
  const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientTop + list.scrollTop;
  if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - Math.max(0, (list.clientHeight - link.offsetHeight) / 2);
  }
}

const data = /** @type {FilmData | null} */ (readIsland("board-data"));
if (data !== null) new Replay(data).start();
