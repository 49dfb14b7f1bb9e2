import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, checkOptions, checkRange, optionNames } from "@saccade/tensor/backend";

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

const linear = optionNames<LinearScaling>(
  "scaling",
  { kind: true, factor: true },
  '{ kind: "linear", factor: 2 }',
);
const llama3 = optionNames<Llama3Scaling>(
  "scaling",
  { kind: true, factor: true, lowFreqFactor: true, highFreqFactor: true, originalMaxLen: true },
  '{ kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 8192 }',
);

/**
 * Checks a scaling of rotary positions.
 *
 * @throws ArgumentError for a scaling that is none.
 * @example checkScaling("GPT", "ropeScaling", { kind: "linear", factor: 0 }); // throws ArgumentError
 */
export function checkScaling(what: string, argument: string, scaling: unknown): void {
  const { kind }: { kind?: unknown } = Object(scaling);
  if (kind !== "linear" && kind !== "llama3") {
    throw badArgument(what, argument, `"none", or such as ${linear.example} or ${llama3.example}`, scaling);
  }
  const given: Partial<Llama3Scaling> = Object(scaling);
  checkOptions(kind === "linear" ? linear : llama3, given);
  const at = (name: string): string => `${argument}.${name}`;
  checkRange(what, at("factor"), given.factor, 1, 1e6);
  if (kind === "linear") return;
  const { lowFreqFactor, highFreqFactor, originalMaxLen } = given;
  checkRange(what, at("lowFreqFactor"), lowFreqFactor, 0, 1e6);
  checkRange(what, at("highFreqFactor"), highFreqFactor, 0, 1e6);
  checkInteger(what, at("originalMaxLen"), originalMaxLen, 1, 2 ** 31 - 1);
  if (highFreqFactor! > lowFreqFactor!) return;
  throw new ArgumentError(
    `${what}: ${at("highFreqFactor")} ${highFreqFactor} must be above ${at("lowFreqFactor")}, ${lowFreqFactor}.`,
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
