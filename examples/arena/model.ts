// One small GPT whose layers mix tokens in one of several ways, everything around them being the same.
import { RotaryPositions, scaledDotProductAttention } from "@saccade/attention";
import { splitHeads } from "@saccade/attention/definitions";
import {
  forgettingAttention,
  linearMemory,
  parallelMemory,
  sinkAttention,
  unitRows,
} from "@saccade/attention/definitions/ladder";
import { type AttentionModule, GPT } from "@saccade/models";
import { Conv1d, Linear, Module, Parameter, RMSNorm } from "@saccade/nn";
import { type Tensor, zeros } from "@saccade/tensor";

/**
 * What a mixer has of each head: q, k, v (b, h, t, d), and what it needs beside them: g, the logarithms of decays, and beta in (0, 1),
 * both (b, h, t), and sink (h), a logit of its own.
 */
type Given = Readonly<Record<"q" | "k" | "v" | "g" | "beta" | "sink", Tensor>>;

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

/** The delta rule with unit queries and keys; β up to 2 goes beyond the value. */
const delta = ({ q, k, v, beta }: Given, g?: Tensor): Tensor =>
  parallelMemory(unitRows(q), unitRows(k), v, { beta, g, scale: 1 }).output;
const twice = (given: Given): Given => ({ ...given, beta: given.beta.mul(2) });

const attention = ({ q, k, v }: Given): Tensor =>
  scaledDotProductAttention(q, k, v, { causal: true, needWeights: false }).output;

const kinds = {
  softmax: { mix: attention, rotary: true },
  bareSoftmax: { mix: attention, rotary: true, bare: true },
  forgetting: { mix: ({ q, k, v, g }) => forgettingAttention(q, k, v, g).output, needs: ["g"] },
  sink: { mix: ({ q, k, v, sink }) => sinkAttention(q, k, v, sink).output, needs: ["sink"], rotary: true },
  linear: { mix: ({ q, k, v }) => linearMemory(q, k, v, undefined, parallelMemory).output, recurrent: true },
  gated: { mix: ({ q, k, v, g }) => parallelMemory(q, k, v, { g }).output, needs: ["g"], recurrent: true },
  deltaNet: { mix: (given) => delta(given), needs: ["beta"], recurrent: true },
  deltaNet2: { mix: (given) => delta(twice(given)), needs: ["beta"], recurrent: true },
  gatedDeltaNet: { mix: (given) => delta(twice(given), given.g), needs: ["g", "beta"], recurrent: true },
} as const satisfies Readonly<Record<string, Kind>>;

export type MixerName = keyof typeof kinds;
export const mixerNames = Object.keys(kinds) as readonly MixerName[];

/** Mixes the tokens of each head. Every kind has the same short convolution of its queries, keys and values. */
export class Mixer extends Module implements AttentionModule {
  readonly kind: Kind;
  readonly numHeads: number;
  readonly rotary: RotaryPositions | null;
  qkv: Linear;
  /** Over four tokens, this one the last, each channel by itself. */
  convolution: Conv1d | null;
  gate: Linear | null;
  beta: Linear | null;
  sink: Parameter | null;
  norm: RMSNorm | null;
  out: Linear;

  /** @param plain without convolution and rotary positions */
  constructor(name: MixerName, width: number, heads: number, plain: boolean) {
    super();
    const kind: Kind = kinds[name];
    const needs = new Set(kind.needs);
    const rows = 3 * width;
    const convolved = !plain && !kind.bare;
    this.kind = kind;
    this.numHeads = heads;
    this.qkv = new Linear(width, rows, { bias: false });
    this.convolution = convolved
      ? new Conv1d(rows, rows, 4, { groups: rows, padding: 3, bias: false })
      : null;
    this.gate = needs.has("g") ? new Linear(width, heads) : null;
    this.beta = needs.has("beta") ? new Linear(width, heads) : null;
    this.sink = needs.has("sink") ? new Parameter(zeros([heads])) : null;
    this.norm = kind.recurrent ? new RMSNorm(width / heads) : null;
    this.rotary = kind.rotary && !plain ? new RotaryPositions(width / heads) : null;
    this.out = new Linear(width, width, { bias: false });
  }

  /** Of x (b, t, width): q, k and v of each head, (b, h, t, d). */
  heads(x: Tensor): readonly [q: Tensor, k: Tensor, v: Tensor] {
    const { rotary, convolution } = this;
    let rows = this.qkv.forward(x).transpose(1, 2); // (b, 3 width, t)
    if (convolution) rows = convolution.forward(rows).narrow(2, 0, x.size(1)).silu();
    const parts = rows.transpose(1, 2).chunk(3, 2);
    const [q, k, v] = parts.map((part) => splitHeads(part, this.numHeads)) as [Tensor, Tensor, Tensor];
    return rotary ? [rotary.forward(q), rotary.forward(k), v] : [q, k, v];
  }

  /** @param x (b, t, width) */
  override forward(x: Tensor): { readonly output: Tensor } {
    const [q, k, v] = this.heads(x);
    const none = q;
    // An open gate at first, which halves what it keeps in 38 tokens.
    const g = this.gate?.forward(x).add(4).transpose(1, 2).logSigmoid() ?? none;
    const beta = this.beta?.forward(x).transpose(1, 2).sigmoid() ?? none;
    const read = this.kind.mix({ q, k, v, g, beta, sink: this.sink ?? none });
    const normed = this.norm?.forward(read) ?? read;
    return { output: this.out.forward(normed.transpose(1, 2).flatten(2)) };
  }
}

/**
 * The numbers that a layer keeps of a sequence of t tokens while it decodes: a matrix a head, or all keys and values. Linear attention
 * has one more column, its sum of weights.
 */
export function keptNumbers(name: MixerName, heads: number, t: number): number {
  const { recurrent }: Kind = kinds[name];
  return recurrent ? width * (width / heads + Number(name === "linear")) : 2 * width * t;
}

/** Sizes of a model of the arena. */
export interface ModelSize {
  readonly vocab: number;
  readonly maxLen: number;
  readonly layers: number;
  /** Learned positions in place of rotary ones and the convolution. Default false. */
  readonly plain?: boolean;
}

export const width = 64;

/** Embedding, layers of x + mixer(LayerNorm x) and x + MLP(LayerNorm x), LayerNorm, scores of all tokens. */
export function arenaModel(
  name: MixerName,
  heads: number,
  { vocab, maxLen, layers, plain = false }: ModelSize,
): GPT<Mixer> {
  return new GPT<Mixer>({
    vocabSize: vocab,
    maxLen,
    dModel: width,
    numLayers: layers,
    numHeads: heads,
    dimFeedforward: 2 * width,
    activation: "gelu",
    positions: plain ? "learned" : "none",
    tied: false,
    attention: (embedDim, numHeads) => new Mixer(name, embedDim, numHeads, plain),
  });
}
