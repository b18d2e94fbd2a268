// @ts-check
/**
 * Where things are in a sheet's picture, in the units of its SVG. Pure.
 *
 * @typedef {import("../../types.js").BoardData} BoardData
 * @typedef {import("../../types.js").Cell} Cell
 * @typedef {import("../../types.js").Point} Point
 */

import { sizeOf } from "./landings.js";

/** @typedef {Pick<BoardData, "rows" | "cell" | "margin">} Measures */

/** @type {Record<string, Cell>} */
const STEPS = { d: [0, -1], l: [-1, 0], r: [1, 0] };

/**
 * The upper left corner of a cell.
 * @param {Measures} measures
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
export function cornerOf(measures, x, y) {
  return { x: measures.margin + x * measures.cell, y: (measures.rows - 1 - y) * measures.cell };
}

/**
 * The place in cells of a point of the picture.
 * @param {Measures} measures
 * @param {Point} point
 * @returns {Point}
 */
export function placeOf(measures, point) {
  return { x: (point.x - measures.margin) / measures.cell, y: measures.rows - point.y / measures.cell };
}

/**
 * The corners that a block has on its way, from above the sheet to its landing: only those where it turns.
 * @param {number} rows
 * @param {number} from
 * @param {string} moves
 * @returns {Cell[]}
 */
export function turnsOf(rows, from, moves) {
  /** @type {Cell[]} */
  const turns = [[from, rows]];
  let here = /** @type {Cell} */ ([from, rows]);
  for (let index = 0; index < moves.length; index += 1) {
    const [right, up] = STEPS[moves.charAt(index)] ?? [0, 0];
    here = [here[0] + right, here[1] + up];
    if (moves.charAt(index) !== moves.charAt(index + 1)) turns.push(here);
  }
  return turns;
}

/**
 * The line along which the middle of a block falls, as the points of a polyline.
 * @param {Measures} measures
 * @param {Cell[]} shape
 * @param {number} from
 * @param {string} moves
 */
export function wayOf(measures, shape, from, moves) {
  const { width, height } = sizeOf(shape);
  const { rows, cell, margin } = measures;
  return turnsOf(rows, from, moves)
    .map(([x, y]) => `${margin + (x + width / 2) * cell},${(rows - y - height / 2) * cell}`)
    .join(" ");
}

/**
 * How a drawn block moves to where it is: how far it is away at each turn, and when.
 * @param {Measures} measures
 * @param {number} from
 * @param {string} moves
 * @returns {{transform: string, offset: number}[]}
 */
export function keyframesOf(measures, from, moves) {
  const turns = turnsOf(measures.rows, from, moves);
  const [endX, endY] = turns[turns.length - 1] ?? [from, measures.rows];
  let walked = 0;
  let [lastX, lastY] = turns[0] ?? [endX, endY];
  return turns.map(([x, y]) => {
    walked += Math.abs(x - lastX) + Math.abs(y - lastY);
    [lastX, lastY] = [x, y];
    const away = `translate(${(x - endX) * measures.cell}px, ${(endY - y) * measures.cell}px)`;
    return { transform: away, offset: moves.length ? walked / moves.length : 1 };
  });
}

/**
 * The cell of a block that carries its letter: the lowest, and of these the leftmost.
 * @param {Cell[]} shape
 * @returns {Cell}
 */
export function letteredCell(shape) {
  const [first, ...others] = shape;
  return others.reduce(
    (best, cell) => (cell[1] < best[1] || (cell[1] === best[1] && cell[0] < best[0]) ? cell : best),
    /** @type {Cell} */ (first),
  );
}
