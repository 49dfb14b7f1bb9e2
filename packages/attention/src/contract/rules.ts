// Rules of options that several functions and classes have. See "@saccade/tensor/contract".
import { Linear, type LinearMap, Module } from "@saccade/nn";
import { ArgumentError, type Backend, DTypeError, type Shape, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument, checkBackend, checkTensor, describeValue, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";

// Larger numbers are mistakes, and would exhaust memory or time before a later check.
const mostHeads = 2 ** 16;
const mostLayers = 10_000;
const mostSteps = 2 ** 24;

/** A size that must be given. */
export const sizeRule: c.RequiredRule<number> = c.required(c.size());

/** Declares a constructor that takes sizes. */
/* @__NO_SIDE_EFFECTS__ */
export function sizesOf(kind: string, ...names: readonly string[]) {
  const rules = Object.fromEntries(names.map((name) => [name, sizeRule]));
  return c.signature(kind, rules, `new ${kind}(${names.map((_, i) => 2 * i + 4).join(", ")})`);
}

/** A rule with a default, or without. */
interface Counted {
  (initial?: undefined, min?: number): c.Rule<number, undefined>;
  (initial: number, min?: number): c.Rule<number, number>;
}

/* @__NO_SIDE_EFFECTS__ */
function upTo(max: number): Counted {
  return ((initial?: number, min: number = 1) => ({
    ...c.whole(undefined, { min, max }),
    default: initial,
  })) as Counted;
}

/** A number of heads. */
export const headsRule: Counted = /* @__PURE__ */ upTo(mostHeads);

/** A number of layers, or of hops. */
export const layersRule: Counted = /* @__PURE__ */ upTo(mostLayers);

/** A number of positions or steps that are held at once. */
export const stepsRule: Counted = /* @__PURE__ */ upTo(mostSteps);

/* @__NO_SIDE_EFFECTS__ */
function numbers(must: string, fits: (value: number) => boolean): Counted {
  const holds = (value: unknown): value is number => typeof value === "number" && fits(value);
  return ((initial?: number) => c.rule(must, holds, initial)) as Counted;
}

const isShare = (value: number): boolean => value >= 0 && value <= 1;
const isUsable = (value: number): boolean => Number.isFinite(Math.fround(value)) && Math.fround(value) !== 0;

/** A dropout, which may be 1. */
export const dropoutRule: Counted = /* @__PURE__ */ numbers("a probability from 0 to 1", isShare);

/** An epsilon, which is added to a variance. */
export const epsRule: Counted = /* @__PURE__ */ numbers("a number from 0 to 1", isShare);

/** A factor of scores: 0, also in float32, would give all keys equal weights. */
export const factorRule: Counted = /* @__PURE__ */ numbers("a finite number other than 0", isUsable);

/** A divisor or a rate: above 0, also in float32. */
export const positiveRule: Counted = /* @__PURE__ */ numbers(
  "a finite number above 0",
  (value) => isUsable(value) && value > 0,
);

/** A backend. Without one, tensors are made on the current backend. */
export const backendRule: c.Rule<Backend, undefined> = {
  ...c.unchecked<Backend>("a backend"),
  holds: (value): value is Backend => errorOf(() => checkBackend("", value)) === undefined,
  error: (what, _name, value) => errorOf(() => checkBackend(what, value)),
};

function errorOf(check: () => void): Error | undefined {
  try {
    check();
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

/** A tensor of one dtype, and the fix for other dtypes. */
/* @__NO_SIDE_EFFECTS__ */
function tensorOf(
  kind: "float" | "int32" | "bool",
  fix: (name: string) => string,
): c.Rule<Tensor, undefined> {
  const of = c.tensorRule(kind);
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
  causal: c.flag(false),
};

/** Rule of the option `bias`. */
export const biasRules = {
  /**
   * Floats added to the scores: (lq, lk), or of the scores' rank. For scores with heads, three dims are refused: write
   * bias.unsqueeze(0) for (h, lq, lk), one for each head, and bias.unsqueeze(1) for (b, lq, lk), one for each sequence. −∞
   * counts as a score: a row of only −∞ gives NaN, as in softmax. To exclude keys, use a mask.
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
   * implementations: a finite number makes a fully masked row uniform, -Infinity makes it NaN, as in PyTorch's modules
   * that return weights and in its `scaled_dot_product_attention` before 2.5.
   */
  maskFill: c.rule<number | null>("a finite number, -Infinity (as PyTorch) or null", isFill, null),
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
  needWeights: c.flag(true),
};

const summaryName = /* @__PURE__ */ c.oneOf(["columnSums", "entropy", "max", "logSumExp", "topK"]);

/** What attention can say of its weights without returning them. */
export type SummaryName = "columnSums" | "entropy" | "max" | "logSumExp" | "topK";

const areNames = (value: unknown): value is readonly SummaryName[] =>
  Array.isArray(value) && value.every((name) => summaryName.holds(name));

/** Rules of the options `summaries` and `topK`. */
export const summaryRules = {
  /**
   * What to return of the weights (before dropout), in memory that is linear in the lengths with `needWeights: false`: a list
   * of "columnSums" (…, lk), the sum of the weights that each key receives; "entropy" (…, lq), −Σ p ln p in nats; "max" and
   * "logSumExp" (…, lq) of the scores; "topK", the largest weights of each query with their keys. Default none.
   */
  summaries: {
    .../* @__PURE__ */ c.rule(
      `a list of ${/* @__PURE__ */ summaryName.must.replace("one of ", "")}`,
      areNames,
    ),
    fix: (value: unknown): string | undefined =>
      Array.isArray(value)
        ? summaryName.fix?.(value.find((name) => !summaryName.holds(name)))
        : 'write summaries: ["entropy"]',
  },
  /** How many of the largest weights the summary "topK" holds. Default 8, or all keys where they are fewer. */
  topK: c.size(),
};

/** Masks: the keys that a query may attend to. All given masks are combined; excluded keys are ignored. */
export interface MaskOptions extends c.Given<typeof maskRules> {}

/** Masks over keys, the same for every query: masks of linear size. */
export interface KeyMaskOptions extends c.Given<typeof keyMaskRules> {}

/** The score of masked keys. */
export interface MaskFillOptions extends c.Given<typeof maskFillRules> {}

/** Of functions: a boolean attn_mask of `F.scaled_dot_product_attention` is true where a query may attend, as here. */
export const functionRenames: Readonly<Record<string, string>> = {
  attnMask: "write mask for a bool tensor, true where a query may attend, or bias for floats",
  keyPaddingMask:
    "PyTorch's is true for padding; write keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)",
  isCausal: "write causal",
  dropoutP: "write dropout",
  attnBias: "write bias",
};

const inverse = (instead: string, bias: string = "bias"): string =>
  `PyTorch's is true where a query may NOT attend, and masks here are true where it may: write ${instead}, or ${bias} for floats`;
const padding = (instead: string, bias: string = "bias"): string =>
  `PyTorch's is true for padding, and masks here are true where a query may attend: write ${instead}, or ${bias} for floats`;
const padded = /* @__PURE__ */ padding("keyMask: m.logicalNot() or mask: m.logicalNot().unsqueeze(1)");

/** Of modules: the boolean masks of `nn.MultiheadAttention` and the transformer layers are true where one may NOT attend. */
export const moduleRenames: Readonly<Record<string, string>> = {
  attnMask: /* @__PURE__ */ inverse("mask: m.logicalNot()"),
  srcMask: /* @__PURE__ */ inverse("mask: m.logicalNot()"),
  tgtMask: /* @__PURE__ */ inverse("mask: m.logicalNot()"),
  keyPaddingMask: padded,
  srcKeyPaddingMask: padded,
  tgtKeyPaddingMask: padded,
  isCausal: "write causal",
  tgtIsCausal: "write causal",
};

/** In addition to {@link moduleRenames}: masks of a decoder's attention to its memory. */
export const memoryRenames: Readonly<Record<string, string>> = /* @__PURE__ */ Object.assign(
  {
    memoryMask: /* @__PURE__ */ inverse("crossMask: m.logicalNot()", "crossBias"),
    memoryKeyPaddingMask: /* @__PURE__ */ padding(
      "crossKeyMask: m.logicalNot() or crossMask: m.logicalNot().unsqueeze(1)",
      "crossBias",
    ),
    memoryIsCausal: "write crossMask: causalMask(lt, lm)",
  },
  moduleRenames,
);

/** Of functions that never hold a (lq, lk) matrix. */
export const longRenames: Readonly<Record<string, string>> = /* @__PURE__ */ Object.assign(
  {
    mask: "a mask (lq, lk) is the matrix that this function avoids; exclude keys by keyMask or validLens, or use scaledDotProductAttention",
    bias: "a bias (lq, lk) is the matrix that this function avoids; use scaledDotProductAttention",
    needWeights: "it returns the output only; scaledDotProductAttention returns weights",
    windowSize: "write window",
  },
  functionRenames,
);

/** Makes a linear map, `into` → `out`, with a bias or without. */
export type MakeLinear<L extends LinearMap = LinearMap> = (into: number, out: number, bias: boolean) => L;

/**
 * The option `makeLinear`.
 *
 * @example makeLinearRule().holds(3) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function makeLinearRule<L extends LinearMap>(): c.Rule<MakeLinear<L>, undefined> {
  const maker = { ...c.callable<MakeLinear<L>>(), must: "a function that makes a linear map" };
  return c.withFix(maker, "write (into, out, bias) => new HalfLinear(into, out, { bias })");
}

/**
 * The given maker of linear maps, whose results are checked; or that of `Linear`s, the type L where none is given.
 *
 * @example mapMaker("GPT", undefined)(2, 3, true).outFeatures // 3
 */
export function mapMaker<L extends LinearMap>(what: string, given: MakeLinear<L> | undefined): MakeLinear<L> {
  const plain: MakeLinear<Linear> = (into, out, bias) => new Linear(into, out, { bias });
  if (given === undefined) return plain as MakeLinear<LinearMap> as MakeLinear<L>;
  return (into, out, bias) => {
    const map = given(into, out, bias);
    if (map instanceof Module && map.inFeatures === into && map.outFeatures === out) return map;
    const { inFeatures, outFeatures }: { inFeatures?: unknown; outFeatures?: unknown } = Object(map);
    const sizes = inFeatures === undefined ? "" : ` ${String(inFeatures)} → ${String(outFeatures)}`;
    const must = `a function that makes a linear map ${into} → ${out}`;
    throw badArgument(what, "makeLinear", must, given, `it gave ${describeValue(map)}${sizes}`);
  };
}

/**
 * Checks that an option has an effect.
 *
 * @throws ArgumentError for an option that has no effect without another one.
 * @example checkUsed("GPT", "ropeBase", 500, false, 'positions: "rotary"'); // throws ArgumentError
 */
export function checkUsed(what: string, name: string, value: unknown, used: boolean, beside: string): void {
  if (value === undefined || used) return;
  throw new ArgumentError(
    `${what}: ${name} has an effect only with ${beside}; give both, or leave ${name} out.`,
  );
}

/**
 * Checks that a width divides into heads, both whole numbers above 0.
 *
 * @throws ShapeError unless `width` is divisible by the number of heads.
 * @example checkDivides("GPT", "dModel", 6, 4); // throws ShapeError
 */
export function checkDivides(what: string, name: string, width: number, heads: number): void {
  if (width % heads === 0) return;
  throw new ShapeError(
    `${what}: ${name} ${width} does not divide into ${heads} heads of equal width; choose a number of heads that ` +
      `divides ${width}.`,
  );
}

const floats = c.tensorRule("float");

/**
 * Checks the result of a function that the caller hands in: floats, of a given shape where there is one.
 *
 * @throws ArgumentError, DTypeError or ShapeError naming the function.
 * @example checkResult("linearAttention", "featureMap", 3); // throws ArgumentError
 */
export function checkResult(what: string, of: string, x: unknown, shape?: Shape): void {
  const name = `the result of ${of}`;
  checkTensor(what, name, x);
  if (!floats.holds(x)) throw floats.error?.(what, name, x);
  if (shape === undefined || sameShape(x.shape, shape)) return;
  throw new ShapeError(`${what}: ${name}, ${x.describe()}, must have the shape [${shape.join(", ")}].`);
}
