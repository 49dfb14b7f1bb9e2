// One small GPT whose layers mix tokens in one of several ways, everything around them being the same.
import { RotaryPositions, scaledDotProductAttention } from "@saccade/attention";
import {
  forgettingAttention,
  linearMemory,
  parallelMemory,
  sinkAttention,
  unitRows,
} from "@saccade/attention/definitions/ladder";
import { type AttentionModule, GPT } from "@saccade/models";
import { Conv1d, Linear, Module, RMSNorm } from "@saccade/nn";
import { type Tensor, zeros } from "@saccade/tensor";

/** What a mixer is given of each head: q, k, v (b, h, t, d), and the gates that it has, (b, h, t). */
interface Given {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  /** The logarithm of the decay, not positive. */
  readonly g: Tensor;
  /** In (0, 1). */
  readonly beta: Tensor;
  /** (h): a logit of its own. */
  readonly sink: Tensor;
}

interface Kind {
  readonly mix: (given: Given) => Tensor;
  readonly needs?: readonly ("g" | "beta" | "sink")[];
  /** Whether q and k are turned by their positions. */
  readonly rotary?: boolean;
  /** Without the short convolution, as a control. */
  readonly bare?: boolean;
  /** Whether it keeps a state of fixed size, whose output is normalised; otherwise it keeps all keys and values. */
  readonly recurrent?: boolean;
}

/** The delta rule with unit queries and keys, and how far it may go beyond the value: β in (0, most). */
const deltaRule = (most: number, gated: boolean): Kind => ({
  mix: ({ q, k, v, g, beta }) =>
    parallelMemory(unitRows(q), unitRows(k), v, { beta: beta.mul(most), g: gated ? g : undefined, scale: 1 })
      .output,
  needs: gated ? ["g", "beta"] : ["beta"],
  recurrent: true,
});

const attention = ({ q, k, v }: Given): Tensor =>
  scaledDotProductAttention(q, k, v, { causal: true, needWeights: false }).output;

const kinds = {
  softmax: { mix: attention, rotary: true },
  bareSoftmax: { mix: attention, rotary: true, bare: true },
  forgetting: { mix: ({ q, k, v, g }) => forgettingAttention(q, k, v, g).output, needs: ["g"] },
  sink: { mix: ({ q, k, v, sink }) => sinkAttention(q, k, v, sink).output, needs: ["sink"], rotary: true },
  linear: { mix: ({ q, k, v }) => linearMemory(q, k, v, undefined, parallelMemory).output, recurrent: true },
  gated: { mix: ({ q, k, v, g }) => parallelMemory(q, k, v, { g }).output, needs: ["g"], recurrent: true },
  deltaNet: deltaRule(1, false),
  deltaNet2: deltaRule(2, false),
  gatedDeltaNet: deltaRule(2, true),
} as const satisfies Readonly<Record<string, Kind>>;

export type MixerName = keyof typeof kinds;
export const mixerNames = Object.keys(kinds) as readonly MixerName[];

/** Mixes the tokens of each head. Every kind has the same short convolution of its queries, keys and values, or none has. */
export class Mixer extends Module implements AttentionModule {
  readonly kind: MixerName;
  readonly numHeads: number;
  readonly rotary: RotaryPositions | null;
  qkv: Linear;
  /** Over four tokens, this one the last, each channel by itself. */
  convolution: Conv1d | null;
  gate: Linear | null;
  beta: Linear | null;
  sink: Tensor | null;
  norm: RMSNorm | null;
  out: Linear;

  constructor(
    kind: MixerName,
    width: number,
    heads: number,
    { convolved, rotary }: { readonly convolved: boolean; readonly rotary: boolean },
  ) {
    super();
    const { needs = [], recurrent = false, rotary: turns = false, bare = false }: Kind = kinds[kind];
    this.kind = kind;
    this.numHeads = heads;
    this.qkv = new Linear(width, 3 * width, { bias: false });
    this.convolution =
      convolved && !bare
        ? new Conv1d(3 * width, 3 * width, 4, { groups: 3 * width, padding: 3, bias: false })
        : null;
    this.gate = needs.includes("g") ? new Linear(width, heads) : null;
    this.beta = needs.includes("beta") ? new Linear(width, heads) : null;
    this.sink = needs.includes("sink") ? zeros([heads]) : null;
    this.norm = recurrent ? new RMSNorm(width / heads) : null;
    this.rotary = turns && rotary ? new RotaryPositions(width / heads) : null;
    this.out = new Linear(width, width, { bias: false });
  }

  /** Of x (b, t, width): q, k and v of each head, (b, h, t, d). */
  heads(x: Tensor): readonly [q: Tensor, k: Tensor, v: Tensor] {
    const { rotary, numHeads } = this;
    const t = x.size(1);
    const rows = this.qkv.forward(x); // (b, t, 3 width)
    const convolved = this.convolution
      ? this.convolution.forward(rows.transpose(1, 2)).narrow(2, 0, t).silu().transpose(1, 2)
      : rows;
    const [q, k, v] = convolved
      .reshape([x.size(0), t, 3 * numHeads, -1])
      .transpose(1, 2)
      .chunk(3, 1) as [Tensor, Tensor, Tensor]; // (b, h, t, d)
    return rotary ? [rotary.forward(q), rotary.forward(k), v] : [q, k, v];
  }

  /** @param x (b, t, width) */
  override forward(x: Tensor): { readonly output: Tensor } {
    const [q, k, v] = this.heads(x);
    const none = q;
    // An open gate at first, which halves what it keeps in 38 tokens.
    const g = this.gate ? this.gate.forward(x).add(4).transpose(1, 2).logSigmoid() : none;
    const beta = this.beta ? this.beta.forward(x).transpose(1, 2).sigmoid() : none;
    const read = kinds[this.kind].mix({ q, k, v, g, beta, sink: this.sink ?? none });
    const normed = this.norm ? this.norm.forward(read) : read;
    return { output: this.out.forward(normed.transpose(1, 2).flatten(2)) };
  }
}

/**
 * The numbers that a layer keeps of a sequence of t tokens while it decodes: a matrix a head, or all keys and values. Linear attention
 * has one more column, its sum of weights.
 */
export function keptNumbers(kind: MixerName, heads: number, t: number): number {
  const d = width / heads;
  const { recurrent = false }: Kind = kinds[kind];
  if (!recurrent) return 2 * width * t;
  return heads * d * (kind === "linear" ? d + 1 : d);
}

/** Sizes of a model of the arena. */
export interface ModelSize {
  readonly vocab: number;
  readonly maxLen: number;
  readonly layers: number;
  readonly heads?: number;
  readonly convolved?: boolean;
  /** Learned positions for all, and no rotary ones. Default false. */
  readonly learned?: boolean;
}

export const width = 64;

/** Embedding, layers of x + mixer(LayerNorm x) and x + MLP(LayerNorm x), LayerNorm, scores of all tokens. */
export function arenaModel(
  kind: MixerName,
  { vocab, maxLen, layers, heads = 2, convolved = true, learned = false }: ModelSize,
): GPT<Mixer> {
  return new GPT<Mixer>({
    vocabSize: vocab,
    maxLen,
    dModel: width,
    numLayers: layers,
    numHeads: heads,
    dimFeedforward: 2 * width,
    activation: "gelu",
    positions: learned ? "learned" : "none",
    tied: false,
    attention: (embedDim, numHeads) => new Mixer(kind, embedDim, numHeads, { convolved, rotary: !learned }),
  });
}
