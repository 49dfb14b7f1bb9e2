import { Lens } from "@saccade/figures/language-model/lens";
import { type Windows, windowsLoss } from "@saccade/figures/language-model/windows";
import { GPT, generate } from "@saccade/models";
import { AdamW, fromSafetensors } from "@saccade/nn";
import { Generator, manualSeed } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import type { Computer } from "../../work/backend.ts";
import type { Looks, RunFacts, RunSettings, Sample } from "./calls.ts";
import { Alphabet, charactersCoder } from "./coders.ts";
import { isSampled, learningRate, sampleLength, shortest, sizes } from "./sizes.ts";
import { cleaned, heldOutOf, RandomWindows, windowsInOrder } from "./text.ts";

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
  const coder = charactersCoder(alphabet);
  const ids = Int32Array.from(coder.encode(clean).ids);
  const heldOut = heldOutOf(ids.length);
  manualSeed(settings.seed);
  const gpt = new GPT({ ...sizes, vocabSize: alphabet.size });
  if (settings.weights !== null) gpt.loadStateDict(fromSafetensors(settings.weights).tensors);
  const trainer = new Trainer<Windows>({
    model: gpt,
    optimizer: new AdamW(gpt, { lr: learningRate, clipGradNorm: 1 }),
    data: new RandomWindows(ids.subarray(0, ids.length - heldOut), settings.seed),
    trainingStep: (windows) => windowsLoss(gpt, windows),
    ...(heldOut > 0 && { validationData: windowsInOrder(ids.subarray(ids.length - heldOut)) }),
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
      heads: () => lens.heads(),
      layers: () => lens.layers(),
      cached: (ask) => lens.cached(ask),
    },
  };
}
