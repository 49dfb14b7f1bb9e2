import { GPT, generate } from "@saccade/models";
import { AdamW, crossEntropy, fromSafetensors } from "@saccade/nn";
import { Generator, manualSeed, type Tensor } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import type { Computer } from "../../work/backend.ts";
import { Alphabet } from "./alphabet.ts";
import type {
  Cached,
  HeadAsk,
  HeadMaps,
  ReadAsk,
  Reading,
  RunFacts,
  RunSettings,
  Sample,
  WriteAsk,
  Written,
} from "./calls.ts";
import { type Coder, Lens } from "./lens.ts";
import { learningRate, sizes } from "./network-sizes.ts";
import { isSampled, sampleLength } from "./sampling-steps.ts";
import { cleaned, heldOutOf, RandomWindows, type Windows, windowsInOrder } from "./text.ts";
import { shortest } from "./text-limits.ts";

/** The page's requests to a run, between its training steps. */
export type LanguageQueries = {
  facts(): RunFacts;
  read(ask: ReadAsk): Reading;
  write(ask: WriteAsk): Written;
  sample(characters: number): Sample;
  samples(): readonly Sample[];
  heads(): HeadMaps;
  cached(ask: HeadAsk): Cached;
};

/** A run: a model and the text it learns, its trainer, and what can be asked of it. */
export interface LanguageJob {
  readonly trainer: Trainer<Windows>;
  readonly queries: LanguageQueries;
  readonly gpt: GPT;
}

/** Samples are drawn so that they show what was learned more than chance. */
const temperatureOfSamples = 0.7;

/**
 * Makes a run.
 *
 * @throws RangeError for a text that is too short.
 */
export function makeJob(settings: RunSettings, computer: Computer | null): LanguageJob {
  const { text: clean, given } = cleaned(settings.text);
  if (given < shortest) {
    throw new RangeError(`The text has ${given} characters; it needs at least ${shortest}.`);
  }
  const alphabet = new Alphabet(clean);
  const ids = Int32Array.from(alphabet.encode(clean).ids);
  const heldOut = heldOutOf(ids.length);
  manualSeed(settings.seed);
  const gpt = new GPT({ ...sizes, vocabSize: alphabet.size });
  if (settings.weights !== null) gpt.loadStateDict(fromSafetensors(settings.weights).tensors);
  const lossOf = ({ ids: x, next }: Windows): Tensor =>
    crossEntropy(gpt.forward(x).flatten(0, 1), next.flatten());
  const trainer = new Trainer<Windows>({
    model: gpt,
    optimizer: new AdamW(gpt, { lr: learningRate, clipGradNorm: 1 }),
    data: new RandomWindows(ids.subarray(0, ids.length - heldOut), settings.seed),
    trainingStep: lossOf,
    ...(heldOut > 0 && { validationData: windowsInOrder(ids.subarray(ids.length - heldOut)) }),
    maxEpochs: Number.POSITIVE_INFINITY, // each fit says how far
    compile: true,
  });
  const coder = coderOf(alphabet);
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
    return { step: steps, text: alphabet.decode(tokens) };
  };
  const { numLayers: layers, numHeads: heads, maxLen } = gpt.settings;
  const facts = {
    characters: Array.from(clean).length,
    given,
    vocabSize: alphabet.size,
    parameters: gpt.numParameters(),
    layers,
    heads,
    maxLen,
    heldOut,
    computer,
  };
  return {
    trainer,
    gpt,
    queries: {
      facts: () => facts,
      read: (ask) => lens.read(ask),
      write: (ask) => lens.write(ask),
      sample,
      samples: () => kept,
      heads: () => lens.heads(),
      cached: (ask) => lens.cached(ask),
    },
  };
}

function coderOf(alphabet: Alphabet): Coder {
  return {
    unknownAs: null,
    encode: (text) => alphabet.encode(text),
    decode: (ids) => alphabet.decode(ids),
    show: (id) => shown(alphabet.decode([id])),
    start: Math.max(0, alphabet.characters.indexOf("\n")),
  };
}

// What cannot be seen gets a sign.
function shown(character: string): string {
  if (character === "\n") return "⏎";
  return character === " " ? "␣" : character;
}
