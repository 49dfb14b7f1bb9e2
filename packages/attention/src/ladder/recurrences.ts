// Attention with a memory of fixed size, as functions: they train in chunks and decode token by token, and agree for any split.

import { ArgumentError, ShapeError, scope, type Tensor, tensor } from "@saccade/tensor";
import { checkElements, formatShape, iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { call } from "../contract/method.ts";
import { factorRule } from "../contract/rules.ts";
import * as definition from "../definitions/ladder/memories.ts";
import type { Inputs } from "../masks/align.ts";
import { chunkSizeRule, memoryFor } from "./mixer.ts";

/** The result of a memory, which is a named tuple, too: `const [output, state] = …`. */
type Result = definition.Recalled & Iterable<Tensor>;

const memoryRules = {
  /** floats (…, dk, dv): the memory after an earlier sequence, which this one continues. Default zeros. */
  state: c.tensorRule("float", "(…, dk, dv)"),
  /** The factor of what is read, not 0. Default 1/√dk. */
  scale: factorRule(),
  /** How many tokens are computed together. It changes time, memory and rounding only. Default 32. */
  chunkSize: chunkSizeRule,
};
const gateRules = {
  /** The logarithm of the decay before each write, not positive: floats (…, t). */
  g: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule("float", "(…, t)")),
};
const featureRules = {
  /** The logarithm of each feature's decay before each write, not positive: floats (…, t, dk). */
  g: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule("float", "(…, t, dk)")),
};
const betaRules = {
  /** How much of the difference to what is known is written: floats (…, t), from 0 to 1. */
  beta: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule("float", "(…, t)")),
  /** Whether beta may go up to 2, where the memory can turn a value's sign (Grazzi et al. 2025). Default false. */
  allowNegEigval: c.flag(false),
};
const rows = "q float (…, t, dk)  k float (…, t, dk)  v float (…, t, dv)";
const renamed = {
  gk: "write g",
  initialState: "write state",
  outputFinalState: "the result has the state: { output, state }",
  headFirst: "the form is (b, heads, t, d)",
};

/* @__NO_SIDE_EFFECTS__ */
function declared<const R extends c.Rules>(name: string, gates: R, example: string) {
  const rules = { ...gates, ...memoryRules };
  return call(c.options(name, rules, { example: `${name}(q, k, v${example})`, renamed }), rows);
}

const retentionCall = /* @__PURE__ */ declared(
  "retention",
  {
    /** floats (heads): the logarithm of each head's decay. Default 1 − 2^(−5 − head), as in the paper. */
    logGamma: c.tensorRule("float", "(heads)"),
  },
  "",
);
const decayRules = {
  /** The logarithm of the decay before each write, not positive: floats (…, t), or (…, t, dk) with one for each feature of the keys. */
  g: /* @__PURE__ */ c.required(/* @__PURE__ */ c.tensorRule("float")),
};
const linearCall = /* @__PURE__ */ declared("gatedLinearAttention", decayRules, ", { g }");
const deltaCall = /* @__PURE__ */ declared("deltaRule", betaRules, ", { beta }");
const gatedDeltaCall = /* @__PURE__ */ declared(
  "gatedDeltaRule",
  { ...gateRules, ...betaRules },
  ", { g, beta }",
);
const kimiCall = /* @__PURE__ */ declared(
  "kimiDeltaAttention",
  { ...featureRules, ...betaRules },
  ", { g, beta }",
);

/** Options of {@link retention}. */
export interface RetentionOptions extends c.OptionsOf<typeof retentionCall, typeof memoryRules> {}
/** Options of {@link gatedLinearAttention}. */
export interface GatedLinearOptions
  extends c.OptionsOf<typeof linearCall, typeof memoryRules & typeof decayRules> {}
/** Options of {@link deltaRule}. */
export interface DeltaRuleOptions
  extends c.OptionsOf<typeof deltaCall, typeof memoryRules & typeof betaRules> {}
/** Options of {@link gatedDeltaRule}. */
export interface GatedDeltaRuleOptions
  extends c.OptionsOf<typeof gatedDeltaCall, typeof memoryRules & typeof betaRules & typeof gateRules> {}
/** Options of {@link kimiDeltaAttention}. */
export interface KimiDeltaOptions
  extends c.OptionsOf<typeof kimiCall, typeof memoryRules & typeof betaRules & typeof featureRules> {}

/** What a checked call of a memory reads. */
interface Read extends Omit<definition.MemoryTerms, "scale"> {
  readonly t: number;
  readonly chunkSize: number;
  readonly scale: number | undefined;
  readonly allowNegEigval?: boolean;
}

/** @throws ShapeError for no token; ArgumentError for a decay above 1 or a beta out of its range, where the host can read them. */
function recall(what: string, [q, k, v]: Inputs, { t, chunkSize, allowNegEigval, ...terms }: Read): Result {
  refuse(
    `${what}: g`,
    terms.g,
    (x) => x <= 0,
    () => "it holds the logarithms of decays, which are not positive. Write g.log() for decays from 0 to 1",
  );
  const most = allowNegEigval ? 2 : 1;
  const cure = (x: number): string =>
    x > 1 && x <= 2 ? "allow up to 2 by allowNegEigval: true" : "take a sigmoid of it";
  refuse(
    `${what}: beta`,
    terms.beta,
    (x) => x >= 0 && x <= most,
    (x) => `it must be from 0 to ${most}; ${cure(x)}`,
  );
  return iterable(scope(() => memoryFor(what, t, chunkSize)(q, k, v, terms)));
}

function refuse(
  what: string,
  all: Tensor | undefined,
  fits: (x: number) => boolean,
  rule: (x: number) => string,
): void {
  if (!all) return;
  checkElements(what, all, (numbers) => {
    const wrong = numbers.find((x) => !fits(x));
    if (wrong !== undefined) throw new ArgumentError(`${what} has ${wrong}; ${rule(wrong)}.`);
  });
}

/**
 * Retention (RetNet; Sun et al. 2023, equations 6 and 7): S ← γ S + kᵀ v, out = scale · q S, one decay γ a head. flash-linear-
 * attention's `chunk_retention`. The paper turns q and k by their positions before, and normalizes each head after.
 *
 * @param q floats (b, heads, t, dk)
 * @param k floats (b, heads, t, dk)
 * @param v floats (b, heads, t, dv)
 * @returns output (b, heads, t, dv), and the state (b, heads, dk, dv) after the last token, as `{ output, state }` or `[output, state]`
 * @throws ShapeError unless the shapes fit each other; ArgumentError for an invalid option.
 * @example retention(ones([1, 1, 2, 1]), ones([1, 1, 2, 1]), ones([1, 1, 2, 1])).output.flatten() // tensor([1.0000, 1.9688])
 */
export function retention(q: Tensor, k: Tensor, v: Tensor, given: RetentionOptions = {}): Result {
  const { t, logGamma, state, scale, chunkSize } = retentionCall([q, k, v, given]);
  const name = "retention";
  if (q.ndim !== 4)
    throw new ShapeError(
      `${name}: q is ${q.describe()}; it must be (b, heads, t, dk), with a decay for each head.`,
    );
  const heads = q.size(1);
  if (logGamma && logGamma.size(0) !== heads)
    throw new ShapeError(`${name}: logGamma is ${logGamma.describe()}; it must be (heads) = [${heads}].`);
  const memory = memoryFor(name, t, chunkSize);
  return iterable(
    scope(() => {
      const decays =
        logGamma ?? tensor(definition.retentionDecays(heads), { backend: q.backend, dtype: q.dtype });
      return definition.retention(q, k, v, decays, { state, scale }, memory);
    }),
  );
}

/**
 * Gated linear attention (GLA; Yang et al. 2024, equation 3): S ← exp(g) S + kᵀ v, out = scale · q S, a decay for each feature of
 * the keys; flash-linear-attention's `chunk_gla`. With one decay a token, g (…, t), it is Mamba-2's recurrence (Dao & Gu 2024;
 * `chunk_simple_gla`), there with `scale: 1`.
 *
 * @param q floats (…, t, dk)
 * @param k floats (…, t, dk)
 * @param v floats (…, t, dv)
 * @param given `g`: the logarithm of the decay before each write, floats (…, t, dk) or (…, t), not positive
 * @returns output (…, t, dv), and the state (…, dk, dv) after the last token
 * @throws ShapeError unless the shapes fit each other; ArgumentError for an invalid option, or a decay above 1.
 * @example
 * const x = ones([2, 1]);
 * gatedLinearAttention(x, x, x, { g: tensor([[0], [Math.log(0.5)]]) }).output // tensor([[1.0000], [1.5000]])
 */
export function gatedLinearAttention(q: Tensor, k: Tensor, v: Tensor, given: GatedLinearOptions): Result {
  const name = "gatedLinearAttention";
  const read = linearCall([q, k, v, given]);
  const { g } = read;
  const wanted = g.ndim < q.ndim ? q.shape.slice(0, -1) : q.shape;
  if (!sameShape(g.shape, wanted))
    throw new ShapeError(
      `${name}: g is ${g.describe()}; beside q ${formatShape(q.shape)} it must be (…, t, dk) = ${formatShape(q.shape)}, or (…, t) = ${formatShape(q.shape.slice(0, -1))}.`,
    );
  return recall(name, [q, k, v], read);
}

/**
 * The delta rule (DeltaNet; Schlag et al. 2021, equation 24; Yang et al. 2024, arXiv:2406.06484): S ← S + kᵀ β (v − k S), out =
 * scale · q S: what a key already gives is replaced instead of added to. flash-linear-attention's `chunk_delta_rule`. Give keys of
 * unit length.
 *
 * @param q floats (…, t, dk)
 * @param k floats (…, t, dk)
 * @param v floats (…, t, dv)
 * @returns output (…, t, dv), and the state (…, dk, dv) after the last token
 * @throws ShapeError unless the shapes fit each other; ArgumentError for an invalid option, or a beta out of its range.
 * @example
 * const k = ones([2, 1]);
 * deltaRule(k, k, tensor([[3], [4]]), { beta: ones([2]) }).output // tensor([[3], [4]])
 */
export function deltaRule(q: Tensor, k: Tensor, v: Tensor, given: DeltaRuleOptions): Result {
  return recall("deltaRule", [q, k, v], deltaCall([q, k, v, given]));
}

/**
 * The gated delta rule (Gated DeltaNet; Yang, Kautz & Hatamizadeh 2024, equation 10): S ← exp(g) S, then {@link deltaRule}. Qwen3-
 * Next's layers; flash-linear-attention's `chunk_gated_delta_rule`.
 *
 * @param q floats (…, t, dk)
 * @param k floats (…, t, dk), of unit length
 * @param v floats (…, t, dv)
 * @returns output (…, t, dv), and the state (…, dk, dv) after the last token
 * @throws ShapeError unless the shapes fit each other; ArgumentError for an invalid option, a decay above 1, or a beta out of its
 * range.
 * @example
 * const k = ones([2, 1]);
 * gatedDeltaRule(k, k, tensor([[3], [4]]), { g: zeros([2]), beta: ones([2]) }).output // tensor([[3], [4]])
 */
export function gatedDeltaRule(q: Tensor, k: Tensor, v: Tensor, given: GatedDeltaRuleOptions): Result {
  return recall("gatedDeltaRule", [q, k, v], gatedDeltaCall([q, k, v, given]));
}

/**
 * Kimi delta attention (KDA; Kimi Linear 2025, equation 1): {@link gatedDeltaRule} with a decay for each feature of the keys, g (…,
 * t, dk); flash-linear-attention's `chunk_kda`.
 *
 * @param q floats (…, t, dk)
 * @param k floats (…, t, dk), of unit length
 * @param v floats (…, t, dv)
 * @returns output (…, t, dv), and the state (…, dk, dv) after the last token
 * @throws as gatedDeltaRule does
 * @example
 * const k = ones([2, 1]);
 * kimiDeltaAttention(k, k, tensor([[3], [4]]), { g: zeros([2, 1]), beta: ones([2]) }).output // tensor([[3], [4]])
 */
export function kimiDeltaAttention(q: Tensor, k: Tensor, v: Tensor, given: KimiDeltaOptions): Result {
  return recall("kimiDeltaAttention", [q, k, v], kimiCall([q, k, v, given]));
}
