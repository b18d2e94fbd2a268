// @ts-check
/**
 * Sending commands. A command has an id of its own, so it can be sent again after a lost answer and is done once.
 *
 * @typedef {{kind: "done", seq: number}} Done
 * @typedef {{kind: "refused", status: number, code: string, detail: string}} Refusal
 * @typedef {{kind: "lost", wait: number, detail: string}} Lost  Nobody knows whether it was done: to be sent again.
 * @typedef {Done | Refusal | Lost} Outcome
 */

const ID_BYTES = 16;
const BUSY = [429, 502, 503, 504];
const PATIENCE = 10_000;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/** A new id for a command; `crypto.randomUUID` would need a secure connection. */
export function newCommandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * How long to wait before the next attempt, twice as long each time.
 * @param {number} attempt  From 0.
 * @param {number} [longest]
 */
export function waitBefore(attempt, longest = LONGEST_WAIT) {
  return Math.min(FIRST_WAIT * 2 ** attempt, longest);
}

/**
 * The token against forged requests, as the cookie has it.
 * @param {string} cookies
 */
export function csrfToken(cookies) {
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(cookies)?.[1] ?? "";
}

/**
 * What an answer means.
 * @param {number} status
 * @param {any} body  Null if it could not be read.
 * @param {string | null} retryAfter
 * @returns {Outcome}
 */
export function outcomeOf(status, body, retryAfter) {
  if (status >= 200 && status < 300 && body !== null) return { kind: "done", seq: Number(body.seq) };
  const detail = String(body?.detail ?? "");
  const isLost = BUSY.includes(status) || status >= 500 || (status < 300 && body === null);
  if (isLost) return { kind: "lost", wait: 1_000 * Math.max(Number(retryAfter) || 0, 0), detail };
  return { kind: "refused", status, code: String(body?.code ?? ""), detail };
}

/**
 * Send a command once.
 * @param {string} url
 * @param {object} body  With its `command_id`.
 * @returns {Promise<Outcome>}
 */
export async function send(url, body) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-CSRFToken": csrfToken(document.cookie),
      },
      body: JSON.stringify(body),
      signal: timeout(),
    });
    const said = await answer.json().catch(() => null);
    return outcomeOf(answer.status, said, answer.headers.get("Retry-After"));
  } catch {
    return { kind: "lost", wait: 0, detail: "" };
  }
}

/**
 * Send a command until something is known about it, the same id each time.
 * @param {string} url
 * @param {object} body
 * @param {{onLost: (lost: Lost) => void, isWanted: () => boolean}} keeping
 * @returns {Promise<Outcome>}  Lost only if it is not wanted any more.
 */
export async function sendUntilKnown(url, body, { onLost, isWanted }) {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await send(url, body);
    if (outcome.kind !== "lost") return outcome;
    onLost(outcome);
    await wakeAfter(Math.max(outcome.wait, waitBefore(attempt)));
    if (!isWanted()) return outcome;
  }
}

/**
 * Resolved after a while, or as soon as the browser is online again.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function wakeAfter(milliseconds) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener("online", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
  });
}

/**
 * What ends a request that is not answered: on a dropped connection it would wait for minutes.
 * @param {number} [milliseconds]
 */
export function timeout(milliseconds = PATIENCE) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
