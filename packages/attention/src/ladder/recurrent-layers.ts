// The layers of RetNet, GLA, DeltaNet, gated DeltaNet and Kimi Linear: what each decays, writes and gates. Names of layers and parts
// are those of flash-linear-attention, in camel case.

import { Linear, type Parameter, Sequential } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { noteParts } from "../contract/method.ts";
import { checkDivides } from "../contract/rules.ts";
import * as definition from "../definitions/ladder/memories.ts";
import { splitHeads } from "../definitions/multi-head.ts";
import { rotary } from "../definitions/positions.ts";
import * as shared from "./mixer.ts";
import { drawn, layerRules, RecurrentAttention, type Sizes } from "./recurrent-attention.ts";

const deltaRules = {
  ...layerRules,
  /** How many tokens the causal convolution of queries, keys and values sees; 0 leaves it out. Default 4. */
  convSize: c.whole(4, { min: 0, max: 64 }),
  /** Whether β goes up to 2 instead of 1, where the memory can turn signs (Grazzi et al. 2025). Default false. */
  allowNegEigval: c.flag(false),
};

/** Options of {@link DeltaNet}, {@link GatedDeltaNet} and {@link KimiDeltaAttention}. */
export interface DeltaNetOptions
  extends c.OptionsOf<typeof gatedDeltaSizes, typeof layerRules & typeof deltaRules> {}

/** Low rank: embedDim → rank → out (with a bias), for gates with a number for each feature. */
function lowRank(embedDim: number, rank: number, out: number): Sequential {
  return new Sequential(new Linear(embedDim, rank, { bias: false }), new Linear(rank, out));
}

/** (b, n, heads) → (b, heads, n). */
const byHead = (x: Tensor): Tensor => x.transpose(1, 2);

/** Mamba's decays, g = −exp(A) softplus(a + dt) (Gu & Dao 2023, section 3.6): x the output of a projection, A and dt its parameters. */
const discretized = (x: Tensor, logRate: Tensor, dt: Tensor): Tensor =>
  x.add(dt).softplus().mul(logRate.exp()).neg();

/** The start of the parameters of {@link discretized}, Mamba's: rates 1 to 16, and steps 0.001 to 0.1. */
const rates = (heads: number): Parameter => drawn([heads], 1, 16, (x) => x.log());
const steps = (size: number): Parameter =>
  drawn([size], Math.log(0.001), Math.log(0.1), (x) => x.exp().expm1().log());

const retentionSizes = /* @__PURE__ */ shared.mixerSizes("MultiScaleRetention", layerRules);

/** Options of {@link MultiScaleRetention}. */
export interface MultiScaleRetentionOptions extends c.OptionsOf<typeof retentionSizes, typeof layerRules> {}

/**
 * The layer of a RetNet (Sun et al. 2023, equations 6 to 8): each head forgets at its own rate, 1 − 2^(−5 − head). Queries and keys
 * turn with their positions; each head's output is normalized and gated.
 *
 * @example new MultiScaleRetention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class MultiScaleRetention extends RecurrentAttention {
  gate: Linear | null;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given, or for an odd headDim. */
  constructor(embedDim: number, numHeads: number, given: MultiScaleRetentionOptions = {}) {
    const settings = retentionSizes([embedDim, numHeads, given]);
    super("MultiScaleRetention", embedDim, numHeads, settings);
    checkDivides("MultiScaleRetention", "headDim", this.headDim, 2);
    this.gate = settings.useGate ? new Linear(embedDim, numHeads * this.valueDim, { bias: false }) : null;
    noteParts(this, "gate");
  }

  protected override prepared(x: Tensor, offset: number): Tensor {
    return rotary(x, offset);
  }

  protected override terms(x: Tensor): definition.MemoryTerms {
    const [b, n] = x.dims(3);
    const { backend, dtype } = x;
    const decays = tensor(definition.retentionDecays(this.numHeads), { backend, dtype }).unsqueeze(-1); // (heads, 1)
    return { g: decays.expand([b, this.numHeads, n]) };
  }
}

const linearSizes = /* @__PURE__ */ shared.mixerSizes("GatedLinearAttention", {
  ...layerRules,
  /** How many tokens the causal convolution sees; 0 leaves it out. Default 0, as in the paper. */
  convSize: c.whole(0, { min: 0, max: 64 }),
  /** The gates' logarithms are divided by this, so that they forget slowly at first. Default 16. */
  gateLogitNormalizer: c.number(16, { above: 0, max: 1e6 }),
  /** The rank of the gates' projection. Default 16. */
  gateLowRankDim: c.size(16),
  /** One decay a head, as in Mamba-2, instead of one for each feature of the keys. Default false. */
  scalarGate: c.flag(false),
});

/** Options of {@link GatedLinearAttention}. */
export interface GatedLinearAttentionOptions extends c.OptionsOf<typeof linearSizes, typeof layerRules> {}

/**
 * The layer of gated linear attention (GLA; Yang et al. 2024, section 4.4): the input decides what each feature of the memory forgets.
 *
 * @example new GatedLinearAttention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class GatedLinearAttention extends RecurrentAttention {
  readonly gateLogitNormalizer: number;
  /** embedDim → heads · headDim, or → heads: the decays, before logSigmoid. */
  gk: Sequential;
  gate: Linear | null;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: GatedLinearAttentionOptions = {}) {
    const settings = linearSizes([embedDim, numHeads, given]);
    const { gateLogitNormalizer, gateLowRankDim, scalarGate } = settings;
    super("GatedLinearAttention", embedDim, numHeads, settings);
    this.gateLogitNormalizer = gateLogitNormalizer;
    this.gk = lowRank(embedDim, gateLowRankDim, scalarGate ? numHeads : numHeads * this.headDim);
    this.gate = settings.useGate ? new Linear(embedDim, numHeads * this.valueDim, { bias: false }) : null;
    noteParts(this, "gate");
  }

  protected override terms(x: Tensor): definition.MemoryTerms {
    const gates = this.gk.forward(x).logSigmoid().div(this.gateLogitNormalizer);
    return { g: gates.size(-1) === this.numHeads ? byHead(gates) : splitHeads(gates, this.numHeads) };
  }
}

const deltaSizes = /* @__PURE__ */ shared.mixerSizes("DeltaNet", { ...deltaRules, useGate: c.flag(false) });
const gatedDeltaSizes = /* @__PURE__ */ shared.mixerSizes("GatedDeltaNet", deltaRules);
const kimiSizes = /* @__PURE__ */ shared.mixerSizes("KimiDeltaAttention", deltaRules);

/** Unit queries and keys, and betas: what the layers of the delta rule share. */
abstract class DeltaAttention extends RecurrentAttention {
  readonly allowNegEigval: boolean;
  /** embedDim → heads: betas, before the sigmoid. */
  b: Linear;
  protected override readonly products = 3; // what is known at the key, too

  protected constructor(
    name: string,
    embedDim: number,
    numHeads: number,
    sizes: Sizes & { readonly allowNegEigval: boolean },
  ) {
    super(name, embedDim, numHeads, sizes);
    this.allowNegEigval = sizes.allowNegEigval;
    this.b = new Linear(embedDim, numHeads, { bias: false });
  }

  protected override prepared(x: Tensor): Tensor {
    return definition.unitRows(x);
  }

  protected override terms(x: Tensor): definition.MemoryTerms {
    const beta = byHead(this.b.forward(x).sigmoid());
    return { beta: this.allowNegEigval ? beta.mul(2) : beta };
  }
}

/**
 * The layer of DeltaNet (Schlag et al. 2021; Yang et al. 2024, arXiv:2406.06484, section 3.3): a memory in which a new value for a
 * known key replaces the old one.
 *
 * @example new DeltaNet(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class DeltaNet extends DeltaAttention {
  gate: Linear | null;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: DeltaNetOptions = {}) {
    const settings = deltaSizes([embedDim, numHeads, given]);
    super("DeltaNet", embedDim, numHeads, settings);
    this.gate = settings.useGate ? new Linear(embedDim, numHeads * this.valueDim, { bias: false }) : null;
    noteParts(this, "gate", "conv");
  }
}

/**
 * The layer of Gated DeltaNet (Yang, Kautz & Hatamizadeh 2024, section 3.4), as in Qwen3-Next: a memory that forgets as the input
 * says, and in which a new value for a known key replaces the old one.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, attention: mixer("gatedDeltaNet") });
 * gpt.blocks[0].attention instanceof GatedDeltaNet // true
 */
export class GatedDeltaNet extends DeltaAttention {
  /** embedDim → heads: decays, before {@link dtBias} and softplus. */
  a: Linear;
  /** (heads): the logarithms of the rates of decay. */
  aLog: Parameter;
  /** (heads): added to the output of {@link a}. */
  dtBias: Parameter;
  gate: Linear | null;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: DeltaNetOptions = {}) {
    const settings = gatedDeltaSizes([embedDim, numHeads, given]);
    super("GatedDeltaNet", embedDim, numHeads, settings);
    this.a = new Linear(embedDim, numHeads, { bias: false });
    this.aLog = rates(numHeads);
    this.dtBias = steps(numHeads);
    this.gate = settings.useGate ? new Linear(embedDim, numHeads * this.valueDim, { bias: false }) : null;
    noteParts(this, "gate", "conv");
  }

  protected override terms(x: Tensor): definition.MemoryTerms {
    return { ...super.terms(x), g: byHead(discretized(this.a.forward(x), this.aLog, this.dtBias)) };
  }
}

/**
 * The layer of Kimi Linear (KDA; Kimi Team 2025, section 3): {@link GatedDeltaNet} that decides for each feature of the keys what it
 * forgets. The projections of decays and of the output's gate have the rank of a head.
 *
 * @example new KimiDeltaAttention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class KimiDeltaAttention extends DeltaAttention {
  /** embedDim → heads · headDim: decays, before {@link dtBias} and softplus. */
  f: Sequential;
  /** (heads): the logarithms of the rates of decay. */
  aLog: Parameter;
  /** (heads · headDim): added to the output of {@link f}. */
  dtBias: Parameter;
  gate: Sequential | null;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: DeltaNetOptions = {}) {
    const settings = kimiSizes([embedDim, numHeads, given]);
    super("KimiDeltaAttention", embedDim, numHeads, settings);
    const { headDim, valueDim } = this;
    this.f = lowRank(embedDim, headDim, numHeads * headDim);
    this.aLog = rates(numHeads);
    this.dtBias = steps(numHeads * headDim);
    this.gate = settings.useGate ? lowRank(embedDim, valueDim, numHeads * valueDim) : null;
    noteParts(this, "gate", "conv");
  }

  protected override activate(gate: Tensor): Tensor {
    return gate.sigmoid();
  }

  protected override terms(x: Tensor): definition.MemoryTerms {
    const perHead = (y: Tensor): Tensor => splitHeads(y, this.numHeads);
    const [logRates, bias] = [this.aLog.reshape([-1, 1, 1]), perHead(this.dtBias.unsqueeze(0))];
    return { ...super.terms(x), g: discretized(perHead(this.f.forward(x)), logRates, bias) };
  }
}
