// @ts-check
/** Work that is asked for again and again, and is never done twice at the same time. */

/**
 * A function that has some work done. Whoever asks while it is being done has it done once more afterwards, however
 * often they ask.
 * @param {() => Promise<void>} work
 * @returns {() => Promise<void>}
 */
export function joined(work) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isAsked = false;
  const run = async () => {
    try {
      do {
        isAsked = false;
        await work();
      } while (isAsked);
    } finally {
      running = null;
    }
  };
  return () => {
    isAsked = true;
    running ??= run();
    return running;
  };
}
