// @ts-check
/**
 * How a player stands after an event, in one word; the stylesheet shows the words for it.
 *
 * @typedef {import("../presenters/brikks/board.js").Board} Board
 * @typedef {import("../types.js").Frame} Frame
 */

/**
 * @param {Frame} frame
 * @param {Board} board
 * @returns {"out" | "answered" | "active" | "awaited" | ""}
 */
export function standing(frame, board) {
  if (board.sheet?.left) return "out";
  if (frame.answered.includes(board.seat)) return "answered";
  if (!frame.awaited.includes(board.seat)) return "";
  return frame.active === board.seat && frame.awaited.length === 1 ? "active" : "awaited";
}
