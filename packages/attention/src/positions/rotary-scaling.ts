import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { type Given, number, oneOf, options, required, size } from "@saccade/tensor/contract";

const factor = (min: number) => required(number(undefined, { min, max: 1e6 }));
const linearRules = {
  /** Which scaling it is. */
  kind: required(oneOf(["linear"])),
  /** At least 1. */
  factor: factor(1),
};
const llama3Rules = {
  /** Which scaling it is. */
  kind: required(oneOf(["llama3"])),
  /** At least 1. */
  factor: factor(1),
  /** Fewer turns than this within `originalMaxLen` make a pair slow. */
  lowFreqFactor: factor(0),
  /** Above `lowFreqFactor`. */
  highFreqFactor: factor(0),
  /** The longest text before the model was extended. */
  originalMaxLen: required(size()),
};

/** All pairs turn `factor` times more slowly (Chen et al. 2023): a text of that many times the length fits. */
export interface LinearScaling extends Given<typeof linearRules> {}

/**
 * Llama 3.1's: slow pairs turn `factor` times more slowly, fast ones as before, and the angles of the others are interpolated. A
 * pair that turns less than `lowFreqFactor` times within `originalMaxLen` tokens is slow, one above `highFreqFactor` fast.
 */
export interface Llama3Scaling extends Given<typeof llama3Rules> {}

/** How rotary positions are stretched for texts that are longer than those of the first training. */
export type RotaryScaling = LinearScaling | Llama3Scaling;

const kinds = {
  linear: { rules: linearRules, example: '{ kind: "linear", factor: 2 }' },
  llama3: {
    rules: llama3Rules,
    example: '{ kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 8192 }',
  },
};

/**
 * Checks a scaling of rotary positions.
 *
 * @throws ArgumentError for an invalid scaling.
 * @example checkScaling("GPT", "ropeScaling", { kind: "linear", factor: 0 }); // throws ArgumentError
 */
export function checkScaling(what: string, argument: string, scaling: unknown): void {
  const { kind }: { readonly kind?: unknown } = Object(scaling);
  const { lowFreqFactor = 0, highFreqFactor = 1 }: Partial<Llama3Scaling> = Object(scaling);
  if (kind !== "linear" && kind !== "llama3") {
    const must = `"none", or such as ${kinds.linear.example} or ${kinds.llama3.example}`;
    throw badArgument(what, argument, must, scaling);
  }
  const { rules, example } = kinds[kind];
  options(`${what}: ${argument}`, rules, { example })(Object(scaling));
  if (lowFreqFactor < highFreqFactor) return;
  throw new ArgumentError(
    `${what}: ${argument}.highFreqFactor ${highFreqFactor} must be above ${argument}.lowFreqFactor, ${lowFreqFactor}.`,
  );
}

/** The angle that a pair turns by at each position, where `frequency` is the one without scaling; rounded to float32. */
export function scaledFrequency(frequency: number, scaling: RotaryScaling): number {
  const slow = Math.fround(frequency / scaling.factor);
  if (scaling.kind === "linear") return slow;
  const { lowFreqFactor, highFreqFactor, originalMaxLen } = scaling;
  const turns = (originalMaxLen * frequency) / (2 * Math.PI);
  if (turns < lowFreqFactor) return slow;
  if (turns > highFreqFactor) return frequency;
  const share = (turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
  return Math.fround((1 - share) * slow + share * frequency);
}
