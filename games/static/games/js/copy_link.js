// @ts-check
/** Buttons that copy a link; where there is no clipboard, as over plain HTTP, the link is selected instead. */

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest?.("[data-copy]");
  if (!(button instanceof HTMLElement)) {
    return;
  }
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLInputElement)) {
    return;
  }
  field.select();
  if (await copy(field.value)) {
    const before = button.textContent;
    button.textContent = button.dataset.copied ?? before;
    setTimeout(() => { button.textContent = before; }, 2000);
  }
});

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure context there is only the old way, which copies what is selected.
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.removeAttribute("hidden");
}
document.addEventListener("htmx:afterSettle", () => {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) {
    button.removeAttribute("hidden");
  }
});
