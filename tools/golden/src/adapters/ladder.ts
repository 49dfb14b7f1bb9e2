import { type Attended, linearAttention, rotary } from "@saccade/attention/definitions";
import {
  type Affine,
  deltaProduct,
  differentialAttention,
  entmax,
  flexAttention,
  forgettingAttention,
  gatedAttention,
  hopfield,
  hopfieldEnergies,
  hopfieldEnergy,
  hopfieldFixedPoint,
  inducedSetBlock,
  latentAttention,
  linearMemory,
  logLinearAttention,
  type MaskMod,
  type MemoryTerms,
  mixtureOfBlocks,
  nativeSparseAttention,
  normalizedRows,
  pathAttention,
  perceiverBlock,
  type QueryKeyNorm,
  queryKeyNormAttention,
  recurrentMemory,
  retention,
  retentionDecays,
  type ScoreMod,
  type SetWeights,
  type SinkAttended,
  setBlock,
  simplexAttention,
  sinkAttention,
  slotAttention,
  softcap,
  softcapAttention,
  sparsemax,
  stateSpace,
  stickBreaking,
  testTimeTraining,
  unitRows,
  weightSummaries,
} from "@saccade/attention/definitions/ladder";
import { arange, cat, type Tensor, tensor, where } from "@saccade/tensor";
import { type Adapters, type Inputs, type OpAdapter, type Outputs, op } from "../adapter.ts";
import { asFlag, asNumber, asOneOf, asText, CaseError, type Fields } from "../case.ts";

const qkv = (inputs: Inputs): [q: Tensor, k: Tensor, v: Tensor] => [
  inputs.get("q"),
  inputs.get("k"),
  inputs.get("v"),
];

const outputs = ({ output, weights }: Attended): Outputs => ({ out: output, weights });

/** Attentions of the ladder are causal. */
function causal(attrs: Fields): void {
  if (!(attrs.maybe("causal", asFlag) ?? true)) throw new CaseError("causal: false is not supported");
}

/** A memory: what its terms are, and whether its rows are of unit length. */
const memory: OpAdapter = op((inputs, attrs) => {
  let [q, k] = [inputs.get("q"), inputs.get("k")];
  attrs.raw("beta_range");
  const eps = attrs.maybe("l2norm_eps", asNumber);
  if (attrs.maybe("l2norm", asFlag)) [q, k] = [unitRows(q, eps), unitRows(k, eps)];
  if (attrs.maybe("l2norm_keys", asFlag)) k = unitRows(k, eps);
  const { output, state } = recurrentMemory(q, k, inputs.get("v"), memoryTerms(inputs, attrs));
  return { out: output, state };
});

const memoryTerms = (inputs: Inputs, attrs: Fields): MemoryTerms => ({
  g: inputs.maybe("g"),
  beta: inputs.maybe("beta"),
  state: inputs.maybe("state"),
  scale: attrs.maybe("scale", asNumber),
});

const affine = (inputs: Inputs, name: string): Affine => ({
  weight: inputs.get(`${name}.weight`),
  bias: inputs.maybe(`${name}.bias`),
});

function setWeights(inputs: Inputs, name: string, attrs: Fields): SetWeights {
  const [q, k, v, o] = ["q", "k", "v", "o"].map((part) => affine(inputs, `${name}.fc_${part}`));
  const norms = attrs.flag("ln")
    ? ([affine(inputs, `${name}.ln0`), affine(inputs, `${name}.ln1`)] as const)
    : undefined;
  return { q: q!, k: k!, v: v!, o: o!, norms };
}

/** The changes of scores and the masks of FlexAttention's cases, by the tensors and numbers that a case brings. */
function flexMods(inputs: Inputs, attrs: Fields): { scoreMod?: ScoreMod; maskMod?: MaskMod } {
  const masks: MaskMod[] = [];
  if (attrs.maybe("causal", asFlag)) masks.push((_b, _h, query, key) => key.le(query));
  const window = attrs.maybe("window", asNumber);
  if (window !== undefined) masks.push((_b, _h, query, key) => query.sub(key).lt(window));
  const documents = inputs.maybe("documents");
  if (documents)
    masks.push(() => documents.unsqueeze(1).unsqueeze(-1).eq(documents.unsqueeze(1).unsqueeze(1)));
  const prefix = inputs.maybe("prefix");
  if (prefix) {
    const ends = prefix.reshape([-1, 1, 1, 1]);
    masks.push((_b, _h, query, key) => key.lt(ends).logicalOr(key.le(query)));
  }
  const given = inputs.maybe("mask");
  if (given) masks.push(() => given);
  const [rows, columns] = [attrs.maybe("rows", asNumber), attrs.maybe("columns", asNumber)];
  if (rows !== undefined && columns !== undefined) {
    const box = attrs.numbers("box");
    // A box of keys around each query, moved inside at the edges.
    const inside = (query: Tensor, key: Tensor, size: number, reach: number): Tensor => {
      const first = query.sub(Math.floor(reach / 2)).clamp({ min: 0, max: size - reach });
      return key.ge(first).logicalAnd(key.lt(first.add(reach)));
    };
    masks.push((_b, _h, query, key) =>
      inside(query.floorDivide(columns), key.floorDivide(columns), rows, box[0]!).logicalAnd(
        inside(query.remainder(columns), key.remainder(columns), columns, box[1]!),
      ),
    );
  }
  const scoreMod = scoreModOf(inputs, attrs);
  if (masks.length === 0) return scoreMod ? { scoreMod } : {};
  const maskMod: MaskMod = (...places) =>
    masks.map((mask) => mask(...places)).reduce((a, b) => a.logicalAnd(b));
  return scoreMod ? { scoreMod, maskMod } : { maskMod };
}

function scoreModOf(inputs: Inputs, attrs: Fields): ScoreMod | undefined {
  const perHead = (x: Tensor): Tensor => x.reshape([1, -1, 1, 1]);
  const cap = attrs.maybe("cap", asNumber);
  if (cap !== undefined) return (score) => softcap(score, cap);
  const slopes = attrs.maybe("slopes", asText) === undefined ? inputs.maybe("slopes") : alibi(inputs);
  if (slopes) return (score, _b, _h, query, key) => score.add(perHead(slopes).mul(key.sub(query)));
  const table = inputs.maybe("table");
  if (table) {
    const reach = attrs.number("reach");
    return (score, _b, _h, query, key) => {
      const at = key.sub(query).clamp({ min: -reach, max: reach }).add(reach); // (1, 1, lq, lk)
      const rows = table.indexSelect(1, at.flatten());
      return score.add(rows.reshape([1, table.size(0), at.size(2), at.size(3)]));
    };
  }
  const [bias, g] = [inputs.maybe("bias"), inputs.maybe("g")];
  if (bias) return (score) => score.add(bias);
  return g && ((score) => score.mul(perHead(g)));
}

/** Slopes 2^(−8 (head + 1) / heads). */
function alibi(inputs: Inputs): Tensor {
  const heads = inputs.get("q").size(1);
  return tensor(2).pow(arange(1, heads + 1).mul(-8 / heads));
}

const sunk = ({ output, weights, sinkWeight, logSumExp }: SinkAttended): Outputs => ({
  out: output,
  weights,
  sink_weight: sinkWeight,
  lse: logSumExp,
});

/** A layer with normalized, turned queries and keys, and a gate of its output. */
function gatedLayer(inputs: Inputs, attrs: Fields): Outputs {
  causal(attrs);
  if (attrs.number("base") !== 10_000) throw new CaseError("base is not supported");
  const [heads, keyHeads, eps] = [attrs.number("heads"), attrs.number("kv_heads"), attrs.number("eps")];
  const x = inputs.get("x");
  const split = (name: string, count: number): Tensor =>
    x
      .matmul(inputs.get(name).transpose(0, 1))
      .reshape([x.size(0), x.size(1), count, -1])
      .transpose(1, 2);
  const turned = (y: Tensor, weight: string): Tensor =>
    rotary(normalizedRows(y, "rms", inputs.get(weight), eps));
  const [q, k] = [turned(split("w_q", heads), "q_norm"), turned(split("w_k", keyHeads), "k_norm")];
  const gate = split("w_g", heads);
  const attended = gatedAttention(q, k, split("w_v", keyHeads), gate);
  return {
    out: attended.transpose(1, 2).flatten(2).matmul(inputs.get("w_o").transpose(0, 1)),
    gate: gate.sigmoid(),
  };
}

function latent(inputs: Inputs, attrs: Fields): Outputs {
  causal(attrs);
  if (attrs.number("base") !== 10_000) throw new CaseError("base is not supported");
  const weights = {
    downQuery: inputs.maybe("w_dq"),
    queryNorm: inputs.maybe("q_norm"),
    upQuery: inputs.get("w_uq"),
    turnedQuery: inputs.get("w_qr"),
    down: inputs.get("w_dkv"),
    norm: inputs.get("kv_norm"),
    turnedKey: inputs.get("w_kr"),
    upKey: inputs.get("w_uk"),
    upValue: inputs.get("w_uv"),
    out: inputs.get("w_o"),
  };
  const [kept, turned] = [inputs.maybe("latent"), inputs.maybe("k_rope")];
  const cache = kept && turned && { latent: kept, turned };
  if ((attrs.maybe("start", asNumber) ?? 0) !== (kept?.size(1) ?? 0))
    throw new CaseError("start is no cache");
  const eps = attrs.number("eps");
  const found = latentAttention(inputs.get("x"), weights, attrs.number("heads"), { cache, eps });
  return { out: found.output, latent: found.latent, k_rope: found.turned };
}

/** The mechanisms of recent years, by the names of the cases in ladder files. */
export const ladder: Adapters = {
  "ladder.qkNorm": op((inputs, attrs) => {
    causal(attrs);
    const modes: Readonly<Record<string, QueryKeyNorm>> = {
      rms_all: "rmsOfAllHeads",
      layernorm: "layerNorm",
    };
    const mode = attrs.get("mode", asOneOf("rms", "rms_all", "layernorm", "l2"));
    if (attrs.maybe("base", asNumber) !== undefined && attrs.number("base") !== 10_000)
      throw new CaseError("base is not supported");
    return outputs(
      queryKeyNormAttention(...qkv(inputs), {
        norm: mode === "rms" || mode === "l2" ? mode : modes[mode]!,
        qWeight: inputs.maybe("qw"),
        kWeight: inputs.maybe("kw"),
        g: inputs.maybe("g"),
        eps: attrs.number("eps"),
        rotates: attrs.maybe("rotary", asFlag),
      }),
    );
  }),
  "ladder.sinkAttention": op((inputs, attrs) => {
    causal(attrs);
    const t = inputs.get("q").size(-2);
    const steps = arange(t);
    const distance = steps.unsqueeze(1).sub(steps);
    const window = attrs.maybe("window", asNumber) ?? t;
    const mask = distance.ge(0).logicalAnd(distance.lt(window));
    return sunk(sinkAttention(...qkv(inputs), inputs.get("sinks"), mask));
  }),
  "ladder.softmaxOffByOne": op((inputs) => {
    const none = tensor(new Array<number>(inputs.get("q").size(1)).fill(0));
    return sunk(sinkAttention(...qkv(inputs), none, inputs.get("mask")));
  }),
  "ladder.softcapAttention": op((inputs, attrs) => {
    causal(attrs);
    return outputs(softcapAttention(...qkv(inputs), attrs.number("cap")));
  }),
  "ladder.softcap": op((inputs, attrs) => softcap(inputs.get("logits"), attrs.number("cap"))),
  "ladder.gatedOutput": op((inputs, attrs) => {
    causal(attrs);
    return gatedAttention(...qkv(inputs), inputs.get("gate"));
  }),
  "ladder.gatedAttentionLayer": op(gatedLayer),
  "ladder.differentialAttention": op((inputs, attrs) => {
    causal(attrs);
    attrs.raw("layer_from_0");
    const { output, weights, lambda } = differentialAttention(
      [inputs.get("q1"), inputs.get("q2")],
      [inputs.get("k1"), inputs.get("k2")],
      inputs.get("v"),
      {
        lambdas: [
          inputs.get("lambda_q1"),
          inputs.get("lambda_k1"),
          inputs.get("lambda_q2"),
          inputs.get("lambda_k2"),
        ],
        lambdaInit: attrs.number("lambda_init"),
        norm: inputs.get("norm"),
        eps: attrs.number("eps"),
      },
    );
    return { out: output, weights, lambda };
  }),
  "ladder.forgettingAttention": op((inputs, attrs) => {
    causal(attrs);
    const gate = attrs.maybe("gate", asOneOf("logsigmoid(f_logits)"));
    const gates = gate === undefined ? inputs.get("log_f") : inputs.get("f_logits").logSigmoid();
    return outputs(forgettingAttention(...qkv(inputs), gates));
  }),
  "ladder.sparsemax": op((inputs, attrs) => {
    attrs.raw("alpha");
    return sparsemax(inputs.get("z"));
  }),
  "ladder.entmax15": op((inputs, attrs) => entmax(inputs.get("z"), attrs.number("alpha"))),
  "ladder.entmax": op((inputs) => {
    const [z, mask] = [inputs.get("z"), inputs.maybe("mask")];
    return entmax(mask ? where(mask, z, Number.NEGATIVE_INFINITY) : z, inputs.get("alpha"));
  }),
  "ladder.simplexAttention": op((inputs, attrs) => {
    causal(attrs);
    const kind = attrs.get("kind", asOneOf("sparsemax", "entmax15"));
    return outputs(
      simplexAttention(...qkv(inputs), kind === "sparsemax" ? sparsemax : (z) => entmax(z, 1.5)),
    );
  }),
  "ladder.stickBreaking": op((inputs, attrs) => {
    const [current, addsRemainder] = [attrs.flag("current"), attrs.flag("remainder")];
    const taken = stickBreaking(...qkv(inputs), { current, addsRemainder });
    return { ...outputs(taken), remainder: taken.remainder };
  }),
  "ladder.pathAttention": op((inputs, attrs) => {
    causal(attrs);
    return outputs(pathAttention(...qkv(inputs), inputs.get("w"), inputs.get("beta"), inputs.maybe("log_f")));
  }),
  "ladder.linearAttention": op((inputs, attrs) => {
    attrs.get("feature_map", asOneOf("elu + 1"));
    if (attrs.number("eps") !== 0) throw new CaseError("eps is not supported");
    const [state, norm] = [inputs.maybe("state"), inputs.maybe("norm")];
    const [q, k, v] = qkv(inputs);
    const start = state && norm && cat([state, norm.unsqueeze(-1)], -1);
    const after = linearMemory(q, k, v, start);
    const width = v.size(-1);
    return {
      out: attrs.flag("causal") ? after.output : linearAttention(q, k, v).output,
      state: after.state.narrow(-1, 0, width),
      norm: after.state.select(-1, width),
    };
  }),
  "ladder.retention": op((inputs, attrs) => {
    const [q, k, v] = qkv(inputs);
    const fixed = attrs.text("gamma") !== "input";
    const decays = fixed ? tensor(retentionDecays(q.size(1))) : inputs.get("log_gamma");
    const { output, state } = retention(q, k, v, decays, inputs.maybe("state"));
    return { out: output, state };
  }),
  "ladder.gatedLinearAttention": memory,
  "ladder.simpleGatedLinearAttention": memory,
  "ladder.deltaRule": memory,
  "ladder.gatedDeltaRule": memory,
  "ladder.kimiDeltaAttention": memory,
  "ladder.deltaProduct": op((inputs, attrs) => {
    attrs.raw("beta_range");
    const eps = attrs.number("l2norm_eps");
    const [q, k, v] = qkv(inputs);
    const keys = attrs.flag("l2norm_keys") ? unitRows(k, eps) : k;
    const { output, state } = deltaProduct(q, keys, v, attrs.number("steps"), memoryTerms(inputs, attrs));
    return { out: output, state };
  }),
  "ladder.ssd": op((inputs) => {
    const [x, dt, a, b, c, d] = ["x", "dt", "a", "b", "c", "d"].map((name) => inputs.get(name));
    const { output, state } = stateSpace(
      { x: x!, dt: dt!, a: a!, b: b!, c: c!, d: d! },
      inputs.maybe("state"),
    );
    return { out: output, state };
  }),
  "ladder.logLinearAttention": op((inputs, attrs) => {
    if (attrs.number("scale") !== 1) throw new CaseError("scale is not supported");
    return logLinearAttention(...qkv(inputs), inputs.get("g"), inputs.get("levels"));
  }),
  "ladder.testTimeTrainingLinear": op((inputs, attrs) => {
    const tokenRate = inputs.get("token_rate");
    if (tokenRate.size(0) !== attrs.number("mini_batch")) throw new CaseError("token_rate is no mini-batch");
    const { output, state, bias } = testTimeTraining(...qkv(inputs), {
      W: inputs.get("w"),
      b: inputs.get("b"),
      normWeight: inputs.get("ln_w"),
      normBias: inputs.get("ln_b"),
      rate: inputs.get("rate"),
      tokenRate,
      eps: attrs.number("eps"),
    });
    return { out: output, w: state, b: bias };
  }),
  "ladder.latentAttention": op(latent),
  "ladder.mixtureOfBlockAttention": op((inputs, attrs) => {
    causal(attrs);
    const sizes = { block: attrs.number("block"), count: attrs.number("count") };
    const { output, chosen } = mixtureOfBlocks(...qkv(inputs), sizes);
    return { out: output, chosen };
  }),
  "ladder.nativeSparseAttention": op((inputs, attrs) => {
    causal(attrs);
    const { output, ...parts } = nativeSparseAttention(...qkv(inputs), {
      gates: [inputs.get("g_cmp"), inputs.get("g_slc"), inputs.get("g_swa")],
      block: attrs.number("block"),
      count: attrs.number("count"),
      window: attrs.number("window"),
    });
    return { out: output, ...parts };
  }),
  "ladder.perceiverBlock": op((inputs, attrs) => {
    attrs.raw("eps");
    return outputs(
      perceiverBlock(
        inputs.get("x"),
        inputs.get("data"),
        {
          normLatents: affine(inputs, "norm_latents"),
          normData: affine(inputs, "norm_data"),
          toQ: affine(inputs, "to_q"),
          toK: affine(inputs, "to_k"),
          toV: affine(inputs, "to_v"),
          toOut: affine(inputs, "to_out"),
          normFeedForward: affine(inputs, "norm_ff"),
          feedForward1: affine(inputs, "ff1"),
          feedForward2: affine(inputs, "ff2"),
        },
        attrs.number("heads"),
        inputs.maybe("mask"),
      ),
    );
  }),
  "ladder.setAttentionBlock": op((inputs, attrs) => {
    const x = inputs.get("x");
    return setBlock(x, x, setWeights(inputs, "mab", attrs), attrs.number("heads"));
  }),
  "ladder.inducedSetAttentionBlock": op((inputs, attrs) => {
    attrs.raw("inducing");
    const both = [setWeights(inputs, "mab0", attrs), setWeights(inputs, "mab1", attrs)] as const;
    return inducedSetBlock(inputs.get("x"), inputs.get("i"), both, attrs.number("heads"));
  }),
  "ladder.poolingByMultiheadAttention": op((inputs, attrs) => {
    attrs.raw("seeds");
    const x = inputs.get("x");
    const seeds = inputs.get("s").expand([x.size(0), -1, -1]);
    return setBlock(seeds, x, setWeights(inputs, "mab", attrs), attrs.number("heads"));
  }),
  "ladder.slotAttention": op((inputs, attrs) => {
    const gru = (part: string): Affine => ({
      weight: inputs.get(`gru.weight_${part}`),
      bias: inputs.get(`gru.bias_${part}`),
    });
    const { output, weights } = slotAttention(
      inputs.get("x"),
      inputs.get("slots"),
      {
        normInput: affine(inputs, "norm_input"),
        normSlots: affine(inputs, "norm_slots"),
        normMlp: affine(inputs, "norm_mlp"),
        q: affine(inputs, "to_q"),
        k: affine(inputs, "to_k"),
        v: affine(inputs, "to_v"),
        mlp: [affine(inputs, "mlp1"), affine(inputs, "mlp2")],
        gru: { input: gru("ih"), state: gru("hh") },
      },
      attrs.number("rounds"),
      attrs.number("eps"),
    );
    return { slots: output, attention: weights };
  }),
  "ladder.hopfield": op((inputs, attrs) => {
    const [x, patterns] = [inputs.get("x"), inputs.get("patterns")];
    const [beta, steps] = [attrs.number("beta"), attrs.number("steps")];
    return {
      ...outputs(hopfield(x, patterns, beta, steps)),
      energy: hopfieldEnergies(x, patterns, beta, steps),
    };
  }),
  "ladder.hopfieldFixedPoint": op((inputs, attrs) => {
    attrs.raw("steps");
    const [patterns, beta] = [inputs.get("patterns"), attrs.number("beta")];
    const out = hopfieldFixedPoint(inputs.get("x"), patterns, beta);
    return { out, energy: hopfieldEnergy(out, patterns, beta) };
  }),
  "ladder.flex": op((inputs, attrs) => {
    const { output, logSumExp } = flexAttention(...qkv(inputs), flexMods(inputs, attrs));
    return { out: output, lse: logSumExp };
  }),
  "ladder.summaries": op((inputs, attrs) => {
    const found = weightSummaries(
      inputs.get("q"),
      inputs.get("k"),
      attrs.number("top"),
      inputs.maybe("mask"),
    );
    return {
      column_sums: found.columnSums,
      entropy: found.entropy,
      row_max: found.max,
      lse: found.logSumExp,
      top_weights: found.topWeights,
      top_indices: found.topKeys,
    };
  }),
};
