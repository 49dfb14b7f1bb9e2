import { scaledDotProductAttention } from "@saccade/attention";
import {
  eluPlusOne,
  mapped,
  mergeHeads,
  positions,
  rotary,
  splitHeads,
} from "@saccade/attention/definitions";
import type { QueryKeyNorm, SetWeights } from "@saccade/attention/definitions/ladder";
import * as room from "@saccade/attention/definitions/ladder";
import * as flex from "@saccade/attention/flex";
import { cat, pad, type Tensor, tensor, where, zeros } from "@saccade/tensor";
import { type Adapters, type Inputs, type OpAdapter, type Outputs, op } from "../adapter.ts";
import { asFlag, asNumber, asOneOf, asText, CaseError, type Fields } from "../case.ts";

/** What `read` gives for each name. */
function each<const N extends readonly string[], T>(names: N, read: (name: string) => T) {
  return names.map(read) as { readonly [I in keyof N]: T };
}

const tensors = <const N extends readonly string[]>(inputs: Inputs, ...names: N) =>
  each(names, (name) => inputs.get(name));

const qkv = (inputs: Inputs) => tensors(inputs, "q", "k", "v");

const like = (numbers: number[], { dtype }: Tensor): Tensor => tensor(numbers, { dtype });

/** A result by the names of the cases, which have `out`. */
const outputs = ({ output, ...others }: { readonly output: Tensor }): Outputs => ({ out: output, ...others });

/** An attention that is causal always. */
const causal: typeof op = (call) =>
  op((inputs, attrs) => {
    if (!(attrs.maybe("causal", asFlag) ?? true)) throw new CaseError("causal: false is not supported");
    return call(inputs, attrs);
  });

/**
 * The mask of a case and that of its flags: the keys up to the query's own, if it says so or has no mask and does not say otherwise,
 * and a window of keys, the own one included.
 */
function maskOf(inputs: Inputs, attrs: Fields): Tensor {
  const [lq, lk] = [inputs.get("q").size(-2), inputs.get("k").size(-2)];
  const distance = positions(lq).unsqueeze(1).sub(positions(lk)); // (lq, lk)
  const past = distance.ge((attrs.maybe("causal", asFlag) ?? !inputs.has("mask")) ? 0 : -lk);
  const flagged = past.logicalAnd(distance.lt(attrs.maybe("window", asNumber) ?? lq));
  return inputs.maybe("mask")?.logicalAnd(flagged) ?? flagged;
}

/** Summaries without weights, of lists that may be longer than the keys. */
function summaries(inputs: Inputs, attrs: Fields): Outputs {
  const [q, top] = [inputs.get("q"), attrs.number("top")];
  const keys = inputs.get("k").repeatInterleave(q.size(1) / inputs.get("k").size(1), 1);
  const { summaries: told } = scaledDotProductAttention(q, keys, keys, {
    mask: inputs.maybe("mask"),
    needWeights: false,
    summaries: ["columnSums", "entropy", "max", "logSumExp", "topK"],
    topK: Math.min(top, keys.size(-2)),
  });
  const { values, indices } = told.topK;
  const rest = Math.max(0, top - keys.size(-2));
  return {
    column_sums: told.columnSums,
    entropy: told.entropy,
    row_max: told.max,
    lse: told.logSumExp,
    top_weights: pad(values, [0, rest]),
    top_indices: pad(indices, [0, rest], { value: -1 }),
  };
}

/** A memory: what its terms are, whether its rows are of unit length, and how often a token writes. */
const memory: OpAdapter = op((inputs, attrs) => {
  attrs.raw("beta_range");
  const [both, eps] = [attrs.maybe("l2norm", asFlag), attrs.maybe("l2norm_eps", asNumber)];
  const ofKeys = attrs.maybe("l2norm_keys", asFlag);
  const [queries, keys, v] = qkv(inputs);
  const q = both ? room.unitRows(queries, eps) : queries;
  const k = both || ofKeys ? room.unitRows(keys, eps) : keys;
  const terms = {
    g: inputs.maybe("g"),
    beta: inputs.maybe("beta"),
    state: inputs.maybe("state"),
    scale: attrs.maybe("scale", asNumber),
  };
  const steps = attrs.maybe("steps", asNumber);
  return outputs(steps ? room.deltaProduct(q, k, v, steps, terms) : room.recurrentMemory(q, k, v, terms));
});

/** Maps or norms, each a weight and maybe a bias. */
const maps = <const N extends readonly string[]>(inputs: Inputs, ...names: N) =>
  each(names, (name) => ({
    weight: inputs.get(`${name}.weight`),
    bias: inputs.maybe(`${name}.bias`) ?? null,
  }));

function setWeights(inputs: Inputs, name: string, attrs: Fields): SetWeights {
  const [q, k, v, o] = maps(inputs, `${name}.fc_q`, `${name}.fc_k`, `${name}.fc_v`, `${name}.fc_o`);
  const norms = attrs.flag("ln") ? maps(inputs, `${name}.ln0`, `${name}.ln1`) : undefined;
  return { q, k, v, o, norms };
}

/** flexAttention with the change of scores and the masks that a case's tensors and numbers ask for. */
function flexed(inputs: Inputs, attrs: Fields): Outputs {
  const [q, k, v] = qkv(inputs);
  const shape = [...q.shape.slice(0, 3), k.size(-2)] as [b: number, h: number, lq: number, lk: number];
  const masks: flex.MaskMod[] = [];
  if (attrs.maybe("causal", asFlag)) masks.push(flex.causal);
  const window = attrs.maybe("window", asNumber);
  if (window !== undefined) masks.push((_b, _h, query, key) => query.sub(key).lt(window));
  const [documents, prefix] = [inputs.maybe("documents"), inputs.maybe("prefix")];
  if (documents) masks.push(flex.documentMask(documents));
  if (prefix) masks.push(flex.prefixLm(prefix));
  const mask = inputs.maybe("mask")?.expand(shape);
  if (mask) masks.push((...places) => flex.at(mask, ...places));
  if (attrs.has("box")) masks.push(boxed(attrs));
  const blockMask = masks.length > 0 ? flex.createBlockMask(flex.andMasks(...masks), ...shape) : undefined;
  const scoreMod = scoreModOf(inputs, attrs, shape);
  const options = { scoreMod, blockMask, enableGqa: true, summaries: ["logSumExp"] } as const;
  const { output, summaries } = flex.flexAttention(q, k, v, options);
  return { out: output, lse: summaries.logSumExp };
}

/** A box of keys around each query of a picture, moved inside at the edges. */
function boxed(attrs: Fields): flex.MaskMod {
  const [rows, columns] = [attrs.number("rows"), attrs.number("columns")];
  const [down, along] = attrs.numbers("box");
  const inside = (query: flex.Traced, key: flex.Traced, size: number, reach: number): flex.Traced => {
    const first = query.sub(Math.floor(reach / 2)).clamp({ min: 0, max: size - reach });
    return key.ge(first).logicalAnd(key.lt(first.add(reach)));
  };
  return (_b, _h, query, key) =>
    inside(query.floorDivide(columns), key.floorDivide(columns), rows, down!).logicalAnd(
      inside(query.remainder(columns), key.remainder(columns), columns, along!),
    );
}

function scoreModOf(inputs: Inputs, attrs: Fields, shape: readonly number[]): flex.ScoreMod | undefined {
  const cap = attrs.maybe("cap", asNumber);
  if (cap !== undefined) return flex.softcap(cap);
  const fixed = attrs.maybe("slopes", asText) !== undefined;
  const slopes = fixed ? like(alibi(shape[1]!), inputs.get("q")) : inputs.maybe("slopes");
  if (slopes) return (score, _b, head, query, key) => score.add(flex.at(slopes, head).mul(key.sub(query)));
  const table = inputs.maybe("table");
  if (table) {
    attrs.raw("reach");
    return flex.relativeBias(table);
  }
  const [bias, g] = [inputs.maybe("bias")?.expand(shape), inputs.maybe("g")];
  if (bias) return (score, ...places) => score.add(flex.at(bias, ...places));
  return g && ((score, _b, head) => score.mul(flex.at(g, head)));
}

/** Slopes 2^(−8 (head + 1) / heads). */
const alibi = (heads: number): number[] =>
  Array.from({ length: heads }, (_, head) => 2 ** ((-8 * (head + 1)) / heads));

/** Attention with a sink: learned logits, or 0 for a softmax that is off by one. */
const sunk: OpAdapter = op((inputs, attrs) => {
  const sinks = inputs.maybe("sinks") ?? zeros([inputs.get("q").size(1)]);
  const found = room.sinkAttention(...qkv(inputs), sinks, maskOf(inputs, attrs));
  return { ...outputs(found), sink_weight: found.sinkWeight, lse: found.logSumExp };
});

/** A map from scores to weights, with the α of a case, or that of its op. */
function simplexOf(inputs: Inputs, attrs: Fields, alpha: number): (scores: Tensor) => Tensor {
  const given = inputs.maybe("alpha") ?? attrs.maybe("alpha", asNumber) ?? alpha;
  return given === 2 ? room.sparsemax : (z) => room.entmax(z, given);
}

const simplex = (alpha: number): OpAdapter =>
  op((inputs, attrs) => {
    const [z, mask] = [inputs.get("z"), inputs.maybe("mask")];
    return simplexOf(inputs, attrs, alpha)(mask ? where(mask, z, Number.NEGATIVE_INFINITY) : z);
  });

/** A layer with normalized, turned queries and keys, and a gate of its output. */
function gatedLayer(inputs: Inputs, attrs: Fields): Outputs {
  const base = attrs.number("base");
  const [heads, keyHeads, eps] = [attrs.number("heads"), attrs.number("kv_heads"), attrs.number("eps")];
  const x = inputs.get("x");
  const split = (name: string, count: number): Tensor => splitHeads(mapped(x, inputs.get(name)), count);
  const turned = (y: Tensor, weight: string): Tensor =>
    rotary(room.normalizedRows(y, "rms", inputs.maybe(weight), eps), 0, { base });
  const [q, k] = [turned(split("w_q", heads), "q_norm"), turned(split("w_k", keyHeads), "k_norm")];
  const gate = split("w_g", heads);
  const attended = room.gatedAttention(q, k, split("w_v", keyHeads), gate);
  return { out: mapped(mergeHeads(attended), inputs.get("w_o")), gate: gate.sigmoid() };
}

function latent(inputs: Inputs, attrs: Fields): Outputs {
  const [upQuery, turnedQuery, down, norm] = tensors(inputs, "w_uq", "w_qr", "w_dkv", "kv_norm");
  const [turnedKey, upKey, upValue, out] = tensors(inputs, "w_kr", "w_uk", "w_uv", "w_o");
  const [downQuery, queryNorm] = [inputs.maybe("w_dq"), inputs.maybe("q_norm")];
  const ofQueries = { downQuery, queryNorm, upQuery, turnedQuery };
  const weights = { ...ofQueries, down, norm, turnedKey, upKey, upValue, out };
  const [kept, turned] = [inputs.maybe("latent"), inputs.maybe("k_rope")];
  const cache = kept && turned && { latent: kept, turned };
  if ((attrs.maybe("start", asNumber) ?? 0) !== (kept?.size(1) ?? 0))
    throw new CaseError("start is no cache");
  const options = { cache, eps: attrs.number("eps"), base: attrs.number("base") };
  const found = room.latentAttention(inputs.get("x"), weights, attrs.number("heads"), options);
  return { out: found.output, latent: found.latent, k_rope: found.turned };
}

const norms: Readonly<Record<string, QueryKeyNorm>> = {
  rms: "rms",
  rms_all: "rmsOfAllHeads",
  layernorm: "layerNorm",
  l2: "l2",
};

/** The mechanisms of recent years, by the names of the cases in ladder files. */
export const ladder: Adapters = {
  "ladder.qkNorm": causal((inputs, attrs) => {
    const mode = attrs.get("mode", asOneOf(...Object.keys(norms)));
    const base = attrs.maybe("base", asNumber) ?? 10_000;
    return outputs(
      room.queryKeyNormAttention(...qkv(inputs), {
        norm: norms[mode]!,
        qWeight: inputs.maybe("qw"),
        kWeight: inputs.maybe("kw"),
        g: inputs.maybe("g"),
        eps: attrs.number("eps"),
        rotaryBase: attrs.maybe("rotary", asFlag) ? base : undefined,
      }),
    );
  }),
  "ladder.sinkAttention": sunk,
  "ladder.softmaxOffByOne": sunk,
  "ladder.softcapAttention": causal((inputs, attrs) =>
    outputs(room.softcapAttention(...qkv(inputs), attrs.number("cap"))),
  ),
  "ladder.softcap": op((inputs, attrs) => room.softcap(inputs.get("logits"), attrs.number("cap"))),
  "ladder.gatedOutput": causal((inputs) => room.gatedAttention(...qkv(inputs), inputs.get("gate"))),
  "ladder.gatedAttentionLayer": causal(gatedLayer),
  "ladder.differentialAttention": causal((inputs, attrs) => {
    attrs.raw("layer_from_0");
    const [q1, q2, k1, k2, v, norm] = tensors(inputs, "q1", "q2", "k1", "k2", "v", "norm");
    const lambdas = tensors(inputs, "lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2");
    const terms = { lambdas, lambdaInit: attrs.number("lambda_init"), norm, eps: attrs.number("eps") };
    return outputs(room.differentialAttention([q1, q2], [k1, k2], v, terms));
  }),
  "ladder.forgettingAttention": causal((inputs, attrs) => {
    const gate = attrs.maybe("gate", asOneOf("logsigmoid(f_logits)"));
    const gates = gate === undefined ? inputs.get("log_f") : inputs.get("f_logits").logSigmoid();
    return outputs(room.forgettingAttention(...qkv(inputs), gates));
  }),
  "ladder.sparsemax": simplex(2),
  "ladder.entmax15": simplex(1.5),
  "ladder.entmax": simplex(1.5),
  "ladder.simplexAttention": op((inputs, attrs) => {
    const kind = attrs.get("kind", asOneOf("sparsemax", "entmax15", "entmax"));
    const weigh = simplexOf(inputs, attrs, kind === "sparsemax" ? 2 : 1.5);
    return outputs(room.simplexAttention(...qkv(inputs), weigh, maskOf(inputs, attrs)));
  }),
  "ladder.stickBreaking": op((inputs, attrs) => {
    const [current, addsRemainder] = [attrs.flag("current"), attrs.flag("remainder")];
    return outputs(room.stickBreaking(...qkv(inputs), { current, addsRemainder }));
  }),
  "ladder.pathAttention": causal((inputs) =>
    outputs(room.pathAttention(...qkv(inputs), inputs.get("w"), inputs.get("beta"), inputs.maybe("log_f"))),
  ),
  "ladder.linearAttention": op((inputs, attrs) => {
    attrs.get("feature_map", asOneOf("elu + 1"));
    const [[q, k, v], eps] = [qkv(inputs), attrs.maybe("eps", asNumber)];
    const [state, norm] = [inputs.maybe("state"), inputs.maybe("norm")];
    const start = state && norm && cat([state, norm.unsqueeze(-1)], -1);
    const { output, state: after } = room.linearMemory(q, k, v, start, room.recurrentMemory, eps);
    const [S, z] = [after.narrow(-1, 0, v.size(-1)), after.narrow(-1, v.size(-1), 1)];
    const queries = eluPlusOne(q);
    const all = queries.matmul(S).div(queries.matmul(z).add(eps ?? 0)); // what every query reads at the end
    return { out: attrs.flag("causal") ? output : all, state: S, norm: z.squeeze(-1) };
  }),
  "ladder.retention": op((inputs, attrs) => {
    const [q, k, v] = qkv(inputs);
    const fixed = attrs.text("gamma") !== "input";
    const decays = fixed ? like(room.retentionDecays(q.size(1)), q) : inputs.get("log_gamma");
    const terms = { state: inputs.maybe("state"), scale: attrs.maybe("scale", asNumber) };
    return outputs(room.retention(q, k, v, decays, terms));
  }),
  "ladder.gatedLinearAttention": memory,
  "ladder.simpleGatedLinearAttention": memory,
  "ladder.deltaRule": memory,
  "ladder.gatedDeltaRule": memory,
  "ladder.kimiDeltaAttention": memory,
  "ladder.deltaProduct": memory,
  "ladder.ssd": op((inputs) => {
    const [x, dt, a, b, c, d] = tensors(inputs, "x", "dt", "a", "b", "c", "d");
    return outputs(room.stateSpace({ x, dt, a, b, c, d }, inputs.maybe("state")));
  }),
  "ladder.logLinearAttention": op((inputs, attrs) => {
    const [q, k, v] = qkv(inputs);
    return room.logLinearAttention(q.mul(attrs.number("scale")), k, v, inputs.get("g"), inputs.get("levels"));
  }),
  "ladder.testTimeTrainingLinear": op((inputs, attrs) => {
    const [W, b, normWeight, normBias] = tensors(inputs, "w", "b", "ln_w", "ln_b");
    const [rate, tokenRate] = tensors(inputs, "rate", "token_rate");
    if (tokenRate.size(0) !== attrs.number("mini_batch")) throw new CaseError("token_rate is no mini-batch");
    const model = { W, b, normWeight, normBias, rate, tokenRate, eps: attrs.number("eps") };
    const { output, state, bias } = room.testTimeTraining(...qkv(inputs), model);
    return { out: output, w: state, b: bias };
  }),
  "ladder.latentAttention": causal(latent),
  "ladder.mixtureOfBlockAttention": causal((inputs, attrs) => {
    const sizes = { block: attrs.number("block"), count: attrs.number("count") };
    return outputs(room.mixtureOfBlocks(...qkv(inputs), sizes));
  }),
  "ladder.nativeSparseAttention": causal((inputs, attrs) => {
    const terms = {
      gates: tensors(inputs, "g_cmp", "g_slc", "g_swa"),
      block: attrs.number("block"),
      count: attrs.number("count"),
      window: attrs.number("window"),
    };
    return outputs(room.nativeSparseAttention(...qkv(inputs), terms));
  }),
  "ladder.perceiverBlock": op((inputs, attrs) => {
    attrs.raw("eps");
    const [normLatents, normData, normFeedForward] = maps(inputs, "norm_latents", "norm_data", "norm_ff");
    const [toQ, toK, toV, toOut] = maps(inputs, "to_q", "to_k", "to_v", "to_out");
    const [feedForward1, feedForward2] = maps(inputs, "ff1", "ff2");
    const norms = { normLatents, normData, normFeedForward };
    const parts = { ...norms, toQ, toK, toV, toOut, feedForward1, feedForward2 };
    const [x, data] = tensors(inputs, "x", "data");
    return outputs(room.perceiverBlock(x, data, parts, attrs.number("heads"), inputs.maybe("mask")));
  }),
  "ladder.setAttentionBlock": op((inputs, attrs) => {
    const x = inputs.get("x");
    return room.setBlock(x, x, setWeights(inputs, "mab", attrs), attrs.number("heads"));
  }),
  "ladder.inducedSetAttentionBlock": op((inputs, attrs) => {
    attrs.raw("inducing");
    const both = [setWeights(inputs, "mab0", attrs), setWeights(inputs, "mab1", attrs)] as const;
    return room.inducedSetBlock(inputs.get("x"), inputs.get("i"), both, attrs.number("heads"));
  }),
  "ladder.poolingByMultiheadAttention": op((inputs, attrs) => {
    attrs.raw("seeds");
    const x = inputs.get("x");
    const seeds = inputs.get("s").expand([x.size(0), -1, -1]);
    return room.setBlock(seeds, x, setWeights(inputs, "mab", attrs), attrs.number("heads"));
  }),
  "ladder.slotAttention": op((inputs, attrs) => {
    const [normInput, normSlots, normMlp] = maps(inputs, "norm_input", "norm_slots", "norm_mlp");
    const [q, k, v, ...mlp] = maps(inputs, "to_q", "to_k", "to_v", "mlp1", "mlp2");
    const [ih, hh] = tensors(inputs, "gru.weight_ih", "gru.weight_hh");
    const biases = {
      biasIh: inputs.maybe("gru.bias_ih") ?? null,
      biasHh: inputs.maybe("gru.bias_hh") ?? null,
    };
    const parts = { normInput, normSlots, normMlp, q, k, v, mlp, gru: { ih, hh, ...biases } };
    const [x, slots] = tensors(inputs, "x", "slots");
    const [rounds, eps] = [attrs.number("rounds"), attrs.number("eps")];
    const { output, weights } = room.slotAttention(x, slots, parts, rounds, eps);
    return { slots: output, attention: weights };
  }),
  "ladder.hopfield": op((inputs, attrs) => {
    const [x, patterns] = [inputs.get("x"), inputs.get("patterns")];
    const [beta, steps] = [attrs.number("beta"), attrs.number("steps")];
    return {
      ...outputs(room.hopfield(x, patterns, beta, steps)),
      energy: room.hopfieldEnergies(x, patterns, beta, steps),
    };
  }),
  "ladder.hopfieldFixedPoint": op((inputs, attrs) => {
    attrs.raw("steps");
    const [patterns, beta] = [inputs.get("patterns"), attrs.number("beta")];
    const out = room.hopfieldFixedPoint(inputs.get("x"), patterns, beta);
    return { out, energy: room.hopfieldEnergy(out, patterns, beta) };
  }),
  "ladder.flex": op(flexed),
  "ladder.summaries": op(summaries),
};
