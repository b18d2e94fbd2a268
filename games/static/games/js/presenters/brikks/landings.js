// @ts-check
/**
 * Which of the landings is meant by a pointer or a key. Pure: it chooses among what the server has sent.
 *
 * @typedef {import("../../types.js").Cell} Cell
 * @typedef {import("../../types.js").Choices} Choices
 * @typedef {import("../../types.js").Face} Face
 * @typedef {import("../../types.js").Landing} Landing
 * @typedef {import("../../types.js").Point} Point
 */

/**
 * How many columns and rows a block takes up.
 * @param {Cell[]} shape
 * @returns {{width: number, height: number}}
 */
export function sizeOf(shape) {
  return {
    width: Math.max(...shape.map(([right]) => right)) + 1,
    height: Math.max(...shape.map(([, up]) => up)) + 1,
  };
}

/**
 * The name of a landing in forms.
 * @param {Landing} landing
 */
export function nameOf(landing) {
  return `${landing.face}:${landing.x}:${landing.y}`;
}

/**
 * The landings of one block.
 * @param {Choices} choices
 * @param {string} face
 */
export function landingsOf(choices, face) {
  return choices.landings.filter((landing) => landing.face === face);
}

/**
 * The middle of a block where it lands.
 * @param {Landing} landing
 * @param {Cell[]} shape
 * @returns {Point}
 */
export function middleOf(landing, shape) {
  const { width, height } = sizeOf(shape);
  return { x: landing.x + width / 2, y: landing.y + height / 2 };
}

/**
 * The landing that a point means. The column counts first. In it the straight drop is meant by everything above its
 * foot; what lies under an overhang is meant by points that are nearer to it.
 * @param {Landing[]} landings
 * @param {Cell[]} shape
 * @param {Point} point
 * @returns {Landing | null}
 */
export function nearest(landings, shape, point) {
  const { width, height } = sizeOf(shape);
  const aside = (/** @type {Landing} */ landing) => Math.abs(landing.x + width / 2 - point.x);
  const away = (/** @type {Landing} */ landing) =>
    landing.straight && point.y >= landing.y ? 0 : Math.abs(landing.y + height / 2 - point.y);
  return least(landings, (landing) => [aside(landing), away(landing), landing.straight ? 0 : 1]);
}

/**
 * The landing in the next column to the left (-1) or right (1) that has one, or the same at the edge.
 * @param {Landing[]} landings
 * @param {Landing} here
 * @param {-1 | 1} step
 * @returns {Landing}
 */
export function beside(landings, here, step) {
  const further = landings.filter((landing) => Math.sign(landing.x - here.x) === step);
  const away = (/** @type {Landing} */ landing) => Math.abs(landing.y - here.y);
  return least(further, (landing) => [step * landing.x, landing.straight ? 0 : 1, away(landing)]) ?? here;
}

/**
 * The next landing further up (1) or down (-1) in the same column, or the same if there is none.
 * @param {Landing[]} landings
 * @param {Landing} here
 * @param {-1 | 1} step
 * @returns {Landing}
 */
export function above(landings, here, step) {
  const further = landings.filter((landing) => landing.x === here.x && Math.sign(landing.y - here.y) === step);
  return least(further, (landing) => [step * landing.y]) ?? here;
}

/**
 * The landing in the first (-1) or last (1) column that has one.
 * @param {Landing[]} landings
 * @param {-1 | 1} side
 * @returns {Landing | null}
 */
export function outermost(landings, side) {
  return least(landings, (landing) => [-side * landing.x, landing.straight ? 0 : 1, -landing.y]);
}

/**
 * The blocks that can be chosen: paid for, and with a place to land.
 * @param {Choices} choices
 * @returns {Face[]}
 */
export function usable(choices) {
  return choices.faces.filter((face) => face.affordable && face.fits);
}

/**
 * The block to begin with: the one that was rolled, else the first that can be chosen.
 * @param {Choices} choices
 * @returns {Face | null}
 */
export function firstFace(choices) {
  const faces = usable(choices);
  return faces.find((face) => face.rolled) ?? faces[0] ?? null;
}

/**
 * The next (1) or previous (-1) block among those to turn through: those of the same colour, or all if it stands alone.
 * @param {Choices} choices
 * @param {string} current
 * @param {-1 | 1} step
 * @returns {Face | null}
 */
export function nextFace(choices, current, step) {
  const all = usable(choices);
  const color = choices.faces.find((face) => face.id === current)?.color;
  const same = all.filter((face) => face.color === color);
  const faces = same.length > 1 || choices.anyOpen ? same : all;
  if (!faces.length) return null;
  const at = faces.findIndex((face) => face.id === current);
  return faces[(at + step + faces.length) % faces.length] ?? null;
}

/**
 * The block with a number, of the same colour as the current one if there are several.
 * @param {Choices} choices
 * @param {string} current
 * @param {number} number
 * @returns {Face | null}
 */
export function faceNumbered(choices, current, number) {
  const color = choices.faces.find((face) => face.id === current)?.color;
  const numbered = choices.faces.filter((face) => face.column === number);
  return numbered.find((face) => face.color === color) ?? null;
}

/**
 * The item with the least key, the first of several; null if there are no items.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number[]} keyOf
 * @returns {T | null}
 */
function least(items, keyOf) {
  let found = null;
  /** @type {number[]} */
  let best = [];
  for (const item of items) {
    const key = keyOf(item);
    if (found === null || isLess(key, best)) {
      found = item;
      best = key;
    }
  }
  return found;
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function isLess(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && /** @type {number} */ (one[at]) < /** @type {number} */ (other[at]);
}
