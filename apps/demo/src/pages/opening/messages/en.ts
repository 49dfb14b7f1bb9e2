import { type Others, percent, quoted } from "./parts.ts";

export const en = {
  title: "How a translator reads",
  lead: "To write each word, the network looks back at the sentence: the wider an arc, the larger the attention weight.",
  label: "Arcs between the words of a sentence and its translation",
  describe: (word: string, others: Others, trust: number): string =>
    `${word}${trust < 0.9 ? ` (certainty ${percent(trust)})` : ""}${others.length === 0 ? "" : `: ${others.map(([text, weight]) => `${text} ${percent(weight)}`).join(", ")}`}`,
  reads: (word: string, others: Others): string =>
    `To write “${word}”, the network read ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  isRead: (word: string, others: Others): string =>
    others.length === 0
      ? `No word of the translation gave “${word}” 5 % or more.`
      : `“${word}” was read to write ${others.map(([text, weight]) => `“${text}” (${percent(weight)})`).join(", ")}.`,
  unsureOf: (trust: number): string => `It is not certain of this word: ${percent(trust)}.`,
  isUnknown: (word: string): string => `“${word}” is not in its vocabulary: the network reads <unk> there.`,
  hint: "Point at a word, or move to it with Tab and the arrow keys.",
  hintTouch: "Tap a word to see its arcs.",
  moved: " Orange: words that change their place.",
  unsure: (unsure: readonly string[], of: number): string =>
    `Faint words are guesses: it is not certain of ${quoted(unsure, ", ")}, ${unsure.length} of ${of} words.`,
  unsureOfWhole: (certainty: number): string =>
    ` As a whole it is uncertain: ${percent(certainty)}. Words may be wrong or missing.`,
  waits: (unknown: readonly string[]): string =>
    `Not translated: it does not know ${quoted([...new Set(unknown)], ", ")}. Replace what it does not know, below.`,
  guessed: (unknown: number, of: number): string =>
    `A guess: ${unknown} of ${of} tokens are unknown to it. The fainter a word, the less certain.`,
  noWords: "There is no word to translate yet.",
  again: "Play again",
  to: "Translate into",
  languages: { fr: "French", zh: "Chinese" },
  examples: "Sentences that it was not trained on",
  own: (count: number): string => `Or your own, of the ${count} words that it knows`,
  placeholder: "the cat sees a red bird .",
  vocabulary: "Words it knows",
  vocabularyText: (count: number): string => `${count} words. A click adds one to your sentence.`,
  cut: (most: number): string => `Only the first ${most} characters are used.`,
  unknown: (words: readonly string[]): string =>
    `Not in its vocabulary: ${words.join(", ")}. It was never trained on unknown words. Choose the nearest that it knows:`,
  noneNear: "no word is near; choose one from “Words it knows”.",
  anyway: "Translate anyway",
  leftOut: (marks: readonly string[]): string =>
    `Left out: ${marks.join(" ")} (the only punctuation mark that it knows is the full stop).`,
  further: (count: number): string =>
    `It reads one sentence: ${count === 1 ? "the last word is" : `the last ${count} words are`} left out.`,
  tooMany: (count: number, most: number): string =>
    `It reads at most ${most} words: ${count === 1 ? "the last one is" : `the last ${count} are`} left out.`,
  about: (parameters: string, pairs: string): string =>
    `${parameters} parameters, trained on ${pairs} sentence pairs of a small grammar; it runs in this tab.`,
  on: "What next",
  steps: {
    train: "Train it yourself, in half a minute",
    score: "See how a weight is computed",
  },

  questions: [
    {
      question: "“black bird” becomes “oiseau noir”. Which word does the network read to write “noir”?",
      choices: ["“bird”, in the same place", "“black”, with the same meaning"],
      right: 1,
      answer: "Weights follow meaning, not position: the two arcs cross.",
    },
    {
      question: "French says “ne … pas” where English says “not”. Which of the two words reads “not”?",
      choices: ["only “ne”", "only “pas”", "both"],
      right: 2,
      answer:
        "A word can be read as often as it is needed. Weights are shared out by the reader, not by what is read.",
    },
    {
      question: "Add up the weights of one word of the translation. What do you get?",
      choices: ["1", "the number of words", "it depends on the sentence"],
      right: 0,
      answer: "Softmax makes shares of the scores. Every word of the translation shares out exactly 1.",
    },
  ],
};
