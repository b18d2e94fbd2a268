// @ts-check
/**
 * One player's sheet on the page: its picture, and the bars and figures beside it.
 *
 * It shows what it is told to. Play, watch, replay and tutorial use it alike.
 *
 * @typedef {import("../../types.js").After} After
 * @typedef {import("../../types.js").BoardData} BoardData
 * @typedef {import("../../types.js").Cell} Cell
 * @typedef {import("../../types.js").Fall} Fall
 * @typedef {import("../../types.js").Landing} Landing
 * @typedef {import("../../types.js").Piece} Piece
 * @typedef {import("../../types.js").Point} Point
 * @typedef {import("../../types.js").Sheet} Sheet
 */

import { setText } from "../../dom.js";
import { cornerOf, keyframesOf, letteredCell, placeOf, wayOf } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const FALL_MILLISECONDS = 250;
const ROUNDED = 5;

/**
 * The cells of a block, from its corner.
 * @param {BoardData} data
 * @param {string} color
 * @param {number} column
 * @returns {Cell[]}
 */
export function shapeOf(data, color, column) {
  return data.shapes[color]?.[Math.max(column - 1, 0)] ?? [[0, 0]];
}

/**
 * Whether nothing may move by itself.
 * @param {BoardData} data
 */
export function isStill(data) {
  return data.preferences.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The sheets of a page by their seats.
 * @param {BoardData} data
 * @param {ParentNode} [within]
 * @returns {Map<number, Board>}
 */
export function boardsOf(data, within = document) {
  const boards = new Map();
  for (const player of within.querySelectorAll("article.player[data-seat]")) {
    const board = new Board(/** @type {HTMLElement} */ (player), data);
    boards.set(board.seat, board);
  }
  return boards;
}

export class Board {
  /**
   * @param {HTMLElement} player  The element with everything about one player.
   * @param {BoardData} data
   */
  constructor(player, data) {
    this.player = player;
    this.data = data;
    this.seat = Number(player.dataset.seat);
    this.svg = /** @type {SVGSVGElement} */ (player.querySelector("svg.sheet"));
    /** The element that takes the focus and the pointer. */
    this.frame = /** @type {HTMLElement} */ (this.svg.closest(".board") ?? this.svg.parentElement);
    /** @type {Sheet | null} */
    this.sheet = null;
    /** The block that has fallen already before the event with it came. */
    this.settled = "";
    this.pieces = this.#group("pieces");
    this.way = this.#group("way");
    this.shadow = this.#group("ghost");
    this.carried = this.#group("carried");
    this.shadow.after(this.way);
  }

  /**
   * Show a sheet as it stands. Blocks that are drawn already are left alone.
   * @param {Sheet} sheet
   */
  show(sheet) {
    this.sheet = sheet;
    const names = sheet.drawn.map(nameOfPiece);
    const drawn = [...this.pieces.children];
    const kept = drawn.findIndex((group, index) => group.getAttribute("data-piece") !== names[index]);
    const same = kept < 0 ? drawn.length : kept;
    for (const group of drawn.slice(same)) group.remove();
    for (const piece of sheet.drawn.slice(same)) this.pieces.append(this.#pieceGroup(piece));
    this.#showFigures(sheet);
    this.promise(null);
  }

  /**
   * Show where a block would land and how it would fall there; null takes both away.
   * @param {Landing | null} landing
   * @param {boolean} [isStaged]  Whether only the confirmation is missing.
   */
  ghost(landing, isStaged = false) {
    this.shadow.replaceChildren();
    this.way.replaceChildren();
    this.svg.classList.toggle("has-staged", isStaged && landing !== null);
    if (landing === null) return;
    const [color = "", column = "0"] = landing.face.split("-");
    const shape = shapeOf(this.data, color, Number(column));
    this.way.append(element("polyline", { points: wayOf(this.data, shape, landing.from, landing.moves) }));
    this.shadow.append(...this.#squares(color, shape, landing.x, landing.y));
    this.shadow.setAttribute("data-place", `${landing.face}:${landing.x}:${landing.y}`);
  }

  /**
   * Show a block in the air, held above a finger; null takes it away.
   * @param {Point | null} middle
   * @param {{color: string, column: number}} [face]
   */
  carry(middle, face) {
    this.carried.replaceChildren();
    if (middle === null || face === undefined) return;
    const shape = shapeOf(this.data, face.color, face.column);
    this.carried.append(...this.#squares(face.color, shape, 0, 0));
    const width = Math.max(...shape.map(([right]) => right)) + 1;
    const at = cornerOf(this.data, middle.x - width / 2, middle.y);
    const zero = cornerOf(this.data, 0, 0);
    this.carried.setAttribute("transform", `translate(${at.x - zero.x} ${at.y - zero.y})`);
  }

  /**
   * Show on the bars what a move would spend and bring; null takes it away.
   * @param {After | null} after
   */
  promise(after) {
    const { sheet } = this;
    if (sheet === null) return;
    const spent = sheet.circled - sheet.ready;
    const spentThen = after === null ? spent : after.circled - after.ready;
    const circledThen = after === null ? sheet.circled : after.circled;
    for (const circle of this.#marked("circle")) {
      const number = Number(circle.dataset.circle);
      circle.classList.toggle("is-provisional", number > spent && number <= spentThen);
      circle.classList.toggle("is-gained", number > sheet.circled && number <= circledThen);
    }
    for (const field of this.#marked("field")) {
      const index = Number(field.dataset.field);
      field.classList.toggle("is-gained", after !== null && index > sheet.crosses && index <= after.crosses);
    }
    const left = after === null ? sheet.ready : after.ready;
    for (const ready of this.#marked("ready")) setText(ready, String(left));
    this.player.classList.toggle("has-promise", after !== null && spentThen + circledThen !== spent + sheet.circled);
  }

  /**
   * Draw a move that the server has accepted, before the event with it has come.
   * @param {Landing} landing
   * @param {After | null} after  The bars of this sheet afterwards; null if the move changes those of another one.
   */
  settle(landing, after) {
    const [color = "", column = "0"] = landing.face.split("-");
    /** @type {Piece} */
    const piece = [color, Number(column), landing.x, landing.y];
    this.ghost(null);
    const { sheet } = this;
    if (sheet === null || sheet.drawn.some((drawn) => nameOfPiece(drawn) === nameOfPiece(piece))) return;
    this.show({ ...sheet, ...after, drawn: [...sheet.drawn, piece] });
    void this.fall({ seat: this.seat, piece, from: landing.from, moves: landing.moves });
    this.settled = nameOfPiece(piece);
  }

  /**
   * Let a block that is drawn already fall to its place before the eyes of the viewer.
   * @param {Fall} fall
   * @returns {Promise<void>}  When it is there; at once if nothing may move.
   */
  async fall(fall) {
    const name = nameOfPiece(fall.piece);
    const hasFallen = this.settled === name;
    if (hasFallen) this.settled = "";
    const group = [...this.pieces.children].findLast((child) => child.getAttribute("data-piece") === name);
    if (hasFallen || group === undefined || !fall.moves || isStill(this.data)) return;
    const frames = keyframesOf(this.data, fall.from, fall.moves);
    const falling = group.animate(frames, { duration: FALL_MILLISECONDS, easing: "cubic-bezier(0.4, 0, 0.8, 0.6)" });
    await falling.finished.catch(() => undefined);
  }

  /**
   * The place in cells under a point of the screen, with fractions; rows count upwards.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  cellAt(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    if (matrix === null) return { x: 0, y: 0 };
    return placeOf(this.data, new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()));
  }

  /** How large a cell is on the screen. */
  get cellSize() {
    return this.data.cell * (this.svg.getScreenCTM()?.a ?? 1);
  }

  /**
   * Say how the player stands in this round.
   * @param {string} state  `answered`, `awaited`, `active`, `out` or nothing.
   */
  mark(state) {
    this.player.dataset.state = state;
    this.player.dataset.left = this.sheet?.left ?? "";
  }

  /** @param {Sheet} sheet */
  #showFigures(sheet) {
    for (const total of this.#marked("score")) setText(total, String(sheet.score.total));
    for (const crosses of this.#marked("crosses")) setText(crosses, String(sheet.crosses));
    for (const part of this.#marked("part")) {
      const points = Object.entries(sheet.score).find(([name]) => name === part.dataset.part)?.[1];
      if (points !== undefined) setText(part, String(points));
    }
    for (const circle of this.#marked("circle")) {
      const number = Number(circle.dataset.circle);
      const isSpent = number <= sheet.circled - sheet.ready;
      circle.classList.toggle("is-spent", isSpent);
      circle.classList.toggle("is-circled", !isSpent && number <= sheet.circled);
    }
    for (const field of this.#marked("field")) {
      field.classList.toggle("is-crossed", Number(field.dataset.field) < sheet.crosses);
      field.classList.toggle("is-current", Number(field.dataset.field) === sheet.crosses);
    }
    for (const bomb of this.#marked("bomb")) bomb.classList.toggle("is-used", Number(bomb.dataset.bomb) < sheet.bombs);
  }

  /**
   * @param {string} name
   * @returns {NodeListOf<HTMLElement | SVGElement>}
   */
  #marked(name) {
    return this.player.querySelectorAll(`[data-${name}]`);
  }

  /**
   * @param {string} name
   * @returns {SVGGElement}
   */
  #group(name) {
    const found = /** @type {SVGGElement | null} */ (this.svg.querySelector(`g.${name}`));
    if (found !== null) return found;
    const group = /** @type {SVGGElement} */ (element("g", { class: name }));
    this.svg.append(group);
    return group;
  }

  /** @param {Piece} piece */
  #pieceGroup(piece) {
    const [color, column, x, y] = piece;
    const group = element("g", { class: "piece", "data-piece": nameOfPiece(piece) });
    group.append(...this.#squares(color, shapeOf(this.data, color, column), x, y));
    return group;
  }

  /**
   * @param {string} color
   * @param {Cell[]} shape
   * @param {number} x
   * @param {number} y
   */
  #squares(color, shape, x, y) {
    const lettered = letteredCell(shape);
    return shape.flatMap((cell) => this.#square(color, x + cell[0], y + cell[1], cell === lettered));
  }

  /**
   * @param {string} color
   * @param {number} x
   * @param {number} y
   * @param {boolean} hasLetter
   */
  #square(color, x, y, hasLetter) {
    const size = this.data.cell;
    const corner = cornerOf(this.data, x, y);
    const place = { x: corner.x, y: corner.y, width: size, height: size, rx: ROUNDED };
    const square = element("rect", { class: `cell fill-${color}`, ...place });
    if (!hasLetter) return [square, element("rect", { class: "pattern", ...place, fill: `url(#pattern-${color})` })];
    const center = { x: corner.x + size / 2, y: corner.y + size / 2 };
    const letter = element("text", { class: `letter letter-${color}`, ...center });
    letter.textContent = this.data.letters[color] ?? "";
    return [square, letter];
  }
}

/** @param {Piece} piece */
function nameOfPiece(piece) {
  return piece.join(":");
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
