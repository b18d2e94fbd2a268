// @ts-check
/**
 * Choosing a block, aiming it, staging the move and confirming it. How that is done by mouse or finger, by keys and in
 * the panel of the turn is said in `pointer.js`, `keyboard.js` and `turn_panel.js`.
 *
 * Everything that can be chosen comes from the server; the ghost on the sheet, the tray, the list, the preview and the
 * bars always show the same choice.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("../../types.js").BoardData} BoardData
 * @typedef {import("../../types.js").Choices} Choices
 * @typedef {import("../../types.js").Face} Face
 * @typedef {import("../../types.js").Landing} Landing
 * @typedef {import("../../types.js").Point} Point
 *
 * @typedef {object} Staged  A move that waits to be confirmed, under the id that its command will have.
 * @property {object} action
 * @property {number} answers
 * @property {string} commandId
 */

import { shapeOf } from "./board.js";
import { firstFace, landingsOf, middleOf, nameOf, nearest } from "./landings.js";
import { newCommandId } from "../../commands.js";
import { fill, NARROW } from "../../dom.js";
import { listenToKeys } from "./keyboard.js";
import { hintInPanel, listenToPanel, showInPanel } from "./turn_panel.js";
import { Pointing } from "./pointer.js";

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
    this.pointing = new Pointing(this);
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
    this.pointing.listen();
    listenToKeys(this);
    listenToPanel(this);
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
    this.pointing.letGo();
    this.landing = null;
    this.begunAt = performance.now();
    this.#bringIntoView();
    this.face = this.choices === null ? null : firstFace(this.choices);
    this.aim = this.pointing.hover ?? this.#center;
    this.takeAim();
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
      this.takeAim();
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
  get shape() {
    return this.face === null ? [] : shapeOf(this.data, this.face.color, this.face.column);
  }

  /** The landings of the chosen block. */
  get places() {
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
  takeAim() {
    const found = this.face === null ? null : nearest(this.places, this.shape, this.aim);
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
      this.hint(face.reason);
      return;
    }
    this.unstage();
    this.face = face;
    this.isPicked = this.choices.anyOpen;
    this.takeAim();
    this.sync();
    this.announce(fill(this.data.texts.chosen, { block: face.name, words: this.words }) || this.words);
  }

  /**
   * Say why something cannot be done, until something else is chosen.
   * @param {string} words
   */
  hint(words) {
    hintInPanel(words);
    this.announce(words);
  }

  /**
   * Aim at a landing by key.
   * @param {Landing | null} landing
   */
  step(landing) {
    if (landing === null || this.isSending) return;
    this.unstage();
    this.landing = landing;
    this.aim = middleOf(landing, this.shape);
    this.announce(landing.words);
    this.sync();
  }

  /** Make the choice ready to be confirmed; where no confirmation is wanted, that is all. */
  stage() {
    if (this.isSending || !this.#stageQuietly()) return;
    this.sync();
    if (this.data.preferences.confirm || this.isBomb) {
      this.announce(fill(this.data.texts.staged, { words: this.words }));
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

  /**
   * Stage a landing from the list in words, or the bomb: choosing there is deliberate, so only Confirm is wanting.
   * @param {Landing | null} landing
   */
  pick(landing) {
    if (this.choices === null || this.isSending) return;
    this.isBomb = landing === null;
    if (landing !== null) {
      this.landing = landing;
      this.face = this.choices.faces.find((face) => face.id === landing.face) ?? this.face;
      this.aim = middleOf(landing, this.shape);
    }
    this.#stageQuietly();
    this.sync();
  }

  /** Have nothing ready to be confirmed. */
  unstage() {
    this.staged = null;
    this.isBomb = false;
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
      this.hint((this.isAiming ? this.data.texts.aim : this.data.texts.noBlock) ?? "");
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
      this.unstage();
    } else if (this.face !== firstFace(this.choices) || this.isBomb) {
      this.isBomb = false;
      this.face = firstFace(this.choices);
      this.takeAim();
    } else if (this.choices.anyOpen) {
      this.openAny(false);
    }
    this.announce(this.words);
    this.sync();
  }

  /** What the choice brings, in words. */
  get words() {
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
    showInPanel(this);
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
