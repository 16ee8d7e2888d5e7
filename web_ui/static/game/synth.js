// Short sounds made while they play, of tones and filtered noise: there is no file to load, and none to license.

/** @typedef {"settled" | "hold" | "release" | "write" | "turn" | "five"} Sound */

/**
 * A part of a sound: a tone that glides from one pitch to another, or noise around one pitch. `at` and `lasts` are
 * seconds, `hertz` the pitch at the start and at the end, `level` is 0 to 1.
 * @typedef {{ kind: "tone" | "noise", at: number, lasts: number, hertz: [number, number], level: number }} Part
 */

/** @typedef {(at: number, lasts: number, from: number, to: number, level: number) => Part} MakePart */

/** @type {MakePart} */
const tone = (at, lasts, from, to, level) => ({ kind: "tone", at, lasts, hertz: [from, to], level });
/** @type {MakePart} */
const noise = (at, lasts, from, to, level) => ({ kind: "noise", at, lasts, hertz: [from, to], level });

/** @type {Record<Sound, Part[]>} */
export const SCORES = {
  // dice that knock on wood, ever softer
  settled: [noise(0, 0.05, 2400, 1500, 0.5), noise(0.07, 0.05, 2000, 1300, 0.4), noise(0.13, 0.04, 1700, 1100, 0.25)],
  hold: [tone(0, 0.09, 520, 780, 0.3)],
  release: [tone(0, 0.09, 780, 520, 0.3)],
  // a pencil, down and up
  write: [noise(0, 0.09, 3200, 5200, 0.16), noise(0.1, 0.07, 5200, 3600, 0.14)],
  turn: [tone(0, 0.22, 660, 660, 0.3), tone(0.14, 0.3, 880, 880, 0.3)],
  five: [523, 659, 784, 1047].map((hertz, index) => tone(0.11 * index, 0.28, hertz, hertz, 0.3)),
};

const PAUSE = 0.06; // seconds between two sounds of one batch
const ATTACK = 0.008; // seconds in which a part swells, so that it does not crackle
const HUSH = 0.02; // likewise for what is cut off
const SILENT = 0.0001; // of a level: exponential ramps never reach 0

/**
 * How long a sound lasts, in seconds.
 * @param {Sound} sound
 */
const length = (sound) => Math.max(...SCORES[sound].map(({ at, lasts }) => at + lasts));

/**
 * What plays sounds. `open` makes its AudioContext when sounds are first allowed.
 * @param {() => AudioContext} open
 */
export function makeSynth(open) {
  /** @type {AudioContext | null} */
  let context = null;
  /** @type {AudioBuffer | null} */
  let hiss = null;
  /** @type {{ gain: GainNode, sources: AudioScheduledSourceNode[] } | null} */
  let batch = null;

  /** Cut off what still sounds. */
  function hush() {
    if (context === null || batch === null) return;
    const now = context.currentTime;
    batch.gain.gain.setTargetAtTime(0, now, HUSH / 3);
    for (const source of batch.sources) source.stop(now + HUSH);
    batch = null;
  }

  /**
   * @param {AudioContext} within
   * @param {Part} part
   * @param {number} start when, on the context's clock
   * @param {AudioNode} output
   */
  function schedule(within, { kind, at, lasts, hertz: [from, to], level }, start, output) {
    const begin = start + at;
    const end = begin + lasts;
    const envelope = within.createGain();
    envelope.gain.setValueAtTime(SILENT, begin);
    envelope.gain.linearRampToValueAtTime(level, begin + ATTACK);
    envelope.gain.exponentialRampToValueAtTime(SILENT, end);
    envelope.connect(output);
    const { source, pitch } = kind === "tone" ? vibrating(within, envelope) : hissing(within, envelope);
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
    source.start(begin);
    source.stop(end);
    return source;
  }

  /** @param {AudioContext} within @param {AudioNode} output */
  function vibrating(within, output) {
    const source = within.createOscillator();
    source.type = "triangle";
    source.connect(output);
    return { source, pitch: source.frequency };
  }

  /** @param {AudioContext} within @param {AudioNode} output */
  function hissing(within, output) {
    const source = within.createBufferSource();
    source.buffer = hiss ??= whiteNoise(within);
    source.loop = true;
    const band = within.createBiquadFilter();
    band.type = "bandpass";
    source.connect(band);
    band.connect(output);
    return { source, pitch: band.frequency };
  }

  return {
    /** Allow sounds: to be called while a tap or a key is handled. Whether they are allowed is known later. */
    async wake() {
      try {
        context ??= open();
        if (context.state !== "running") await context.resume();
      } catch {
        // a browser without sound
      }
    },
    /** Go on after `rest`, where sounds were allowed before. */
    async goOn() {
      if (context !== null) await this.wake();
    },
    /** Fall silent, and hold the device's sound no longer. */
    rest() {
      hush();
      if (context?.state === "running") context.suspend().catch(() => {});
    },
    /**
     * Play sounds one after the other, in place of what still sounds. What is not allowed now is never made up for.
     * @param {Sound[]} sounds
     */
    play(sounds) {
      if (context?.state !== "running" || sounds.length === 0) return;
      hush();
      const gain = context.createGain();
      gain.connect(context.destination);
      batch = { gain, sources: [] };
      let start = context.currentTime;
      for (const sound of sounds) {
        for (const part of SCORES[sound]) batch.sources.push(schedule(context, part, start, gain));
        start += length(sound) + PAUSE;
      }
    },
  };
}

/**
 * A quarter of a second of white noise.
 * @param {AudioContext} context
 */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return buffer;
}

export const synth = makeSynth(() => new AudioContext());
