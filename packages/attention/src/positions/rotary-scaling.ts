import { ArgumentError } from "@saccade/tensor";
import { checkOptions } from "@saccade/tensor/backend";
import {
  number,
  options,
  type Part,
  type Rule,
  required,
  rule,
  signature,
  size,
} from "@saccade/tensor/contract";

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

type Kind = RotaryScaling["kind"];
const kind = required(
  rule("a kind of scaling", (value): value is Kind => value === "linear" || value === "llama3"),
);
const factor = (min: number) => required(number(undefined, { min, max: 1e6 }));
const kinds = {
  linear: options("scaling", { kind, factor: factor(1) }, { example: '{ kind: "linear", factor: 2 }' }),
  llama3: options(
    "scaling",
    {
      kind,
      factor: factor(1),
      lowFreqFactor: factor(0),
      highFreqFactor: factor(0),
      originalMaxLen: required(size()),
    },
    { example: '{ kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 8192 }' },
  ),
} as const;

function kindOf(value: unknown): Kind | undefined {
  const { kind: found }: { kind?: unknown } = Object(value);
  return kind.holds(found) ? found : undefined;
}

// The first field that is missing or wrong.
function wrongPart(value: unknown): Part | undefined {
  const found = kindOf(value);
  const rules: Readonly<Record<string, Rule<unknown, unknown>>> =
    found === undefined ? {} : kinds[found].rules;
  for (const [name, rule] of Object.entries(rules)) {
    const field: unknown = Reflect.get(Object(value), name);
    if (!rule.holds(field)) return { path: `.${name}`, value: field, rule };
  }
  return undefined;
}

// Whether the fields are those of its kind, and in order.
function isScaling(value: unknown): value is RotaryScaling {
  const found = kindOf(value);
  if (found === undefined || wrongPart(value) !== undefined) return false;
  const { lowFreqFactor = 0, highFreqFactor = 1 }: Partial<Llama3Scaling> = Object(value);
  return (
    Object.keys(Object(value)).every((name) => name in kinds[found].rules) && lowFreqFactor < highFreqFactor
  );
}

/** The option `scaling`. */
export const scalingRule: Rule<RotaryScaling | "none", "none"> = {
  ...rule<RotaryScaling | "none">(
    `"none", or such as ${kinds.linear.example} or ${kinds.llama3.example}`,
    (value): value is RotaryScaling | "none" => value === "none" || isScaling(value),
  ),
  default: "none",
  part: wrongPart,
  error(what, name, value) {
    const found = kindOf(value);
    if (found === undefined) return undefined;
    checkOptions(kinds[found], Object(value));
    const { lowFreqFactor, highFreqFactor }: Partial<Llama3Scaling> = Object(value);
    return new ArgumentError(
      `${what}: ${name}.highFreqFactor ${highFreqFactor} must be above ${name}.lowFreqFactor, ${lowFreqFactor}.`,
    );
  },
};

/**
 * Checks a scaling of rotary positions.
 *
 * @throws ArgumentError for an invalid scaling.
 * @example checkScaling("GPT", "ropeScaling", { kind: "linear", factor: 0 }); // throws ArgumentError
 */
export function checkScaling(what: string, argument: string, scaling: unknown): void {
  signature(what, { [argument]: scalingRule }, "")([scaling]);
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
