import { BytePairTokenizer } from "@saccade/datasets";
import { Lens } from "@saccade/figures/language-model/lens";
import { type Windows, windowsAt, windowsLoss } from "@saccade/figures/language-model/windows";
import { seededRandom } from "@saccade/figures/seeded-random";
import { GPT, generate } from "@saccade/models";
import { AdamW, fromSafetensors } from "@saccade/nn";
import { loadPretrained } from "@saccade/pretrained";
import { Generator, manualSeed } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import type { Computer } from "../../work/backend.ts";
import type { Looks, RunFacts, RunSettings, Sample } from "./calls.ts";
import { charactersCoder, isChinese, type OwnCoder, wordsCoder } from "./coders.ts";
import {
  batch,
  isSampled,
  longest,
  mostWords,
  shortest,
  sizesOf,
  stepsOfEpoch,
  type Tokens,
} from "./sizes.ts";

/** The page's requests to a run, between its training steps. */
export type LanguageQueries = Looks & {
  facts(): RunFacts;
  sample(characters: number): Sample;
  samples(): readonly Sample[];
};

/** A run: a model and the text it learns, its trainer, and its requests. */
export interface LanguageJob {
  readonly trainer: Trainer<Windows>;
  readonly queries: LanguageQueries;
  readonly gpt: GPT;
}

/** Samples are drawn so that they reflect learning more than chance. */
const temperatureOfSamples = 0.7;

/** A model that was trained beforehand, and its tokens. */
export interface Trained {
  readonly gpt: GPT;
  readonly coder: OwnCoder;
}

/**
 * Makes a run.
 *
 * @throws RangeError for a text that is too short.
 */
export function makeJob(
  settings: RunSettings,
  computer: Computer | null,
  trained: Trained | null = null,
): LanguageJob {
  const { text: clean, given } = cleaned(settings.text);
  if (trained === null && given < shortest) {
    throw new RangeError(`The text has ${given} characters; it needs at least ${shortest}.`);
  }
  const tokens = settings.tokens === "words" && !isChinese(clean) ? "words" : "characters";
  const { model: sizes, learningRate, sampleLength } = sizesOf[tokens];
  const coder = trained?.coder ?? coderOf(clean, tokens);
  const ids = Int32Array.from(coder.encode(clean).ids);
  const heldOut = heldOutOf(ids.length, sizes.maxLen);
  manualSeed(settings.seed);
  const gpt = trained?.gpt ?? new GPT({ ...sizes, vocabSize: coder.vocabSize });
  if (settings.weights !== null) gpt.loadStateDict(fromSafetensors(settings.weights).tensors);
  const trainer = new Trainer<Windows>({
    model: gpt,
    optimizer: new AdamW(gpt, { lr: learningRate, clipGradNorm: 1 }),
    data: new RandomWindows(ids.subarray(0, ids.length - heldOut), settings.seed, sizes.maxLen),
    trainingStep: (windows) => windowsLoss(gpt, windows),
    ...(heldOut > 0 && { validationData: windowsInOrder(ids.subarray(ids.length - heldOut), sizes.maxLen) }),
    maxEpochs: Number.POSITIVE_INFINITY, // each fit sets its limit
    compile: true,
  });
  const lens = new Lens(gpt, coder, sizes.maxLen);
  let steps = 0;
  const kept: Sample[] = [];
  // Between steps, not when the page asks: then the step would depend on the speed of the machine.
  trainer.on("step", ({ step }) => {
    steps = step;
    lens.forget();
    if (isSampled(step)) kept.push(sample(sampleLength));
  });
  const sample = (characters: number): Sample => {
    // The same random numbers each time: what differs between samples was learned.
    const options = { temperature: temperatureOfSamples, generator: new Generator(settings.seed) };
    const tokens = generate(gpt, [coder.start], { maxNewTokens: characters, ...options });
    return { step: steps, text: coder.decode(tokens) };
  };
  const facts = { characters: Array.from(clean).length, parameters: gpt.numParameters(), computer };
  return {
    trainer,
    gpt,
    queries: {
      facts: () => facts,
      read: (ask) => lens.read(ask),
      write: (ask) => lens.write(ask),
      sample,
      samples: () => kept,
      inputs: () => lens.inputs(),
      heads: () => lens.heads(),
      layers: () => lens.layers(),
      cached: (ask) => lens.cached(ask),
    },
  };
}

function coderOf(text: string, tokens: Tokens): OwnCoder {
  if (tokens === "characters") return charactersCoder(text);
  return wordsCoder(BytePairTokenizer.train(text, { vocabSize: mostWords, specialTokens: [] }));
}

/** More than any run has. */
const mostBatches = 1_000_000;

/** The text as it is trained on: line ends as \n, no more than fits, nothing around it. */
function cleaned(text: string): { readonly text: string; readonly given: number } {
  const all = text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
  return { text: `${all.slice(0, longest)}\n`, given: all.length };
}

/** How many of a text's tokens, at its end, are held out: a tenth, if that is enough for a few windows. */
function heldOutOf(tokens: number, length: number): number {
  const tenth = Math.floor(tokens / 10);
  return tenth >= 2 * length ? tenth : 0;
}

/** Random windows of a text, an epoch at a time, the same for the same seed; a run can resume from any of them. */
export class RandomWindows {
  readonly batchesPerEpoch: number = stepsOfEpoch;
  readonly #ids: Int32Array;
  readonly #seed: number;
  readonly #length: number;
  #random: () => number;
  #given = 0;

  constructor(ids: Int32Array, seed: number, length: number) {
    this.#ids = ids;
    this.#seed = seed;
    this.#length = length;
    this.#random = seededRandom(seed);
  }

  *[Symbol.iterator](): Iterator<Windows> {
    do {
      this.#given++;
      yield windowsAt(this.#ids, this.#starts(), this.#length);
    } while (this.#given % stepsOfEpoch !== 0);
  }

  /** Batches that were given so far. */
  state(): unknown {
    return { given: this.#given };
  }

  /** @throws RangeError for what `state()` did not give; nothing has changed then. */
  restore(state: unknown): void {
    const { given }: { given?: unknown } = Object(state);
    if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0 || given > mostBatches)
      throw new RangeError(`The checkpoint's place is batch ${String(given)}; this page did not write it.`);
    this.#random = seededRandom(this.#seed);
    for (let i = 0; i < given; i++) this.#starts();
    this.#given = given;
  }

  #starts(): number[] {
    const last = Math.max(0, this.#ids.length - this.#length - 1);
    return Array.from({ length: batch }, () => Math.floor(this.#random() * (last + 1)));
  }
}

/** Windows side by side, as many as `batch` or fewer. */
function windowsInOrder(ids: Int32Array, length: number): Windows[] {
  const count = Math.min(batch, Math.floor((ids.length - 1) / length));
  const starts = Array.from({ length: Math.max(0, count) }, (_, i) => i * length);
  return count < 1 ? [] : [windowsAt(ids, starts, length)];
}

/** The model of words that comes with the page, of the files of a checkpoint. */
export async function trainedOf(files: readonly File[]): Promise<Trained> {
  const { model } = await loadPretrained(files, { tokenizer: false });
  const tokenizer = await files.find(({ name }) => name === "tokenizer.json")?.text();
  if (!(model instanceof GPT)) throw new Error("The files of the model of words are of another model.");
  return { gpt: model, coder: wordsCoder(BytePairTokenizer.fromJSON(tokenizer)) };
}
