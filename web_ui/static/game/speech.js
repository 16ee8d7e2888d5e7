// Reading aloud: this device's own voice says what a screen reader's user is told.

import { switchedOn } from "../lib/preferences.js";

/**
 * The voice for a language, or null: best one of the device's own, which needs no network, and its standard one.
 * @param {string} language a code such as "en"
 * @param {SpeechSynthesisVoice[]} voices
 */
export function voiceFor(language, voices) {
  const suits = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  return suits.sort((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** @param {SpeechSynthesisVoice} voice */
const rank = (voice) => 2 * Number(voice.localService) + Number(voice.default);

/**
 * What reads aloud in the page's language. `synthesis` is the browser's, or undefined where it has none; `utter` makes
 * what it says.
 * @param {SpeechSynthesis | undefined} synthesis
 * @param {(sentence: string) => SpeechSynthesisUtterance} utter
 */
export function makeSpeech(synthesis, utter) {
  const voice = () => voiceFor(document.documentElement.lang, synthesis?.getVoices() ?? []);
  const hush = () => synthesis?.cancel();

  /** @param {string} sentence */
  function say(sentence) {
    const chosen = voice();
    if (synthesis === undefined || chosen === null || sentence === "") return;
    if (!switchedOn("speech", false) || document.visibilityState !== "visible") return;
    hush();
    const utterance = utter(sentence);
    utterance.voice = chosen;
    utterance.lang = chosen.lang;
    synthesis.speak(utterance);
  }

  return {
    say,
    hush,
    /** Whether the device has a voice for the page's language. */
    hasVoice: () => voice() !== null,
    /**
     * Call `heard` whenever the device's voices change; browsers find them some time after the page is there.
     * @param {() => void} heard
     */
    listen: (heard) => synthesis?.addEventListener?.("voiceschanged", heard),
  };
}

export const speech = makeSpeech(globalThis.speechSynthesis, (sentence) => new SpeechSynthesisUtterance(sentence));

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") speech.hush();
});
