// @ts-check
/**
 * Hearing that something has happened. What has happened is fetched by whoever is told.
 *
 * A visible tab holds one stream. A hidden one asks now and then instead, because browsers open few connections to a
 * site and every tab would keep one.
 */

import { waitBefore } from "../commands.js";
import { withParameter } from "../dom.js";

const HIDDEN_POLL = 15_000;
/** A stream that is silent for so long is asked behind its back: a dead connection may say nothing for minutes. */
const SILENT_POLL = 45_000;
const LONGEST_WAIT = 20_000;

/**
 * @typedef {object} Listening
 * @property {string} url  The stream.
 * @property {() => number} after  The last event that is known.
 * @property {(seq: number | null) => void} onNews  Told the number of a new event, or null to look for any.
 * @property {(state: "open" | "lost" | "ended", detail: string) => void} onState
 */

export class Live {
  /** @param {Listening} listening */
  constructor(listening) {
    this.listening = listening;
    /** @type {EventSource | null} */
    this.source = null;
    this.attempt = 0;
    this.isEnded = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.poll = undefined;
  }

  /** Begin, and follow the tab as it is hidden and shown and the device as it loses and finds the network. */
  start() {
    document.addEventListener("visibilitychange", () => this.#followTab());
    addEventListener("pageshow", (event) => event.persisted && this.#comeBack());
    addEventListener("pagehide", () => this.#close());
    addEventListener("online", () => this.#comeBack());
    addEventListener("offline", () => this.#lose());
    this.#followTab();
  }

  /** Nothing more will happen. */
  stop() {
    this.isEnded = true;
    this.#close();
    clearInterval(this.poll);
  }

  #followTab() {
    if (this.isEnded) return;
    if (document.hidden) this.#close();
    this.#pollEvery(document.hidden ? HIDDEN_POLL : SILENT_POLL);
    if (!document.hidden && this.source === null) this.#comeBack();
  }

  /** @param {number} milliseconds */
  #pollEvery(milliseconds) {
    clearInterval(this.poll);
    this.poll = setInterval(() => this.listening.onNews(null), milliseconds);
  }

  #comeBack() {
    if (this.isEnded || document.hidden) return;
    this.attempt = 0;
    this.#open();
  }

  #open() {
    this.#close();
    const source = new EventSource(withParameter(this.listening.url, "after", this.listening.after()));
    this.source = source;
    source.addEventListener("open", () => this.#opened(source));
    source.addEventListener("message", (event) => this.#heard(event));
    source.addEventListener("end", (event) => this.#ended(/** @type {MessageEvent} */ (event)));
    source.addEventListener("error", () => source === this.source && this.#lose());
  }

  /** @param {EventSource} source */
  #opened(source) {
    if (source !== this.source) return;
    this.attempt = 0;
    this.listening.onState("open", "");
  }

  /** @param {MessageEvent} event */
  #heard(event) {
    const seq = Number(event.lastEventId);
    this.listening.onNews(Number.isInteger(seq) && seq > 0 ? seq : null);
    this.#pollEvery(SILENT_POLL);
  }

  /** @param {MessageEvent} event */
  #ended(event) {
    this.stop();
    this.listening.onState("ended", String(JSON.parse(event.data).detail ?? ""));
  }

  #lose() {
    this.#close();
    if (this.isEnded || document.hidden) return;
    this.listening.onState("lost", "");
    this.retry = setTimeout(() => this.#open(), jittered(waitBefore(this.attempt, LONGEST_WAIT)));
    this.attempt += 1;
  }

  #close() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }
}

/**
 * A little more or less, so that not everybody comes back in the same moment.
 * @param {number} milliseconds
 */
function jittered(milliseconds) {
  return milliseconds * (0.75 + Math.random() / 2);
}
