// @ts-check
/** A short tone when it is the viewer's turn, made here: there is no file to load. */

const PITCHES = [660, 880];
const LENGTH = 0.12;
const LOUDNESS = 0.08;

export class Chime {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** Browsers let a page sound only after its visitor has done something on it: call this then. */
  allow() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  }

  /** Sound, if the page may. */
  ring() {
    const { context } = this;
    if (context === null || context.state !== "running") return;
    PITCHES.forEach((pitch, index) => this.#tone(context, pitch, context.currentTime + index * LENGTH));
  }

  /**
   * @param {AudioContext} context
   * @param {number} pitch
   * @param {number} at
   */
  #tone(context, pitch, at) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    const loudness = new GainNode(context, { gain: LOUDNESS });
    loudness.gain.setTargetAtTime(0, at + LENGTH / 2, LENGTH / 4);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2 * LENGTH);
  }
}
