// @ts-check
/**
 * What has happened in a game since the page was drawn, and the turn as it is now, fetched together: whoever hears of
 * something only says so, and everything comes by this one way.
 *
 * @typedef {import("./connection_status.js").Troubles} Troubles
 * @typedef {import("../types.js").BoardData} BoardData
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").Frames} Frames
 *
 * @typedef {object} Readers
 * @property {(frames: Frame[]) => void} onFrames  Told what is new, even if it is nothing.
 * @property {(html: string) => void} onTurn
 * @property {() => number | null} turnSeq  Of which event the turn that is shown is, if there is one.
 * @property {() => void} onGone  The viewer may not see the game any more.
 */

import { timeout, waitBefore } from "../commands.js";
import { withParameter } from "../dom.js";

const FOR_GOOD = [401, 403, 404, 410];
/** What htmx says too: without it the address of a part leads to the whole page. */
const AS_A_PART = { "HX-Request": "true" };
/** Frames come in portions; more than so many one after the other are left to the next occasion. */
const MOST_ROUNDS = 20;

/** What was asked for is not to be seen, now or later. */
class Gone extends Error {}

/**
 * Fetch something; an error says whether it is worth trying again.
 * @param {string} url
 * @returns {Promise<Response>}
 */
async function look(url) {
  const answer = await fetch(url, { headers: AS_A_PART, signal: timeout() });
  if (FOR_GOOD.includes(answer.status)) throw new Gone(url);
  if (!answer.ok) throw new Error(`${answer.status}: ${url}`);
  return answer;
}

export class News {
  /**
   * @param {BoardData} data
   * @param {Troubles} troubles
   * @param {Readers} readers
   */
  constructor(data, troubles, readers) {
    this.data = data;
    this.troubles = troubles;
    this.readers = readers;
    /** The last event that is drawn. */
    this.seq = data.seq;
    /** The last event that is known to have happened. */
    this.wanted = data.seq;
    /** Whether the turn is wanted with the table of all blocks. */
    this.isAnyOpen = false;
    this.failures = 0;
    /** @type {Promise<void> | null} */
    this.catching = null;
  }

  /**
   * Have everything drawn that has happened, at least up to an event; several calls at once are one.
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
    for (let round = 0; round === 0 || (this.#isBehind && round < MOST_ROUNDS); round += 1) {
      const news = await this.#fetch();
      if (news === null) return;
      this.#hand(news.frames);
      this.readers.onTurn(news.turn);
    }
  }

  /** @param {Frames} frames */
  #hand({ frames, head }) {
    const news = frames.filter((frame) => frame.seq > this.seq);
    this.readers.onFrames(news);
    this.seq = news.at(-1)?.seq ?? Math.max(this.seq, head.seq);
    this.wanted = Math.max(this.wanted, head.seq);
  }

  /** Whether something is known to have happened that is not drawn, or frames and turn are of different moments. */
  get #isBehind() {
    const turnSeq = this.readers.turnSeq() ?? this.seq;
    return this.seq < Math.max(this.wanted, turnSeq) || turnSeq < this.seq;
  }

  /** Frames and turn as they are now, or null if they could not be had; what follows from that is seen to. */
  async #fetch() {
    try {
      const [frames, turn] = await Promise.all([this.#fetchFrames(), this.#fetchTurn()]);
      this.failures = 0;
      this.troubles.set("fetching", "");
      return { frames, turn };
    } catch (error) {
      this.#fail(error instanceof Gone);
      return null;
    }
  }

  /**
   * Try again after a while, unless the viewer may not see the game any more.
   * @param {boolean} isForGood
   */
  #fail(isForGood) {
    if (isForGood) this.readers.onGone();
    else setTimeout(() => this.catchUp(), waitBefore(this.failures));
    this.failures += 1;
    this.troubles.set("fetching", isForGood ? this.data.texts.ended : this.data.texts.reconnecting);
  }

  /** @returns {Promise<Frames>} */
  async #fetchFrames() {
    return (await look(withParameter(this.data.urls.frames ?? "", "after", this.seq))).json();
  }

  async #fetchTurn() {
    const url = this.data.urls.turn ?? "";
    return (await look(this.isAnyOpen ? withParameter(url, "any", 1) : url)).text();
  }

  /**
   * Ask for the turn with the table of all blocks, or without it.
   * @param {boolean} isOpen
   */
  async openAny(isOpen) {
    this.isAnyOpen = isOpen;
    await this.#fetchTurn().then(
      (turn) => this.readers.onTurn(turn),
      () => this.troubles.set("fetching", this.data.texts.reconnecting),
    );
  }
}
