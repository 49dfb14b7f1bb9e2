import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { number, options, required, size, unchecked } from "@saccade/tensor/contract";

/** All pairs turn `factor` times more slowly (Chen et al. 2023): a text of that many times the length fits. */
export interface LinearScaling {
  /** Which scaling it is. */
  readonly kind: "linear";
  /** At least 1. */
  readonly factor: number;
}

/**
 * Llama 3.1's: slow pairs turn `factor` times more slowly, fast ones as before, and the angles of the others are interpolated. A
 * pair that turns less than `lowFreqFactor` times within `originalMaxLen` tokens is slow, one above `highFreqFactor` fast.
 */
export interface Llama3Scaling {
  /** Which scaling it is. */
  readonly kind: "llama3";
  /** At least 1. */
  readonly factor: number;
  /** Fewer turns than this within `originalMaxLen` make a pair slow. */
  readonly lowFreqFactor: number;
  /** Above `lowFreqFactor`. */
  readonly highFreqFactor: number;
  /** The longest text before the model was extended. */
  readonly originalMaxLen: number;
}

/** How rotary positions are stretched for texts that are longer than those of the first training. */
export type RotaryScaling = LinearScaling | Llama3Scaling;

const factor = (min: number) => required(number(undefined, { min, max: 1e6 }));
const linearRules = { kind: unchecked("linear"), factor: factor(1) };
const llama3Rules = {
  ...linearRules,
  lowFreqFactor: factor(0),
  highFreqFactor: factor(0),
  originalMaxLen: required(size()),
};
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
