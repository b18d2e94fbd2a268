// @ts-check
/** Small things about the page that every module needs. */

/** Where the stylesheets show one sheet at a time, and fold the whole table of blocks as soon as one is chosen. */
export const NARROW = "(max-width: 47.99rem)";

/**
 * The data that the server has put into the page under an id, or null.
 * @param {string} id
 * @param {ParentNode} [within]
 * @returns {any}
 */
export function readIsland(id, within = document) {
  const text = within.querySelector(`script#${id}`)?.textContent;
  return text ? JSON.parse(text) : null;
}

/**
 * Change a text only if it differs, so that nothing is laid out or announced anew.
 * @param {Element | null} place
 * @param {string} text
 */
export function setText(place, text) {
  if (place !== null && place.textContent !== text) place.textContent = text;
}

/**
 * A sentence of the server with values in its places, such as `%(words)s`.
 * @param {string | undefined} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  return (sentence ?? "").replace(/%\((\w+)\)[sd]/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * An address with one more parameter.
 * @param {string} url
 * @param {string} name
 * @param {string | number} value
 */
export function withParameter(url, name, value) {
  const joined = url.includes("?") ? "&" : "?";
  return `${url}${joined}${name}=${encodeURIComponent(value)}`;
}

/** Whether the device is likely to have keys: a phone shows where the focus is for nothing. */
export function hasKeyboard() {
  return matchMedia("(hover: hover) and (pointer: fine)").matches;
}
