// Transformer-XL (Dai et al. 2019): attention with relative positions, over segments.

import {
  type Attended,
  causalMask,
  type MaybeAttended,
  positionalEncoding,
  type WeightsOptions,
} from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { Dropout, LayerNorm, Linear, Module, nameSites, Parameter, running } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { cat, scope, Tensor, zeros } from "@saccade/tensor";
import { badArgument, iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, required, signature, tensors } from "@saccade/tensor/contract";
import { encoderLayer } from "../definitions/layers.ts";
import * as shared from "../transformer/layer.ts";

const attentionForward = attention.method("RelativeAttention.forward", "x float (b, n, dModel)");

/**
 * Causal attention of a segment to itself and to what precedes it, with relative positions (Dai et al. 2019, section
 * 3.3). The score of query i and key j, d the size of a head, has the paper's four terms:
 *
 *   (qᵢ·kⱼ + qᵢ·rᵢ₋ⱼ + u·kⱼ + v·rᵢ₋ⱼ) / √d
 *
 * r is the projected sinusoid of the distance i − j; u and v are learned, one vector a head.
 */
export class RelativeAttention extends Module {
  readonly numHeads: number;
  readonly dropout: number;
  /** Queries from the segment, keys and values from what precedes it and the segment, distances: (E, E) each. */
  q_proj: Linear;
  kv_proj: Linear;
  r_proj: Linear;
  out_proj: Linear;
  /** u and v, (h, 1, d). */
  content_bias: Parameter;
  position_bias: Parameter;

  /** The arguments have been checked. */
  constructor(dModel: number, numHeads: number, dropout: number) {
    super();
    this.numHeads = numHeads;
    this.dropout = dropout;
    this.q_proj = projection(dModel, dModel);
    this.kv_proj = projection(dModel, 2 * dModel);
    this.r_proj = projection(dModel, dModel);
    this.out_proj = projection(dModel, dModel);
    const bias = (): Parameter => scope(() => new Parameter(zeros([numHeads, 1, dModel / numHeads])));
    this.content_bias = bias();
    this.position_bias = bias();
    attention.noteParts(this);
    nameSites(this, { sites: attention.sitesWith(null) });
  }

  /**
   * @param x (b, n, E), the segment
   * @param memory (b, m, E), what precedes it; null for nothing
   * @returns output (b, n, E); weights (b, h, n, m + n) if they are wanted
   */
  override forward(x: Tensor, memory: Tensor | null, needWeights: boolean): MaybeAttended {
    const { n, dModel } = attentionForward(this, [x, memory, needWeights]);
    return running(this, () => {
      const { numHeads, dropout, training } = this;
      const { backend } = x;
      const before = memory?.size(1) ?? 0;
      const length = before + n;
      const q = attention.splitHeads(this.q_proj.forward(x), numHeads, "hook_q"); // (b, h, n, d)
      const both = this.kv_proj.forward(memory ? cat([memory, x], 1) : x);
      const [keys, values] = both.chunk(2, -1);
      const k = attention.splitHeads(keys!, numHeads, "hook_k"); // (b, h, m + n, d)
      const v = attention.splitHeads(values!, numHeads, "hook_v"); // (b, h, m + n, d)
      // Row c is distance m + n − 1 − c: the first key is the farthest.
      const distances = positionalEncoding(length, dModel, { backend }).flip(0);
      const r = attention.splitHeads(this.r_proj.forward(distances).unsqueeze(0), numHeads); // (1, h, m + n, d)
      const scale = 1 / Math.sqrt(dModel / numHeads);
      const positions = q.add(this.position_bias).mul(scale).matmul(r.transpose(-2, -1)); // by distance
      const mask = causalMask(n, length, { offset: before, backend });
      const shape = [x.size(0), numHeads, n, length];
      const allowed = { ...attention.among(shape, mask), bias: byKey(positions) };
      const settings = { scale, dropout, training, needWeights };
      const content = q.add(this.content_bias);
      const { output, weights } = attention.dotProductAttention(allowed, content, k, v, settings);
      return { output: attention.projectOut(this.out_proj, output), weights };
    });
  }
}

function projection(from: number, to: number): Linear {
  const linear = new Linear(from, to, { bias: false });
  init.xavierUniform(linear.weight);
  return linear;
}

/**
 * Row i of x (…, n, m) by distance, column c being distance m − 1 − c, to row i by key: key j has distance m − n + i − j,
 * so that row i moves left by n − 1 − i (Dai et al. 2019, appendix B). Keys after the query get values of other rows.
 */
function byKey(x: Tensor): Tensor {
  const [lead, n, m] = [x.shape.slice(0, -2), x.size(-2), x.size(-1)];
  // With a column in front, rows of m + 1 read as rows of n, less the first, are shifted by one more each.
  const rows = x.pad([1, 0]).reshape([...lead, m + 1, n]);
  return rows.narrow(-2, 1, m).reshape([...lead, n, m]);
}

const renamed = { batchFirst: "leave it out; inputs are (b, n, dModel)" };

const layerName = "TransformerXLLayer";
const constructLayer = signature(layerName, shared.widthRules, shared.layerRules, {
  example: `new ${layerName}(dModel, nHead, { dimFeedforward: 256 })`,
  renamed,
});

/** Options of a {@link TransformerXLLayer}. */
export interface TransformerXLLayerOptions
  extends OptionsOf<typeof constructLayer, typeof shared.layerRules> {}

const segments = "x float (b, n, dModel)  memory? float (b, m, dModel)";
const forwardLayer = attention.method(
  options(
    `${layerName}.forward`,
    { needWeights: flag(false) },
    { example: "layer.forward(x, memory, { needWeights: true })" },
  ),
  segments,
);

const name = "TransformerXL";
const construct = signature(
  name,
  { ...shared.widthRules, numLayers: required(attention.layersRule()) },
  {
    ...shared.layerRules,
    /** The positions of earlier segments that each layer keeps, ≥ 0. 0 is a model without recurrence. */
    memoryLength: required(attention.stepsRule(0, 0)),
  },
  {
    example: `new ${name}(dModel, nHead, numLayers, { memoryLength: 64 })`,
    renamed: { ...renamed, memLen: "write memoryLength" },
  },
);
const forward = attention.method(`${name}.forward`, "x float (b, n, dModel)");
const segment = tensors(`${name}.forward`, segments);

/** Options of {@link TransformerXL}. */
export interface TransformerXLOptions extends OptionsOf<typeof construct, typeof shared.layerRules> {}

/**
 * A layer of Transformer-XL: causal attention with relative positions to the segment and what precedes it, then a
 * feed-forward network, each within a residual and a LayerNorm (Dai et al. 2019). The score has all four terms of the
 * paper: content, content to distance, and a learned bias for each of the two.
 *
 * @example new TransformerXLLayer(8, 2, { dimFeedforward: 16 }).forward(randn([1, 3, 8]), randn([1, 5, 8])).shape // [1, 3, 8]
 */
export class TransformerXLLayer extends Module {
  readonly dModel: number;
  readonly activation: shared.Activation;
  readonly normFirst: boolean;
  readonly batchFirst: boolean = true;
  attention: RelativeAttention;
  linear1: Linear;
  dropout: Dropout;
  linear2: Linear;
  norm1: LayerNorm;
  norm2: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, given: TransformerXLLayerOptions = {}) {
    const settings = constructLayer([dModel, nHead, given]);
    attention.checkDivides(layerName, "dModel", dModel, nHead);
    super();
    const { dimFeedforward, dropout, layerNormEps: eps } = settings;
    this.dModel = dModel;
    this.activation = settings.activation;
    this.normFirst = settings.normFirst;
    this.attention = new RelativeAttention(dModel, nHead, dropout);
    this.linear1 = new Linear(dModel, dimFeedforward);
    this.dropout = new Dropout(dropout);
    this.linear2 = new Linear(dimFeedforward, dModel);
    this.norm1 = new LayerNorm(dModel, { eps });
    this.norm2 = new LayerNorm(dModel, { eps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    attention.noteParts(this);
    nameSites(this, {
      sites: shared.layerSites(this.normFirst),
      parts: { norm1: "ln1", attention: "attn", norm2: "ln2" },
    });
  }

  /**
   * @param x (b, n, dModel), the segment
   * @param memory (b, m, dModel), the layer's inputs before the segment; null for nothing
   * @returns (b, n, dModel); with `needWeights: true` `{ output, weights }`, weights (b, nHead, n, m + n)
   */
  override forward<W extends boolean = false>(
    x: Tensor,
    memory: Tensor | null = null,
    given: WeightsOptions<W> = {},
  ): shared.WithWeightsIf<W, Attended> {
    const { needWeights } = forwardLayer(this, [x, memory, given], { dModel: this.dModel });
    const result = running(this, () => {
      let weights: Tensor | undefined;
      const attend = (segment: Tensor): Tensor => {
        const before = memory && this.normFirst ? this.norm1.forward(memory) : memory;
        const attended = this.attention.forward(segment, before, needWeights);
        weights = attended.weights;
        return attended.output;
      };
      const output = encoderLayer(x, this, attend, (y) => shared.network(this, y));
      return weights ? iterable({ output, weights }) : output;
    });
    return result as shared.WithWeightsIf<W, Attended>;
  }
}

/** The result of {@link TransformerXL}. */
export interface TransformerXLResult {
  /** (b, n, dModel). */
  readonly output: Tensor;
  /** The memory for the next segment: for each layer its last inputs, (b, ≤ memoryLength, dModel), without gradient. */
  readonly memory: readonly Tensor[];
}

/**
 * Transformer-XL (Dai et al. 2019): reads a long sequence segment by segment. Each layer also attends to its cached
 * inputs of earlier segments, through which no gradient flows, so that L layers see L · memoryLength positions back.
 * Positions are relative, so that the cache stays valid. Causal.
 *
 * @example
 * const net = new TransformerXL(8, 2, 2, { memoryLength: 16, dimFeedforward: 16 });
 * const first = net.forward(randn([1, 4, 8]));
 * net.forward(randn([1, 4, 8]), first.memory).output.shape // [1, 4, 8]
 */
export class TransformerXL extends Module {
  readonly memoryLength: number;
  layers: TransformerXLLayer[];

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, numLayers: number, given: TransformerXLOptions) {
    const { memoryLength } = construct([dModel, nHead, numLayers, given]);
    super();
    const { memoryLength: _, ...layer } = given;
    this.memoryLength = memoryLength;
    this.layers = Array.from({ length: numLayers }, () => new TransformerXLLayer(dModel, nHead, layer));
    attention.noteParts(this);
    nameSites(this, { parts: { layers: "blocks" } });
  }

  /**
   * @param x (b, n, dModel), the segment
   * @param memory the memory that `forward` gave for the segment before; empty at the beginning of a sequence
   */
  override forward(x: Tensor, memory: readonly Tensor[] = []): TransformerXLResult {
    forward(this, [x, memory], () => ({ dModel: this.layers[0]!.dModel }));
    this.#checkMemory(x, memory);
    return scope(() => {
      const next: Tensor[] = [];
      let hidden = x;
      this.layers.forEach((layer, i) => {
        const before = memory[i] ?? null;
        next.push(this.#remember(hidden, before));
        hidden = layer.forward(hidden, before);
      });
      return iterable({ output: hidden, memory: next });
    });
  }

  #remember(hidden: Tensor, before: Tensor | null): Tensor {
    const known = before ? cat([before, hidden], 1) : hidden;
    const kept = Math.min(this.memoryLength, known.size(1));
    return known.narrow(1, known.size(1) - kept, kept).detach();
  }

  #checkMemory(x: Tensor, memory: unknown): void {
    const { length } = this.layers;
    const all: readonly unknown[] = Array.isArray(memory) ? memory : [];
    const fits = [0, length].includes(all.length) && all.every((each) => each instanceof Tensor);
    const rule = `what forward gave for the segment before, a tensor for each of the ${length} layers`;
    if (!(Array.isArray(memory) && fits)) throw badArgument(`${name}.forward`, "memory", rule, memory);
    for (const each of all) segment.check([x, each]);
  }
}
