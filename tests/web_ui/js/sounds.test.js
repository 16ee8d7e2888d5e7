// Which sounds follow from two views, and how they are made, with the browser's sound and voice played by fakes.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { gameView, open, view } from "./page.js";

const window = open("game");
const { soundsOf, sounds } = await import("../../../web_ui/static/game/sounds.js");
const { makeSynth, SCORES } = await import("../../../web_ui/static/game/synth.js");
const { makeSpeech, voiceFor } = await import("../../../web_ui/static/game/speech.js");
const { setSwitch } = await import("../../../web_ui/static/lib/preferences.js");

/** @typedef {import("../../../web_ui/static/game/synth.js").Sound} Sound */

let hidden = false;
Object.defineProperty(window.document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });

beforeEach(() => {
  hidden = false;
  setSwitch("sound", false);
  setSwitch("speech", true);
});

test("dice that come to rest, a score and whose turn it is are heard in this order", () => {
  assert.deepEqual(soundsOf(view("rolled"), view("written")), ["write", "turn", "settled"]);
  assert.deepEqual(soundsOf(view("rolling"), view("held")), ["settled"]);
  assert.deepEqual(soundsOf(view("start"), view("throw")), ["turn"]);
});

test("nothing is heard of what stays, of the first view, and of what is undone", () => {
  assert.deepEqual(soundsOf(view("rolled"), view("rolled")), []);
  assert.deepEqual(soundsOf(null, view("rolled")), []);
  assert.deepEqual(soundsOf(view("written"), view("rolled")), []);
  assert.deepEqual(soundsOf(view("rolled"), view("start")), []);
});

test("holding is heard, and releasing", () => {
  const [free, held] = [gameView("rolled"), gameView("rolled")];
  assert.ok(held.places[0].state === "lying");
  held.places[0].held = true;
  assert.deepEqual(soundsOf(free, held), ["hold"]);
  assert.deepEqual(soundsOf(held, free), ["release"]);
});

test("five of a kind is heard, thrown or corrected", () => {
  const [four, five] = [gameView("rolled"), gameView("rolled")];
  for (const shown of [four, five]) {
    for (const place of shown.places) if (place.state === "lying") place.value = 6;
  }
  assert.ok(four.places[2].state === "lying");
  four.places[2].value = 5;
  assert.deepEqual(soundsOf(four, five), ["five"]);
  five.game.rollsUsed += 1;
  assert.deepEqual(soundsOf(four, five), ["settled", "five"]);
});

test("neither an opponent nor who plays alone is called", () => {
  const opponent = gameView("written");
  opponent.game.players[1].opponent = "steady";
  assert.deepEqual(soundsOf(view("rolled"), opponent), ["write", "settled"]);
  const [before, after] = [gameView("rolled"), gameView("written")];
  for (const { game } of [before, after]) game.players.length = 1;
  after.game.current = 0;
  after.game.turn = 2;
  assert.deepEqual(soundsOf(before, after), ["write", "settled"]);
});

/** An AudioContext that counts what it is asked for. */
class FakeContext {
  state = "suspended";
  currentTime = 10;
  sampleRate = 8000;
  destination = {};
  /** @type {{ begins: number, ends: number }[]} */
  sources = [];

  resume() {
    this.state = "running";
    return Promise.resolve();
  }

  suspend() {
    this.state = "suspended";
    return Promise.resolve();
  }

  createGain() {
    return { gain: param(), connect() {} };
  }

  createBiquadFilter() {
    return { frequency: param(), type: "", connect() {} };
  }

  createOscillator() {
    return { ...this.source(), frequency: param() };
  }

  createBufferSource() {
    return { ...this.source(), buffer: null, loop: false };
  }

  /** @param {number} _ @param {number} length */
  createBuffer(_, length) {
    return { getChannelData: () => new Float32Array(length) };
  }

  source() {
    const kept = { begins: NaN, ends: NaN };
    this.sources.push(kept);
    return {
      connect() {},
      start: (/** @type {number} */ at) => void (kept.begins = at),
      stop: (/** @type {number} */ at) => void (kept.ends = Math.min(at, kept.ends || Infinity)),
    };
  }

  /** How many sources sound, or will, after a moment. */
  sounding(at = this.currentTime + 0.1) {
    return this.sources.filter(({ ends }) => ends > at).length;
  }
}

function param() {
  const refuse = (/** @type {number} */ value) => assert.ok(value > 0, "exponential ramps never reach 0");
  return {
    setValueAtTime: refuse,
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime: refuse,
    setTargetAtTime() {},
  };
}

function fakeSynth() {
  const context = new FakeContext();
  const synth = makeSynth(() => /** @type {AudioContext} */ (/** @type {unknown} */ (context)));
  return { context, synth };
}

test("no sound before the first tap, and what was not heard then is never made up for", async () => {
  const { context, synth } = fakeSynth();
  synth.play(["turn"]);
  await synth.goOn();
  assert.equal(context.state, "suspended");
  await synth.wake();
  assert.equal(context.sources.length, 0);
  synth.play(["turn"]);
  assert.equal(context.sources.length, SCORES.turn.length);
});

test("sounds of one moment follow one another", async () => {
  const { context, synth } = fakeSynth();
  await synth.wake();
  synth.play(["write", "turn"]);
  const [write, turn] = [context.sources.slice(0, SCORES.write.length), context.sources.slice(SCORES.write.length)];
  assert.ok(Math.max(...write.map(({ ends }) => ends)) < Math.min(...turn.map(({ begins }) => begins)));
});

test("many sounds at once do not pile up", async () => {
  const { context, synth } = fakeSynth();
  await synth.wake();
  for (let count = 0; count < 50; count += 1) synth.play(["five"]);
  assert.equal(context.sounding(), SCORES.five.length);
  synth.rest();
  assert.equal(context.sounding(), 0);
  assert.equal(context.state, "suspended");
  await synth.goOn();
  assert.equal(context.state, "running");
});

test("a browser without sound is no fault", async () => {
  const synth = makeSynth(() => {
    throw new Error("AudioContext is not defined");
  });
  await synth.wake();
  synth.play(["turn"]);
  synth.rest();
});

test("every sound is short", () => {
  for (const [sound, parts] of Object.entries(SCORES)) {
    const length = Math.max(...parts.map(({ at, lasts }) => at + lasts));
    assert.ok(length < 0.7, `${sound} lasts ${length} s`);
  }
});

test("sounds are off until somebody turns them on, and wait for a tap", () => {
  let opened = 0;
  Reflect.set(
    globalThis,
    "AudioContext",
    class extends FakeContext {
      constructor() {
        super();
        opened += 1;
      }
    },
  );
  const tap = () => window.document.dispatchEvent(new window.Event("pointerup"));
  tap();
  sounds.play(view("rolled"), view("written"));
  assert.equal(opened, 0);
  setSwitch("sound", true);
  sounds.play(view("rolled"), view("written"));
  assert.equal(opened, 0);
  tap();
  assert.equal(opened, 1);
});

/**
 * A voice of the device's own, unless it comes by the network.
 * @param {string} lang
 */
const voice = (lang, { localService = true, standard = false } = {}) =>
  /** @type {SpeechSynthesisVoice} */ ({ lang, localService, default: standard, name: lang, voiceURI: lang });

test("the voice is one of the page's language, best the device's own", () => {
  const voices = [voice("de-DE"), voice("en-GB", { localService: false, standard: true }), voice("en_US")];
  assert.equal(voiceFor("en", voices)?.lang, "en_US");
  assert.equal(voiceFor("de", voices)?.lang, "de-DE");
  assert.equal(voiceFor("eo", voices), null);
  assert.equal(voiceFor("en", [voice("eng"), voice("en-GB", { localService: false })])?.lang, "en-GB");
});

/** @param {SpeechSynthesisVoice[]} voices */
function fakeSpeech(voices = [voice("en-GB")]) {
  /** @type {string[]} */
  const heard = [];
  const synthesis = /** @type {SpeechSynthesis} */ (
    /** @type {unknown} */ ({
      getVoices: () => voices,
      cancel: () => void heard.push("(hush)"),
      speak: (/** @type {SpeechSynthesisUtterance} */ { text, lang }) => void heard.push(`${lang}: ${text}`),
    })
  );
  const utter = (/** @type {string} */ text) => /** @type {SpeechSynthesisUtterance} */ ({ text });
  return { heard, speech: makeSpeech(synthesis, utter) };
}

test("what is told last interrupts what is told still", () => {
  const { heard, speech } = fakeSpeech();
  speech.say("The dice are rolling.");
  speech.say("");
  speech.say("Rolled 1, 2, 3.");
  assert.deepEqual(heard, ["(hush)", "en-GB: The dice are rolling.", "(hush)", "en-GB: Rolled 1, 2, 3."]);
});

test("nobody speaks out of sight, turned off, or with another language's voice", () => {
  const { heard, speech } = fakeSpeech();
  hidden = true;
  speech.say("Rolled 1, 2, 3.");
  hidden = false;
  setSwitch("speech", false);
  speech.say("Rolled 1, 2, 3.");
  assert.deepEqual(heard, []);
  assert.equal(speech.hasVoice(), true);
  setSwitch("speech", true);
  const foreign = fakeSpeech([voice("pl-PL")]);
  foreign.speech.say("Rolled 1, 2, 3.");
  assert.deepEqual(foreign.heard, []);
  assert.equal(foreign.speech.hasVoice(), false);
  assert.equal(makeSpeech(undefined, () => assert.fail()).hasVoice(), false);
});
