import type { Question } from "../../../ui/challenges.tsx";
import { grouped } from "../../../ui/grouped.ts";

/** The first few, in quotes. */
export const listed = (words: readonly string[], comma: string): string =>
  words
    .slice(0, 8)
    .map((word) => `“${word}”`)
    .join(comma) + (words.length > 8 ? "…" : "");

export const en = {
  title: "A language model in the tab",
  lead: "From the text so far, a language model gives every next token a probability. Draw one, append it, repeat.",
  leadRepeats:
    "Random tokens that repeat: a small network learns in this tab to look up what came next the first time.",
  leadMasked:
    "From the words on both sides, BERT gives every token a probability in the place of a masked one.",
  model: "Model",
  models: { page: "Train it here", repeats: "Watch heads form", files: "Open a checkpoint" },

  text: "Text so far",
  write: "Write",
  stop: "Stop",
  draw: "Draw one",
  restart: "Back to the start",
  unknown: (words: readonly string[], as: string | null): string =>
    `The model has no token for ${listed(words, ", ")}: ${as === null ? "left out" : `read as ${as}`}.`,
  unread: (unread: number, maxLen: number): string =>
    `At most ${grouped(maxLen)} tokens are read; the first ${grouped(unread)} are no longer read.`,
  textCut: (kept: number, left: number): string =>
    `The box takes ${grouped(kept)} characters; the last ${grouped(left)} were left out.`,

  next: "What comes next?",
  nextText: "Line: the model’s probability. Bar: what is drawn with. Faded: cut. Press a token to append it.",
  kept: (kept: number, all: number): string => `${grouped(kept)} of ${grouped(all)} tokens can be drawn`,
  drawnShare: (drawn: string, plain: string): string => `drawn with ${drawn}, model ${plain}`,
  cut: (plain: string): string => `cut, model ${plain}`,
  temperature: "Temperature",
  topK: "Top-k",
  all: "all",
  topP: "Top-p",

  learnTitle: "Watch it learn",
  learnText: (parameters: number, characters: number): string =>
    `A GPT of ${grouped(parameters)} numbers, one token a character, learns from ${grouped(characters)} characters.`,
  start: "Train from scratch",
  goOn: "Continue",
  pause: "Pause",
  shippedAgain: "Restore the trained model",
  ownText: "Paste a text to train on",
  ownHint: (shortest: number): string =>
    `At least ${grouped(shortest)} characters; without one, short tales written for this page.`,
  given: (given: number, used: number): string =>
    given > used
      ? `${grouped(given)} characters; the first ${grouped(used)} are used.`
      : `${grouped(given)} characters.`,
  tooShort: (given: number, shortest: number): string =>
    `${grouped(given)} characters; at least ${grouped(shortest)} are needed.`,
  chinese: "Use Chinese tales",
  emptied: "Back to the English tales",
  status: {
    idle: "Not training",
    starting: "Starting…",
    running: "Training",
    paused: "Paused",
    done: "Done",
  },
  shipped: (step: number): string => `Trained beforehand, ${grouped(step)} steps`,
  progress: (step: number, last: number): string => `step ${grouped(step)} of ${grouped(last)}`,
  loss: "loss",
  lossByStep: "loss by step",
  heldOut: "held out",
  lossLabel: (first: string, last: string, step: number): string =>
    `Loss over ${grouped(step)} steps, from ${first} to ${last}`,
  stepsLegend: "Steps",
  lengths: { "200": "200", "600": "600", "1500": "1,500" },
  seed: "Seed",
  samples: "What it writes, by step",
  computedBy: {
    wasm: (threads: number): string => `WebAssembly SIMD, threads: ${threads}`,
    reference: (_threads: number): string =>
      "plain JavaScript, which is slow: this browser has no WebAssembly SIMD",
  },
  stoppedElsewhere: "Fine-tuning ended when you left the page of the language model.",
  filmElsewhere: "The network of repeated tokens stopped learning when you left the page.",
  pausedElsewhere: "Training is paused while you are on another page. It continues when you return.",
  saved: (began: string, isOwnText: boolean, step: number, loss: string | null): string =>
    `Your run of ${began}${isOwnText ? " on your own text" : ""}: step ${grouped(step)}${loss === null ? "" : `, loss ${loss}`}`,
  notSaved: (why: string): string => `This browser could not save the run (${why}). Training continues.`,
  crashed: (why: string): string =>
    `The worker has stopped (${why}). Start again, or resume from the last save.`,

  cacheTitle: "The cache at work",
  cacheText:
    "Under each token: its key and its value in one head. While a text only grows, its columns are reused; when its beginning changes, all are computed anew.",
  cacheLabel: (tokens: number): string => `Keys and values of ${tokens} tokens`,
  keys: "keys",
  values: "values",
  computed: (computed: number, reused: number): string =>
    `Last reading: ${grouped(computed)} ${computed === 1 ? "token" : "tokens"} computed, ${grouped(reused)} from the cache`,
  filled: (filled: number, places: number): string =>
    `${grouped(filled)} of ${grouped(places)} places filled`,
  bytes: (bytes: number): string => `${grouped(Math.round(bytes / 100) / 10)} kB in all heads`,
  pace: (ms: string, perSecond: number): string =>
    `Measured here: ${ms} ms a token with the cache, ${grouped(perSecond)} tokens/s without the pause for the eye.`,

  headsTitle: "Every head",
  headsText:
    "Each map: a row for each token, a column for each token it can attend to. Choose a head, then point at a row or a token.",
  headsTextTouch:
    "Each map: a row for each token, a column for each token it can attend to. Tap a head, then a row or a token.",
  headsLine: (head: string, token: string): string => `${head}: “${token}” attends to`,
  largeLabel: (head: string, tokens: number): string =>
    `${head}: the weights of ${tokens} tokens. The arrow keys move from weight to weight.`,
  largeHint: (left: number): string =>
    left > 0 ? `Point at a weight. The first ${left} tokens are not drawn.` : "Point at a weight.",
  largeHintTouch: (left: number): string =>
    left > 0 ? `Tap a weight. The first ${left} tokens are not drawn.` : "Tap a weight.",
  weight: (query: string, key: string, weight: string): string => `“${query}” to “${key}”: ${weight}`,
  allWeights: (ms: string): string => `All weights of this text: ${ms} ms`,
  withoutCache: ", computed without the cache",

  keepHeads: "Keep these weights, to compare",
  dropHeads: "Drop what is kept",

  questions: [
    {
      question: "The temperature falls from 1 to 0.1. What happens to the bars?",
      choices: [
        "All become equally long.",
        "The longest takes nearly everything.",
        "Nothing: the model is the same.",
      ],
      right: 1,
      answer:
        "Logits are divided by the temperature before the softmax, so a small lead becomes a large one. The lines, the model’s own probabilities, stay.",
    },
    {
      question: "After “went to the ”, with top-p at 0.5: how many of the 37 tokens can be drawn?",
      choices: ["3", "18", "half of those above 1 %"],
      right: 0,
      answer:
        "Top-p keeps the likeliest tokens until they reach the sum: 27 % and 21 % fall short of 50 %, the third passes it.",
    },
    {
      question: "A token is appended to a text of 36. For how many tokens are keys and values computed?",
      choices: ["for all 37", "for 1", "for none"],
      right: 1,
      answer:
        "Earlier tokens attend to nothing later, so their keys and values stay as they are. The cache keeps them, and only the new token is computed.",
    },
  ] as readonly Question[],
};
