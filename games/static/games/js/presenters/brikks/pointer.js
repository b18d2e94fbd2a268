// @ts-check
/**
 * Aiming by mouse or finger: the block follows the pointer over the sheet, and letting go makes the move ready.
 *
 * @typedef {import("./aim.js").Aiming} Aiming
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("../../types.js").Landing} Landing
 * @typedef {import("../../types.js").Point} Point
 */

import { sizeOf } from "./landings.js";

/** How far a block is held above a finger, in pixels: the finger must not hide it. */
const LIFT = 64;
/** Where a press is the move itself, the second press of a double click must not be the next move. */
const DOUBLE_CLICK = 350;

export class Pointing {
  /** @param {Aiming} aiming */
  constructor(aiming) {
    this.aiming = aiming;
    /** Where the pointer is, if it is over the sheet. @type {Point | null} */
    this.hover = null;
    /** The pointer that is down. @type {{id: number, landing: Landing | null} | null} */
    this.drag = null;
  }

  listen() {
    document.addEventListener("pointerdown", (event) => this.#press(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#release(event));
    document.addEventListener("pointercancel", (event) => this.#cancel(event));
    document.addEventListener("contextmenu", (event) => this.drag !== null && event.preventDefault());
  }

  /** Hold no block any more. */
  letGo() {
    this.drag = null;
    this.aiming.board?.carry(null);
  }

  /** @param {PointerEvent} event */
  #isOnBoard(event) {
    const { board, isAiming } = this.aiming;
    return isAiming && event.target instanceof Element && event.target.closest(".board") === board?.frame;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { aiming } = this;
    if (!event.isPrimary || event.button !== 0 || aiming.isSending || !this.#isOnBoard(event)) return;
    if (!aiming.data.preferences.confirm && performance.now() - aiming.begunAt < DOUBLE_CLICK) return;
    const frame = /** @type {Board} */ (aiming.board).frame;
    frame.focus({ preventScroll: true });
    frame.setPointerCapture(event.pointerId);
    this.drag = { id: event.pointerId, landing: aiming.landing };
    aiming.unstage();
    this.#follow(event, true);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { aiming } = this;
    if (this.drag !== null) {
      if (event.pointerId === this.drag.id) this.#follow(event, false);
      return;
    }
    if (event.pointerType !== "mouse") return;
    if (!this.#isOnBoard(event)) {
      this.hover = null;
      return;
    }
    const board = /** @type {Board} */ (aiming.board);
    if (document.activeElement === document.body) board.frame.focus({ preventScroll: true });
    this.hover = board.cellAt(event.clientX, event.clientY);
    if (aiming.staged === null && !aiming.isSending && !aiming.isBomb) this.#follow(event, false);
  }

  /**
   * Aim where the pointer is; a finger holds the block above itself.
   * @param {PointerEvent} event
   * @param {boolean} isForced  Show it even if the landing is the same.
   */
  #follow(event, isForced) {
    const { aiming } = this;
    const { board, face } = aiming;
    if (board === null || face === null) return;
    const under = board.cellAt(event.clientX, event.clientY);
    const isFinger = event.pointerType !== "mouse";
    const held = { x: under.x, y: under.y + LIFT / board.cellSize };
    const middle = { x: held.x, y: held.y + sizeOf(aiming.shape).height / 2 };
    if (isFinger) board.carry(held, face);
    aiming.aim = isFinger ? middle : under;
    if (aiming.takeAim() || isForced) aiming.sync();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.letGo();
    this.aiming.stage();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.aiming.landing = this.drag.landing;
    this.letGo();
    this.aiming.sync();
  }
}
