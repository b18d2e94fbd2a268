// @ts-check
/**
 * Choosing a block, aiming it, staging the move and confirming it: by mouse, finger, keys, or the list in words.
 *
 * Everything that can be chosen comes from the server; the ghost on the sheet, the tray, the list, the preview and the
 * bars always show the same choice.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").BoardData} BoardData
 * @typedef {import("./types.js").Choices} Choices
 * @typedef {import("./types.js").Face} Face
 * @typedef {import("./types.js").Landing} Landing
 * @typedef {import("./types.js").Point} Point
 *
 * @typedef {object} Staged  A move that waits to be confirmed, under the id that its command will have.
 * @property {object} action
 * @property {number} answers
 * @property {string} commandId
 */

import { shapeOf } from "./board.js";
import {
  above,
  beside,
  faceNumbered,
  firstFace,
  landingsOf,
  middleOf,
  nameOf,
  nearest,
  nextFace,
  outermost,
  sizeOf,
} from "./choosing.js";
import { newCommandId } from "./commands.js";
import { fill, setText } from "./dom.js";

const BOMB = "bomb";
/** Where the stylesheet folds the whole table of blocks as soon as one is chosen. */
const NARROW = "(max-width: 47.99rem)";
/** How far a block is held above a finger, in pixels: the finger must not hide it. */
const LIFT = 64;
/** Where a press is the move itself, the second press of a double click must not be the next move. */
const DOUBLE_CLICK = 350;

/**
 * @typedef {object} Surroundings
 * @property {BoardData} data
 * @property {Map<number, Board>} boards
 * @property {(words: string) => void} announce
 * @property {(staged: Staged) => Promise<void>} commit
 * @property {(isOpen: boolean) => void} openAny  Asks for the choices with or without the whole block table.
 */

export class Aiming {
  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.data = surroundings.data;
    this.boards = surroundings.boards;
    this.announce = surroundings.announce;
    this.commit = surroundings.commit;
    this.openAny = surroundings.openAny;
    /** @type {Choices | null} */
    this.choices = null;
    /** @type {Face | null} */
    this.face = null;
    /** @type {Landing | null} */
    this.landing = null;
    this.isBomb = false;
    /** @type {Staged | null} */
    this.staged = null;
    this.isSending = false;
    /** Where the pointer is, if it is over the sheet. @type {Point | null} */
    this.hover = null;
    /** The pointer that is down. @type {{id: number, landing: Landing | null} | null} */
    this.drag = null;
    /**
     * Where the viewer aims; other blocks are aimed there too, so that turning there and back changes nothing.
     * @type {Point}
     */
    this.aim = this.#center;
    /** Whether a block of the whole table is chosen, so that a small screen can show the sheet again. */
    this.isPicked = false;
    /** When the question was asked that is to be answered. */
    this.begunAt = 0;
  }

  /** Listen to the page; once, since its parts are replaced. */
  listen() {
    document.addEventListener("pointerdown", (event) => this.#press(event));
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#release(event));
    document.addEventListener("pointercancel", (event) => this.#cancel(event));
    document.addEventListener("contextmenu", (event) => this.drag !== null && event.preventDefault());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("change", (event) => this.#pick(event));
  }

  /** The sheet that is aimed at. */
  get board() {
    return this.choices === null ? null : (this.boards.get(this.choices.sheet) ?? null);
  }

  /** Whether there is a block to aim. */
  get isAiming() {
    return this.choices !== null && this.choices.landings.length > 0 && this.board !== null;
  }

  /**
   * Take what may be done now. What was chosen stays chosen as long as the same question is asked.
   * @param {Choices | null} choices
   */
  take(choices) {
    const before = this.choices;
    const left = this.board;
    this.choices = choices;
    if (left !== null && left !== this.board) leaveBoard(left);
    if (before === null || choices === null || before.asked !== choices.asked || before.sheet !== choices.sheet) {
      this.#begin();
    } else {
      this.#goOn(choices);
    }
    this.#enterBoard();
    this.sync();
    const hadFocus = [...this.boards.values()].some((board) => board.frame === document.activeElement);
    if (hadFocus && this.isAiming) this.board?.frame.focus({ preventScroll: true });
  }

  #begin() {
    this.staged = null;
    this.isSending = false;
    this.isBomb = false;
    this.isPicked = false;
    this.drag = null;
    this.board?.carry(null);
    this.landing = null;
    this.begunAt = performance.now();
    this.#bringIntoView();
    this.face = this.choices === null ? null : firstFace(this.choices);
    this.aim = this.hover ?? this.#center;
    this.#takeAim();
  }

  /** Show the sheet that is aimed at; another's may lie below the edge of a large screen, in a duel. */
  #bringIntoView() {
    if (this.choices === null || !this.isAiming) return;
    showTab(this.choices.sheet);
    if (this.choices.sheet !== this.choices.seat && !matchMedia(NARROW).matches) {
      this.board?.frame.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {Choices} choices */
  #goOn(choices) {
    if (this.isSending) return;
    const { face, landing } = this;
    this.isPicked &&= choices.anyOpen;
    this.face = choices.faces.find((other) => other.id === face?.id) ?? firstFace(choices);
    const places = landingsOf(choices, this.face?.id ?? "");
    const same = places.find((place) => landing !== null && nameOf(place) === nameOf(landing));
    if (same !== undefined) {
      this.landing = same;
    } else {
      this.staged = null;
      this.#takeAim();
    }
  }

  #enterBoard() {
    const { board } = this;
    for (const other of this.boards.values()) {
      const isAimedAt = other === board && this.isAiming;
      other.frame.classList.toggle("is-aiming", isAimedAt);
      other.player.classList.toggle("is-aimed-at", isAimedAt);
    }
    if (board === null || !this.isAiming) return;
    board.frame.tabIndex = 0;
    board.frame.setAttribute("role", "group");
    board.frame.setAttribute("aria-label", this.data.texts.board ?? "");
    board.frame.setAttribute("aria-describedby", "preview");
  }

  /** The cells of the chosen block. */
  get #shape() {
    return this.face === null ? [] : shapeOf(this.data, this.face.color, this.face.column);
  }

  /** The landings of the chosen block. */
  get #places() {
    return this.choices === null || this.face === null ? [] : landingsOf(this.choices, this.face.id);
  }

  /** Above the middle of the sheet, where nothing has been aimed at yet. */
  get #center() {
    return { x: this.data.columns / 2, y: this.data.rows };
  }

  /**
   * Choose the landing that the aim means.
   * @returns {boolean}  Whether it is another one than before.
   */
  #takeAim() {
    const found = this.face === null ? null : nearest(this.#places, this.#shape, this.aim);
    const isOther = found !== this.landing;
    this.landing = found;
    return isOther;
  }

  /**
   * Choose another block and keep the aim as near as it can be.
   * @param {Face | null} face
   */
  choose(face) {
    if (face === null || this.choices === null || this.isSending) return;
    if (!face.affordable || !face.fits) {
      this.#hint(face.reason);
      return;
    }
    this.staged = null;
    this.isBomb = false;
    this.face = face;
    this.isPicked = this.choices.anyOpen;
    this.#takeAim();
    this.sync();
    this.announce(fill(this.data.texts.chosen, { block: face.name, words: this.#words }) || this.#words);
  }

  /**
   * Say why something cannot be done, until something else is chosen.
   * @param {string} words
   */
  #hint(words) {
    setText(document.querySelector("#turn [data-preview]"), words);
    this.announce(words);
  }

  /**
   * Aim at a landing by key.
   * @param {Landing | null} landing
   */
  #step(landing) {
    if (landing === null || this.isSending) return;
    this.staged = null;
    this.isBomb = false;
    this.landing = landing;
    this.aim = middleOf(landing, this.#shape);
    this.announce(landing.words);
    this.sync();
  }

  /** Make the choice ready to be confirmed; where no confirmation is wanted, that is all. */
  stage() {
    if (this.isSending || !this.#stageQuietly()) return;
    this.sync();
    if (this.data.preferences.confirm || this.isBomb) {
      this.announce(fill(this.data.texts.staged, { words: this.#words }));
    } else {
      this.confirm();
    }
  }

  /** @returns {boolean}  Whether there was anything to stage. */
  #stageQuietly() {
    const move = this.isBomb ? this.choices?.bomb : this.landing;
    if (!move || this.choices === null) return false;
    this.staged = { action: move.action, answers: this.choices.asked, commandId: newCommandId() };
    return true;
  }

  /** Stage the bomb. */
  stageBomb() {
    if (!this.choices?.bomb || this.isSending) return;
    this.isBomb = true;
    this.stage();
  }

  /** Send the staged move, once however often this is asked for. */
  confirm() {
    if (this.isSending) return;
    if (this.staged === null) {
      this.#hint((this.isAiming ? this.data.texts.aim : this.data.texts.noBlock) ?? "");
      return;
    }
    this.isSending = true;
    this.sync();
    void this.commit(this.staged);
  }

  /**
   * The move was made: draw it at once, without waiting for the event.
   * @param {Staged} staged
   */
  settle(staged) {
    const { choices, landing } = this;
    if (this.staged !== staged || choices === null || landing === null || this.isBomb) return;
    this.board?.settle(landing, choices.sheet === choices.seat ? landing.after : null);
  }

  /** The move was not made: it is the viewer's to choose again. */
  release() {
    this.isSending = false;
    this.staged = null;
    // The choices may have been asked for again meanwhile, as for one mini block after another.
    if (this.choices !== null) this.#goOn(this.choices);
    this.sync();
  }

  /** One step back: from the staged move to aiming, then to the block that was rolled. */
  back() {
    if (this.choices === null || this.isSending) return;
    if (this.staged !== null) {
      this.staged = null;
      this.isBomb = false;
    } else if (this.face !== firstFace(this.choices) || this.isBomb) {
      this.isBomb = false;
      this.face = firstFace(this.choices);
      this.#takeAim();
    } else if (this.choices.anyOpen) {
      this.openAny(false);
    }
    this.announce(this.#words);
    this.sync();
  }

  /** What the choice brings, in words. */
  get #words() {
    if (this.isBomb) return this.choices?.bomb?.words ?? "";
    if (this.landing !== null) return this.landing.words;
    return (this.face === null ? this.data.texts.noBlock : this.data.texts.noPlace) ?? "";
  }

  /** Show the choice wherever it is shown. */
  sync() {
    const { board, choices } = this;
    if (board !== null) {
      const landing = this.isBomb ? null : this.landing;
      board.ghost(landing, this.staged !== null);
      board.promise(choices?.sheet === choices?.seat ? (landing?.after ?? null) : null);
    }
    const turn = document.getElementById("turn");
    if (turn === null || choices === null) return;
    this.#syncTray(turn, choices);
    turn.querySelector("[data-bomb-choice]")?.setAttribute("aria-pressed", String(this.isBomb));
    const name = this.isBomb ? BOMB : this.landing === null ? "" : nameOf(this.landing);
    const radio = turn.querySelector(`input[type="radio"][value="${name}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    setText(turn.querySelector("[data-preview]"), this.#words);
    this.#syncButtons(turn);
  }

  /**
   * @param {HTMLElement} turn
   * @param {Choices} choices
   */
  #syncTray(turn, choices) {
    turn.querySelector(".tray")?.classList.toggle("is-picked", this.isPicked);
    for (const face of choices.faces) {
      const button = turn.querySelector(`[data-face="${face.id}"]`);
      button?.setAttribute("aria-pressed", String(!this.isBomb && face === this.face));
      button?.classList.toggle("is-other-color", face.color !== this.face?.color);
    }
  }

  /** @param {HTMLElement} turn */
  #syncButtons(turn) {
    turn.classList.toggle("is-staged", this.staged !== null);
    turn.classList.toggle("is-sending", this.isSending);
    // Not `disabled`, which would take the focus away from whoever has just pressed it.
    for (const button of turn.querySelectorAll("[data-confirm]")) {
      button.setAttribute("aria-disabled", String(this.staged === null || this.isSending));
    }
    for (const button of turn.querySelectorAll("[data-back]")) {
      button.setAttribute("aria-disabled", String(this.isSending));
    }
  }

  /** @param {PointerEvent} event */
  #isOnBoard(event) {
    return this.isAiming && event.target instanceof Element && event.target.closest(".board") === this.board?.frame;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary || event.button !== 0 || this.isSending || !this.#isOnBoard(event)) return;
    if (!this.data.preferences.confirm && performance.now() - this.begunAt < DOUBLE_CLICK) return;
    const frame = /** @type {Board} */ (this.board).frame;
    frame.focus({ preventScroll: true });
    frame.setPointerCapture(event.pointerId);
    this.drag = { id: event.pointerId, landing: this.landing };
    this.staged = null;
    this.isBomb = false;
    this.#follow(event, true);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.drag !== null) {
      if (event.pointerId === this.drag.id) this.#follow(event, false);
      return;
    }
    if (event.pointerType !== "mouse") return;
    if (!this.#isOnBoard(event)) {
      this.hover = null;
      return;
    }
    if (document.activeElement === document.body) this.board?.frame.focus({ preventScroll: true });
    this.hover = /** @type {Board} */ (this.board).cellAt(event.clientX, event.clientY);
    if (this.staged === null && !this.isSending && !this.isBomb) this.#follow(event, false);
  }

  /**
   * Aim where the pointer is; a finger holds the block above itself.
   * @param {PointerEvent} event
   * @param {boolean} isForced  Show it even if the landing is the same.
   */
  #follow(event, isForced) {
    const { board } = this;
    if (board === null || this.face === null) return;
    const under = board.cellAt(event.clientX, event.clientY);
    const isFinger = event.pointerType !== "mouse";
    const held = { x: under.x, y: under.y + LIFT / board.cellSize };
    const middle = { x: held.x, y: held.y + sizeOf(this.#shape).height / 2 };
    if (isFinger) board.carry(held, this.face);
    this.aim = isFinger ? middle : under;
    if (this.#takeAim() || isForced) this.sync();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.drag = null;
    this.board?.carry(null);
    this.stage();
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (event.pointerId !== this.drag?.id) return;
    this.landing = this.drag.landing;
    this.drag = null;
    this.board?.carry(null);
    this.sync();
  }

  /**
   * The buttons of the turn. Confirm pressed by a key makes the move ready first, as it does on the sheet; a mouse must
   * have done that on the sheet, since on its way here it has moved the aim.
   * @param {MouseEvent} event
   */
  #click(event) {
    this.#pick(event);
    const target = event.target instanceof Element ? event.target.closest("#turn button") : null;
    if (target === null || this.choices === null) return;
    const face = target.getAttribute("data-face");
    if (face !== null) this.choose(this.choices.faces.find((other) => other.id === face) ?? null);
    else if (target.hasAttribute("data-any")) this.#pressAny(this.choices);
    else if (target.hasAttribute("data-bomb-choice")) this.stageBomb();
    else if (target.hasAttribute("data-back")) this.back();
    else if (!target.hasAttribute("data-confirm")) return;
    else if (event.detail === 0 && this.staged === null) this.stage();
    else this.confirm();
    event.preventDefault();
  }

  /**
   * Open the whole table, or close it; where a chosen block has folded it away, unfold it.
   * @param {Choices} choices
   */
  #pressAny(choices) {
    if (choices.any !== null && !choices.any.affordable) {
      this.#hint(choices.any.reason);
    } else if (this.isPicked && matchMedia(NARROW).matches) {
      this.isPicked = false;
      this.sync();
    } else {
      this.openAny(!choices.anyOpen);
    }
  }

  /**
   * A choice from the list in words is a deliberate one, so it is staged at once; it is sent only by Confirm. Choosing
   * what the aim has marked already is no change but a click.
   * @param {Event} event
   */
  #pick(event) {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement) || radio.name !== "landing" || radio.type !== "radio") return;
    const landing = this.choices?.landings.find((place) => nameOf(place) === radio.value) ?? null;
    if (this.choices === null || this.isSending || (landing === null && radio.value !== BOMB)) return;
    this.isBomb = landing === null;
    if (landing !== null) {
      this.landing = landing;
      this.face = this.choices.faces.find((face) => face.id === landing.face) ?? this.face;
      this.aim = middleOf(landing, this.#shape);
    }
    this.#stageQuietly();
    this.sync();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || this.choices === null) return;
    const target = event.target instanceof Element ? event.target : null;
    const isOnBoard = target === this.board?.frame;
    if (!isOnBoard && target?.closest("#turn") === null) return;
    const isTyping = target?.matches("input, select, textarea, summary") === true;
    const isHandled =
      this.#keyAnywhere(event, isTyping) ||
      (!isTyping && this.isAiming && this.#keyOfAim(event)) ||
      (isOnBoard && this.#keyOnBoard(event));
    if (isHandled) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} isTyping
   */
  #keyAnywhere(event, isTyping) {
    if (event.key === "Escape") this.back();
    else if (isTyping && !(event.target instanceof HTMLInputElement && event.target.type === "radio")) return false;
    else if (event.key.toLowerCase() === "r") this.#turnBlock(event.shiftKey ? -1 : 1);
    else if (event.key.toLowerCase() === "b" && this.choices?.bomb) this.stageBomb();
    else if (/^[1-4]$/.test(event.key) && this.isAiming) this.#chooseNumber(Number(event.key));
    else return false;
    return true;
  }

  /** @param {-1 | 1} step */
  #turnBlock(step) {
    if (this.choices !== null && this.face !== null) this.choose(nextFace(this.choices, this.face.id, step));
  }

  /** @param {number} number */
  #chooseNumber(number) {
    if (this.choices !== null && this.face !== null) this.choose(faceNumbered(this.choices, this.face.id, number));
  }

  /** @param {KeyboardEvent} event */
  #keyOfAim(event) {
    const places = this.#places;
    const here = this.landing;
    if (event.key === "Home") this.#step(outermost(places, -1));
    else if (event.key === "End") this.#step(outermost(places, 1));
    else if (here === null) return false;
    else if (event.key === "ArrowLeft") this.#step(beside(places, here, -1));
    else if (event.key === "ArrowRight") this.#step(beside(places, here, 1));
    else if (event.key === "ArrowUp") this.#step(above(places, here, 1));
    else if (event.key === "ArrowDown") this.#step(above(places, here, -1));
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #keyOnBoard(event) {
    if (event.key !== " " && event.key !== "Enter") return false;
    if (event.repeat) return true;
    if (event.key === "Enter" && this.staged !== null) this.confirm();
    else this.stage();
    return true;
  }
}

/** @param {Board} board */
function leaveBoard(board) {
  board.ghost(null);
  board.carry(null);
  board.promise(null);
  board.frame.classList.remove("is-aiming");
}

/**
 * On a small screen one sheet is shown at a time: show the one that is aimed at.
 * @param {number} seat
 */
function showTab(seat) {
  const tab = document.getElementById(`show-${seat}`);
  if (tab instanceof HTMLInputElement) tab.checked = true;
}
