// The options for masks and biases: their rules, and the translations of other libraries' names.
import { ArgumentError, DTypeError, Tensor } from "@saccade/tensor";
import { flag, type Given, type Rule, rule, tensorRule } from "@saccade/tensor/contract";

/** A tensor of one dtype, and what to write for one of another dtype. */
function tensorOf(kind: "float" | "int32" | "bool", fix: (name: string) => string): Rule<Tensor, undefined> {
  const of = tensorRule(kind);
  const error = (what: string, name: string, value: unknown): Error | undefined =>
    value instanceof Tensor && value.shares > 0
      ? new DTypeError(`${what}: ${name} must be ${of.must}, got ${value.describe()}; ${fix(name)}.`)
      : of.error?.(what, name, value);
  return { ...of, error };
}

const keyMask = tensorOf("bool", (name) => `write ${name}.ne(0) for a mask of 0 and 1`);
const validLens = tensorOf(
  "int32",
  (name) => `write ${name}.to("int32") for whole numbers, and give a bool tensor as mask or keyMask`,
);

/** Rules of masks over keys, the same for every query. */
export const keyMaskRules = {
  /** bool (b, lk), true where a key may be attended to: the complement of PyTorch's `key_padding_mask`. */
  keyMask,
  /** int32, the number of valid keys, from the first: (b), or (b, lq) with a length per query; 0 to lk. */
  validLens,
};

/** Rules of the masks of an attention. */
export const maskRules = {
  /**
   * bool, true where a query MAY attend. (lq, lk), or the scores' rank: (b, lq, lk) for scores (b, lq, lk), and (b, h,
   * lq, lk) for scores with heads. Each size may be 1. Modules that split heads themselves accept (b, lq, lk) too.
   */
  mask: tensorOf(
    "bool",
    (name) =>
      `a mask is true where a query may attend: write ${name}.ne(0) for one of 0 and 1, and give floats that are added ` +
      `to the scores as ${name.replace(/mask$/i, (end) => (end === "Mask" ? "Bias" : "bias"))}`,
  ),
  ...keyMaskRules,
  /** Query i attends to keys 0 to i only. Default false. */
  causal: flag(false),
};

/** Rule of the option `bias`. */
export const biasRules = {
  /**
   * Floats added to the scores, in the shapes of a mask. −∞ counts as a score: a row of only −∞ gives NaN, as in
   * softmax. To exclude keys, use a mask.
   */
  bias: tensorOf(
    "float",
    (name) => `give a bool tensor as ${name.replace("bias", "mask").replace("Bias", "Mask")}`,
  ),
};

/** Rule of the option `maskFill`. */
export const maskFillRules = {
  /**
   * By default (or null), masked keys are ignored: they and their values have no effect, and a query without allowed
   * keys gets zero weights, zero output and no gradient. A number is used as the score of masked keys, to match other
   * implementations: a finite number makes a fully masked row uniform, -Infinity (PyTorch) makes it NaN.
   */
  maskFill: rule<number | null>("a finite number, -Infinity (as PyTorch) or null", isFill, null),
};

function isFill(value: unknown): value is number | null {
  return value === null || (typeof value === "number" && value < Number.POSITIVE_INFINITY);
}

/** Rule of the option `needWeights`. */
export const needWeightsRules = {
  /**
   * Whether to return the weights. Default true. Without weights, no (lq, lk) matrix is materialized, unless keys are
   * masked with a finite `maskFill`, which gives them weight.
   */
  needWeights: flag(true),
};

/** Masks: the keys that a query may attend to. All given masks are combined; excluded keys are ignored. */
export interface MaskOptions extends Given<typeof maskRules> {}

/** Masks over keys, the same for every query: masks of linear size. */
export interface KeyMaskOptions extends Given<typeof keyMaskRules> {}

/** The score of masked keys. */
export interface MaskFillOptions extends Given<typeof maskFillRules> {}

/**
 * The options of a `forward` that takes lengths by position too.
 *
 * @throws ArgumentError if lengths are given twice, or as `read` does.
 */
export function withLengths<O extends KeyMaskOptions, S extends KeyMaskOptions>(
  read: ((given: O) => S) & { readonly what: string },
  validLens: Tensor | undefined,
  given: O,
): S {
  const settings = read(given);
  if (validLens === undefined) return settings;
  if (settings.validLens === undefined) return read({ ...given, validLens });
  throw new ArgumentError(
    `${read.what}: validLens is given twice, as an argument and as an option; give one.`,
  );
}

/** Of functions: a boolean attn_mask of `F.scaled_dot_product_attention` is true where a query may attend, as here. */
export const functionRenames: Readonly<Record<string, string>> = {
  attnMask: "write mask for a bool tensor, true where a query may attend, or bias for floats",
  keyPaddingMask:
    "PyTorch's is true for padding; write keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)",
  isCausal: "write causal",
  dropoutP: "write dropout",
  attnBias: "write bias",
};

const inverse = (instead: string): string =>
  `PyTorch's is true where a query may NOT attend, and masks here are true where it may: write ${instead}, or bias for floats`;
const padding = (instead: string): string =>
  `PyTorch's is true for padding, and masks here are true where a query may attend: write ${instead}, or bias for floats`;
const padded = padding("keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)");

/** Of modules: the boolean masks of `nn.MultiheadAttention` and the transformer layers are true where one may NOT attend. */
export const moduleRenames: Readonly<Record<string, string>> = {
  attnMask: inverse("mask: m.logicalNot()"),
  srcMask: inverse("mask: m.logicalNot()"),
  tgtMask: inverse("mask: m.logicalNot()"),
  keyPaddingMask: padded,
  srcKeyPaddingMask: padded,
  tgtKeyPaddingMask: padded,
  isCausal: "write causal",
  tgtIsCausal: "write causal",
};

/** In addition to {@link moduleRenames}: masks of a decoder's attention to its memory. */
export const memoryRenames: Readonly<Record<string, string>> = {
  ...moduleRenames,
  memoryMask: inverse("crossMask: m.logicalNot()").replace("bias", "crossBias"),
  memoryKeyPaddingMask: padding(
    "crossKeyMask: m.logicalNot() or crossMask: m.logicalNot().unsqueeze(1)",
  ).replace("bias", "crossBias"),
  memoryIsCausal: "write crossMask: causalMask(lt, lm)",
};

/** Of functions that never hold a (lq, lk) matrix. */
export const longRenames: Readonly<Record<string, string>> = {
  ...functionRenames,
  mask: "a mask (lq, lk) is the matrix that this function avoids; exclude keys by keyMask or validLens, or use scaledDotProductAttention",
  bias: "a bias (lq, lk) is the matrix that this function avoids; use scaledDotProductAttention",
  needWeights: "it returns the output only; scaledDotProductAttention returns weights",
  windowSize: "write window",
};
