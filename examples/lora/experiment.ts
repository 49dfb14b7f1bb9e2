import { compile, noGrad } from "@saccade/autograd";
import { GPT, generate } from "@saccade/models";
import { AdamW, crossEntropy, type Parameter } from "@saccade/nn";
import { addLora, type Lora } from "@saccade/pretrained";
import { Generator, manualSeed, type Tensor } from "@saccade/tensor";
import { seededRandom, shuffled } from "../random.ts";
import { decode, type Lines, length, linesOf, pirateLine, plainLine, vocabSize } from "./text.ts";

// A GPT learns a narrator's lines, then a hundred of a pirate's: once with all weights, once with adapters beside them.
// Runs in Node and in a page's worker.

/** How long and how large. */
export interface ExperimentSettings {
  readonly seed: number;
  readonly baseSteps: number;
  /** Of fine-tuning, each way. */
  readonly steps: number;
  readonly dModel: number;
  readonly numLayers: number;
}

/** As in the figures: 0.4 million numbers, twenty seconds on two cores. */
export const standard: Omit<ExperimentSettings, "seed"> = {
  baseSteps: 200,
  steps: 250,
  dModel: 128,
  numLayers: 2,
};
/** A few steps of a small model: do the losses fall? */
export const short: Omit<ExperimentSettings, "seed"> = { baseSteps: 10, steps: 10, dModel: 32, numLayers: 1 };

// For lines that nothing trained on, the best of 3e-4, 5e-4 and 1e-3, and of 5e-3, 1e-2 and 2e-2, with seed 100.
const rates = { base: 3e-3, full: 5e-4, lora: 2e-2 };
const adapter = { rank: 8, alpha: 16, targets: ["c_attn", "c_fc"] };

export type Phase = "base" | "full" | "lora";

/** The model after a phase. */
export interface Measured {
  /** How many numbers were trained. */
  readonly trained: number;
  /** Mean loss of a character in the hundred lines. */
  readonly hundred: number;
  /** The same in 200 lines that no phase trained on. */
  readonly others: number;
  /** The model's text. */
  readonly sample: string;
}

export type ExperimentEvent =
  | { readonly kind: "step"; readonly phase: Phase; readonly step: number; readonly loss: number }
  | { readonly kind: "measured"; readonly phase: Phase; readonly result: Measured }
  | { readonly kind: "checked"; readonly mergedDifference: number; readonly changedNumbers: number };

/** Runs the experiment, a step each time the next event is asked for. */
export function* experiment(settings: ExperimentSettings): Iterable<ExperimentEvent> {
  const { seed, baseSteps, steps, dModel, numLayers } = settings;
  const random = seededRandom(seed);
  manualSeed(seed);
  const some = (count: number, line: (random: () => number) => string): string[] =>
    Array.from({ length: count }, () => line(random));
  const gpt = new GPT({ vocabSize, maxLen: length, numHeads: 4, dModel, numLayers });
  const narrated = some(2000, plainLine);
  const [hundred, others] = [some(100, pirateLine), some(200, pirateLine)];
  const measured = (phase: Phase, trained: number): ExperimentEvent => ({
    kind: "measured",
    phase,
    result: { trained, hundred: lossOn(gpt, hundred), others: lossOn(gpt, others), sample: write(gpt, seed) },
  });

  const all = gpt.parameters();
  yield* train("base", gpt, all, narrated, random, { steps: baseSteps, batch: 16, lr: rates.base });
  yield measured("base", gpt.numParameters());
  const base = gpt.stateDict();

  yield* train("full", gpt, all, hundred, random, { steps, batch: 10, lr: rates.full });
  yield measured("full", gpt.numParameters());

  gpt.loadStateDict(base);
  const lora = addLora(gpt, adapter);
  yield* train("lora", gpt, lora.parameters(), hundred, random, { steps, batch: 10, lr: rates.lora });
  yield measured("lora", lora.numParameters());
  const mergedDifference = differenceOfMerging(gpt, lora, others);
  lora.remove();
  yield { kind: "checked", mergedDifference, changedNumbers: changedNumbers(gpt, base) };
}
interface TrainOptions {
  readonly steps: number;
  /** Lines in a step. */
  readonly batch: number;
  /** The learning rate of the first step; it falls to 0 along a line. */
  readonly lr: number;
}

/** Trains the given parameters on the lines, all of them once before any comes again. */
function* train(
  phase: Phase,
  gpt: GPT,
  parameters: readonly Parameter[],
  lines: readonly string[],
  random: () => number,
  { steps, batch, lr }: TrainOptions,
): Iterable<ExperimentEvent> {
  const optimizer = new AdamW(parameters, { lr, weightDecay: 0, clipGradNorm: 1 });
  const step = compile((given: Lines) => optimizer.step(() => lossOf(gpt, given)));
  let waiting: string[] = [];
  for (let i = 0; i < steps; i++) {
    if (waiting.length < batch) waiting = shuffled(lines, random);
    optimizer.lr = lr * (1 - i / steps);
    yield { kind: "step", phase, step: i + 1, loss: step(linesOf(waiting.splice(0, batch))).item() };
  }
}

/** The mean over all characters of the lines. */
function lossOf(gpt: GPT, { ids, next }: Lines): Tensor {
  return crossEntropy(gpt.forward(ids).flatten(0, 1), next.flatten(), { ignoreIndex: -1 });
}

function lossOn(gpt: GPT, lines: readonly string[]): number {
  return noGrad(() => lossOf(gpt, linesOf(lines)).item());
}

/** A line of the model's, at temperature 0.5. */
function write(gpt: GPT, seed: number): string {
  const options = { maxNewTokens: length - 1, temperature: 0.5, eos: 0, generator: new Generator(seed) };
  return decode(generate(gpt, [0], options)).trim();
}

/** The largest difference that merging makes to a logit z, divided by max(1, |z|). */
function differenceOfMerging(gpt: GPT, lora: Lora, lines: readonly string[]): number {
  return noGrad(() => {
    const { ids } = linesOf(lines.slice(0, 20));
    const beside = gpt.forward(ids);
    lora.merge();
    const merged = gpt.forward(ids);
    lora.unmerge();
    return merged.sub(beside).abs().div(beside.abs().maximum(1)).max().item();
  });
}

/** How many numbers of the model differ from those of `base`. */
function changedNumbers(gpt: GPT, base: Readonly<Record<string, Tensor>>): number {
  return noGrad(() =>
    Object.entries(gpt.stateDict()).reduce(
      (sum, [name, x]) => sum + x.ne(base[name]!).to("int32").sum().item(),
      0,
    ),
  );
}
