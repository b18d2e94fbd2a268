// @ts-check
/**
 * A game as a film: which sheet belongs to which event. Without the page, so that it can be tried out alone.
 *
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").Sheet} Sheet
 */

export class Film {
  /** @param {Frame[]} frames  One for each event, the first event first. */
  constructor(frames) {
    /** @type {Frame[]} */
    this.frames = [];
    /** For each seat the events that have changed its sheet. @type {Map<string, number[]>} */
    this.changes = new Map();
    this.add(frames);
  }

  /** The number of the last event. */
  get last() {
    return this.frames.length;
  }

  /**
   * Go on with newer events; those that are known already are left out.
   * @param {Frame[]} frames
   */
  add(frames) {
    for (const frame of frames) {
      if (frame.seq !== this.last + 1) continue;
      this.frames.push(frame);
      for (const seat of Object.keys(frame.sheets)) this.changes.set(seat, [...(this.changes.get(seat) ?? []), frame.seq]);
    }
  }

  /**
   * The nearest event that there is.
   * @param {number} seq
   */
  clamp(seq) {
    return Math.min(Math.max(Math.trunc(seq) || 1, 1), this.last);
  }

  /**
   * What an event has changed.
   * @param {number} seq
   * @returns {Frame}
   */
  at(seq) {
    return /** @type {Frame} */ (this.frames[this.clamp(seq) - 1]);
  }

  /**
   * The sheets after an event, by seat.
   * @param {number} seq
   * @returns {Map<number, Sheet>}
   */
  sheetsAt(seq) {
    const sheets = new Map();
    for (const [seat, events] of this.changes) {
      const event = events.findLast((each) => each <= seq);
      if (event !== undefined) sheets.set(Number(seat), this.at(event).sheets[seat]);
    }
    return sheets;
  }
}

/**
 * The event that an address names after its hash, or null.
 * @param {string} hash
 */
export function seqOf(hash) {
  return /^#[1-9]\d{0,8}$/.test(hash) ? Number(hash.slice(1)) : null;
}
