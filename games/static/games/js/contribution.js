// @ts-check
/** What this browser adds to the dice: 32 random hex digits for every form that asks for them. */

const BYTES = 16;

/** @returns {string} */
export function contribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Filled in when the form is sent, so that parts of the page which came later take part as well. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  for (const field of form.querySelectorAll("input[data-contribution]")) {
    const input = /** @type {HTMLInputElement} */ (field);
    if (input.value === "") {
      input.value = contribution();
    }
  }
});
