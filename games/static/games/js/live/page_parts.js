// @ts-check
/**
 * Keeps the live parts of a page fresh: a part with `data-every` gets the event `news` every so many seconds while the
 * page is visible, and at once when the stream in `data-stream` says something. htmx fetches the part then. What such
 * a part says of itself in `data-says` is repeated in `data-said` outside it: a line that is replaced is not read out.
 */

const NEWS = "news";
const SOON = 300;

/** @type {EventSource | null} */
let stream = null;
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let soon;
/** @type {string | null} */
let seen = null;

/** Nobody's typing is thrown away: a part in which somebody writes is left alone until they are done. */
function isBusy() {
  const active = document.activeElement;
  const current = currentPart();
  const isWriting = active instanceof HTMLInputElement && active.type !== "hidden" && active.value !== "" && !active.readOnly;
  if (current === null) return false;
  return (current.contains(active) && (isWriting || active instanceof HTMLSelectElement)) || hasDraft(current);
}

/**
 * Whether a field in a part says something else than the server has put there, as when somebody has begun to write and
 * looks something up. What scripts fill in is hidden.
 * @param {HTMLElement} part
 */
function hasDraft(part) {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (
    part.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), textarea")
  );
  const isElsewhere = (/** @type {HTMLSelectElement} */ list) =>
    list.selectedIndex !== Math.max(0, [...list.options].findIndex((option) => option.defaultSelected));
  return [...fields].some((field) => field.value !== field.defaultValue) || [...part.querySelectorAll("select")].some(isElsewhere);
}

/** @returns {HTMLElement | null} */
function currentPart() {
  return document.querySelector("[data-every]");
}

function tell() {
  const current = currentPart();
  const hasOpenMenu = current?.querySelector("details[open]") != null;
  if (current !== null && !isBusy() && !hasOpenMenu) {
    current.dispatchEvent(new Event(NEWS));
  }
}

/** Have read out what the part says now, if it is something else than before. */
function say() {
  const said = document.querySelector("[data-said]");
  const words = currentPart()?.querySelector("[data-says]")?.textContent ?? "";
  if (said !== null && said.textContent !== words) {
    said.textContent = words;
  }
}

function listen() {
  const current = currentPart();
  const address = current?.dataset.stream;
  if (current === null || stream !== null) {
    return;
  }
  timer = window.setInterval(tell, 1000 * Number(current.dataset.every ?? "10"));
  if (!address) {
    return;
  }
  // A stream that begins with what is new says nothing of what the page shows already: the page knows that itself.
  seen = current.dataset.seen ?? seen;
  stream = new EventSource(address);
  const said = (/** @type {MessageEvent} */ message) => {
    const isNew = seen !== null && message.lastEventId !== seen;
    seen = message.lastEventId;
    if (isNew) {
      window.clearTimeout(soon);
      soon = window.setTimeout(tell, SOON);
    }
  };
  stream.addEventListener("message", said);
  stream.addEventListener("turns", said);
  stream.addEventListener("end", () => stream?.close());
}

function rest() {
  window.clearInterval(timer);
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    rest();
  } else {
    tell();
    listen();
  }
});

document.addEventListener("htmx:afterSwap", say);

if (!document.hidden) {
  listen();
}
