import { badArgument, checkInteger, flag, type OptionsOf, options, ShapeError } from "@saccade/contract";
import { fresh } from "../../apply/capture/words.ts";
import {
  apply1,
  checkElements,
  checkInputs,
  type HostArray,
  inOrder,
  type Op,
  type TypedArray,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "../reduce/dims.ts";
import { defaultGenerator, generatorRule, type RandomState, seedRenamed } from "./generator.ts";
import { fraction } from "./normal.ts";

interface MultinomialAttrs {
  readonly numSamples: number;
  readonly replacement: boolean;
  readonly state: RandomState;
}

/** Weights (n) or (m, n) → indices (numSamples) or (m, numSamples). The weights have been checked. */
export const multinomialOp: Op<readonly [Tensor], readonly [Tensor], MultinomialAttrs> = {
  name: "multinomial",
  infer: ([{ shape }], { numSamples }) => [{ shape: [...shape.slice(0, -1), numSamples], dtype: "int32" }],
  forward: ([probs], [out], attrs) => drawRows(probs, out, attrs),
  gradient: () => [null],
};

function drawRows(probs: HostArray, { data: out }: HostArray, attrs: MultinomialAttrs): void {
  const { numSamples, replacement, state } = attrs;
  const { data, offset } = inOrder(probs);
  const n = probs.shape.at(-1)!;
  const leaves = 2 ** Math.ceil(Math.log2(n));
  const tree = new Float64Array(2 * leaves);
  for (let at = 0, row = 0; at < out.length; at += numSamples, row++) {
    plant(tree, data.subarray(offset + row * n, offset + (row + 1) * n));
    for (let i = at; i < at + numSamples; i++) {
      const drawn = descend(tree, fraction(state.seed[0], state.seed[1], i, state.offset));
      out[i] = drawn;
      if (!replacement) remove(tree, drawn);
    }
  }
}

/** A binary heap of sums: leaf j is at leaves + j, and each node is the sum of its children at 2i and 2i + 1. */
function plant(tree: Float64Array, weights: TypedArray): void {
  const leaves = tree.length / 2;
  tree.fill(0);
  tree.set(weights, leaves);
  for (let i = leaves - 1; i >= 1; i--) tree[i] = tree[2 * i]! + tree[2 * i + 1]!;
}

/** The leaf at the share u of the total weight. Rounding never leads to a leaf of weight 0. */
function descend(tree: Float64Array, u: number): number {
  const leaves = tree.length / 2;
  let rest = u * tree[1]!;
  let i = 1;
  while (i < leaves) {
    const left = tree[2 * i]!;
    const goRight = tree[2 * i + 1]! > 0 && rest >= left;
    i = 2 * i + Number(goRight);
    if (goRight) rest -= left;
  }
  return i - leaves;
}

function remove(tree: Float64Array, leaf: number): void {
  let i = tree.length / 2 + leaf;
  tree[i] = 0;
  for (i >>= 1; i >= 1; i >>= 1) tree[i] = tree[2 * i]! + tree[2 * i + 1]!;
}

const multinomialOptions = options(
  "multinomial(probs, 2, { replacement: true })",
  {
    /** Whether an index can be drawn more than once in a row. Default false. */
    replacement: flag(false),
    /** The generator to draw from. Default: the default generator. */
    generator: generatorRule,
  },
  { renamed: seedRenamed },
);

/** Options of {@link multinomial}. */
export interface MultinomialOptions extends OptionsOf<typeof multinomialOptions> {}

/**
 * Draws indices with probabilities in proportion to `probs`, as int32: (n) → (numSamples), (m, n) → (m, numSamples).
 * Rows need not sum to 1. Without replacement, an index is drawn at most once in a row, each time among the rest.
 *
 * @throws ArgumentError for a weight that is negative or not finite, a row without a positive weight, or with fewer
 * than `numSamples` of them if drawn without replacement; DTypeError for probs that are not floats; ShapeError unless
 * probs is (n) or (m, n).
 * @example tensor([0, 1, 0]).multinomial(3, { replacement: true }) // tensor([1, 1, 1], dtype=int32)
 */
export function multinomial(probs: Tensor, numSamples: number, given?: MultinomialOptions): Tensor {
  checkInputs(multinomialOptions.what, { probs });
  const fix = `as in ${multinomialOptions.example}`;
  checkInteger("multinomial", "numSamples", numSamples, 1, 2 ** 31 - 1, fix);
  const { replacement, generator = defaultGenerator() } = multinomialOptions(given);
  requireFloat("multinomial", probs);
  if (probs.ndim !== 1 && probs.ndim !== 2)
    throw new ShapeError(`multinomial: probs is ${probs.describe()}, expected (n) or (m, n).`);
  checkWeights(probs, numSamples, replacement);
  const attrs = fresh(() => ({ numSamples, replacement, state: generator.next() }));
  return apply1(multinomialOp, [probs], attrs);
}

function checkWeights(probs: Tensor, numSamples: number, replacement: boolean): void {
  const n = probs.shape.at(-1)!;
  const rows = probs.ndim === 1 ? 1 : probs.shape[0]!;
  checkElements("multinomial", probs, (elements) => {
    for (let row = 0; row < rows; row++) {
      const place = probs.ndim === 1 ? "probs" : `probs[${row}]`;
      checkRow(place, elements.subarray(row * n, (row + 1) * n), replacement ? 1 : numSamples);
    }
  });
}

function checkRow(place: string, weights: TypedArray, least: number): void {
  let positive = 0;
  let sum = 0;
  for (let j = 0; j < weights.length; j++) {
    const weight = weights[j]!;
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY))
      throw badArgument("multinomial", `${place}[${j}]`, "a finite number ≥ 0", weight);
    if (weight > 0) positive++;
    sum += weight;
  }
  if (sum === 0 || sum === Number.POSITIVE_INFINITY)
    throw badArgument("multinomial", `the sum of ${place}`, "above 0 and finite", sum);
  if (positive >= least) return;
  const rule = `at most ${positive}, the number of positive weights in ${place}`;
  throw badArgument("multinomial", "numSamples", rule, least, "or draw with { replacement: true }");
}
