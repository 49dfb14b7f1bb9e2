import type { Question } from "../../../ui/challenges.tsx";
import { grouped, percent } from "../../../ui/grouped.ts";
import { start } from "../shipped/start.gen.ts";
import type { Measured } from "../shipped/start.ts";

const range = (run: Measured | undefined): string =>
  run === undefined ? "" : `${percent(run.worst)} to ${percent(run.best)} after ${run.epochs} epochs`;

/** Pairs that were read from a file, and what became of them. */
export interface PairCounts {
  readonly given: number;
  readonly used: number;
  readonly heldOut: number;
  readonly sourceWords: number;
  readonly targetWords: number;
}

/** Epochs between which the loss falls and the accuracy hardly changes. */
export const [early, last] = [10, start.losses.length];
export const accuracyAfter = (epoch: number): string =>
  percent(start.film.frames.find((frame) => frame.epoch === epoch)?.accuracy ?? 0);

const questions: readonly Question[] = [
  {
    question: "Before training, where does each word look?",
    choices: ["at the first word", "a little at every word", "at one word, picked at random"],
    right: 1,
    answer:
      "The scores of random weights are small and alike, so softmax makes nearly equal shares of them: every arc is thin.",
  },
  {
    question: "After one epoch, what does the network write?",
    choices: ["words in no order", "French that says something else", "the right words in English order"],
    right: 1,
    answer:
      "What is frequent is learned first: which words follow which. Which English word to look at comes later, and with it the meaning.",
  },
  {
    question: `From epoch ${early} to ${last} the loss falls by half. What does the held-out accuracy do?`,
    choices: ["it rises as much", "it rises a little", "it falls"],
    right: 1,
    answer: `It goes from ${accuracyAfter(early)} to ${accuracyAfter(last)}. The loss is measured on pairs that are trained on, the accuracy on sentences that are not: only that one tells what was understood.`,
  },
];

const listed = (others: readonly [word: string, weight: number][]): string =>
  others.map(([word, weight]) => `${word} ${percent(weight)}`).join(", ");

export const en = {
  title: "Train it yourself",
  lead: "In this tab, a network learns to translate, and to attend to the right words.",

  sentence: "English sentence",
  pickHint: "Type, or tap a word below",
  nextWords: "Words of the vocabulary",
  examples: "From its training data:",
  heldOut: "Never trained on:",
  empty: "Enter a word or two; end the sentence with a full stop.",
  cut: (most: number): string => `Only the first ${most} characters are used.`,
  unseen: (count: number, most: number): string =>
    `The network reads at most ${most} tokens; it did not see the last ${count} words.`,
  uncertain: (certainty: string): string =>
    `This translation is uncertain as a whole: ${certainty}. Words may be wrong or missing, not only those that are underlined.`,
  unknownWords: (words: readonly string[], count: number): string =>
    `${words.map((word) => `“${word}”`).join(", ")} ${words.length === 1 ? "is" : "are"} not among the ${count} words of the vocabulary; the network reads <unk>. Replace:`,
  replace: (word: string): string => `${word} →`,

  figureTitle: "Attention between the sentence and its translation",
  figureLabel: (source: string, target: string): string =>
    `Attention between “${source}” and “${target}”. Each word lists its weights.`,
  describe: (word: string, others: readonly [word: string, weight: number][], trust: number): string =>
    `${word}${trust < 0.9 ? ` (certainty ${percent(trust)})` : ""}: ${listed(others)}`,

  film: "Film of the training",
  play: "Play",
  playBackwards: "Play backwards",
  scrubber: "Epoch shown",
  frame: (epoch: number, translation: string): string => `epoch ${epoch}: ${translation}`,
  newest: "Latest",
  newestHint: "Back to the network as it is now",
  filmHint: "Drag, or use the arrow keys; Space plays, Shift+Space plays backwards.",
  noFilm: "No film of this sentence: Start trains anew and films it.",
  filmGrows: "The film begins with the first epoch that is done.",
  filmWaits: "No film of this sentence yet: it needs one finished epoch.",

  saveTitle: "Share the film",
  saveFilm: "Save film",
  copyLink: "Copy link to this run",
  link: "Link",
  drawing: "Drawing the film",
  saveText:
    "The link holds no data, only the recipe: sentence, seed, settings and build of the kernels. Whoever opens it trains the same network and gets the same numbers.",
  filmSaved: (name: string, frames: number, kilobytes: string): string =>
    `Saved ${name}: ${frames} frames, ${kilobytes} kB.`,
  filmFailed: (why: string): string => `The film could not be written (${why}).`,
  cannotWrite:
    "This browser cannot encode video (WebCodecs with VP9, VP8 or AV1), so it cannot write the film. Copy the link instead.",
  linkCopied: "Link copied.",
  linkShown: "Copy the link from the field.",
  noLink: "This run was trained on your own pairs, which a link cannot hold. Share the checkpoint instead.",
  filmTitle: "Learning to translate in a browser tab",
  filmSubtitle: (pairs: string, parameters: string): string =>
    `${pairs} sentence pairs · ${parameters} parameters · Saccade`,
  epochOf: (epoch: number, last: number): string => `epoch ${epoch} of ${last}`,
  untrained: "untrained",

  sharedRun: (seed: number, lr: string, epochs: string): string =>
    `A shared run: seed ${seed}, learning rate ${lr}, ${epochs} epochs.`,
  fits: {
    same: (asked: string, _: string): string =>
      `This browser has the same kernels (${asked}), so every digit will be the same.`,
    plain: (asked: string, own: string): string =>
      `It was computed with another build of the kernels (${asked}; this browser prefers ${own}), which rounds differently. Start uses the plain build here too, so every digit will be the same.`,
    other: (asked: string, own: string): string =>
      `It was computed with another build of the kernels (${asked}; this browser has ${own}), which rounds differently, so the numbers will differ.`,
  },
  pressStart: "Press Start to compute it again.",
  reproduced: (loss: string): string => `Reproduced: the last loss is ${loss}, the same in every digit.`,
  notReproduced: (own: string, asked: string): string =>
    `Not reproduced: the last loss is ${own}; the link says ${asked}.`,
  forgetLink: "Dismiss",

  scratch: "Start",
  starting: "Starting…",
  startOver: "Start over",
  goOn: "Continue",
  pause: "Pause",
  step: "One step",
  epoch: "Epoch",
  loss: "Loss",
  accuracy: "Held-out accuracy",
  accuracyNote: (count: number): string =>
    `Measured on ${count} sentences that training never sees: the share translated word for word.`,
  noneHeldOut: "Too few different sentences to hold some out.",
  right: (right: number, count: number): string =>
    `${right} of ${count} sentences that it never trained on are translated word for word.`,
  measured: (shipped: string, runs: number, [own, twice]: readonly Measured[]): string =>
    `The weights that come with the page: ${shipped} (plain kernels). ${runs} measured runs from scratch: ${range(own)}; ${range(twice)}.`,
  curveLabel: (epochs: number, first: string, last: string, accuracy: string): string =>
    `Over ${epochs} epochs the loss went from ${first} to ${last}; held-out accuracy is ${accuracy}.`,
  epochsCount: (epochs: number): string => `${epochs} epochs`,
  status: {
    idle: "Not training",
    starting: "Starting",
    running: "Training",
    paused: "Paused",
    done: "Trained",
  },
  statusLine: (status: string, progress: string): string => `${status}: ${progress}`,
  progress: (epoch: number, epochs: number, step: number): string =>
    `epoch ${epoch} of ${epochs}, step ${step}`,
  tokensPerSecond: (count: string): string => `${count} tokens/s`,
  left: (seconds: number): string =>
    seconds < 60 ? `${seconds} s left` : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`,

  settings: "Training settings",
  trainText: (pairs: number, ofEpoch: number, heldOut: number, parameters: string): string =>
    `${grouped(pairs)} sentence pairs to train on${ofEpoch < pairs ? ` (${grouped(ofEpoch)} an epoch)` : ""}, ${heldOut} held out, ${parameters} parameters: a GRU that reads both ways, and one that writes with general attention (Luong, Pham & Manning 2015).`,
  shipped: "The weights on the page were trained in advance. Start trains from scratch.",
  rate: "Learning rate",
  rates: { "0.002": "0.002", "0.005": "0.005", "0.01": "0.01" },
  epochs: "Epochs",
  seed: "Seed",
  startsNext: "Seed, learning rate and device take effect at the next start.",
  computedBy: {
    wasm: (threads: number, kernels: string): string =>
      `Backend: WebAssembly SIMD (${kernels}), threads: ${threads}`,
    reference: (_threads: number, _kernels: string): string =>
      "Backend: plain JavaScript, which is slow; this browser has no WebAssembly SIMD",
  },

  saved: (began: string, name: string, epochs: number, loss: string | null, step: number): string =>
    `Your run of ${began}${name === "" ? "" : ` on ${name}`}: ${
      loss === null ? `step ${step} of the first epoch` : `${epochs} epochs, loss ${loss}`
    }`,

  detailsTitle: "The weights, word by word",
  alignmentCaption:
    "One row per output word, one column per input word; each row sums to 1. The bluer, the more attention.",
  alignmentLabel: "Attention weights: rows are output words, columns are input words.",
  decodingTitle: "The choice of each word",
  place: (at: number, of: number): string => `Word ${at} of ${of}`,
  previous: "Previous word",
  next: "Next word",
  candidatesText: "The most probable words at this position. Choose another word to continue from there.",
  sayInstead: "– use this instead",
  ownWords: "Restore its own translation",
  epochsTable: "The numbers of each epoch",

  filesTitle: "Your own pairs, and checkpoints",
  filesText:
    "A text file with an English sentence, a tab and its translation on each line replaces the built-in pairs. Checkpoints are safetensors files; a run resumes from them exactly. Files stay on this machine.",
  openPairs: "Open sentence pairs…",
  embedded: "Restore the built-in data and weights",
  corpus: "sentence pairs from a grammar",
  download: "Download checkpoint",
  open: "Open checkpoint…",
  now: (name: string, pairs: number, source: number, target: number): string =>
    `Now: ${name}, ${grouped(pairs)} pairs, vocabularies of ${source} and ${target} tokens.`,
  credit: (credit: string): string => `Sentences: ${credit}`,
  dropHint: "You can also drop either kind of file here.",
  opened: (name: string, epoch: number): string => `Opened ${name}: ${epoch} epochs.`,
  openedPairs: (name: string, { given, used, heldOut, sourceWords, targetWords }: PairCounts): string => {
    const pairs =
      given > used
        ? `${grouped(used)} of ${grouped(given)} pairs, drawn from the whole file, since this page trains on no more`
        : `${grouped(used)} pairs`;
    return `Opened ${name}: ${pairs}; ${grouped(heldOut)} are held out; vocabularies of ${sourceWords} and ${targetWords} tokens. Press Start to train on them.`;
  },
  refused: (name: string, why: string): string => `${name} was not opened; nothing has changed. ${why}`,
  tooLarge: (megabytes: string, most: number): string =>
    `It has ${megabytes} MB; this page opens at most ${most} MB.`,
  damaged: "It is damaged, or no checkpoint.",
  foreign: "It is a checkpoint from a different program.",
  otherPairs: "It was made with other sentence pairs, or by another version of this page.",
  badPairs: (_line: string, why: string): string => why,
  notSaved: (why: string): string =>
    `This browser could not save the run (${why}). Training continues; download the checkpoint to keep it.`,
  pausedElsewhere: "Training is paused while you are on another page. It continues when you return.",
  crashed: (why: string): string => `The worker has stopped (${why}). You can resume from the last save.`,

  questions,
};
