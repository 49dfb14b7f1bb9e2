import type { Attended, WeightsOptions } from "@saccade/attention";
import { checkDivides, layersRule, method, noteParts, stepsRule } from "@saccade/attention/model";
import { Dropout, LayerNorm, Linear, Module, nameSites } from "@saccade/nn";
import { cat, scope, Tensor } from "@saccade/tensor";
import { badArgument, iterable } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, required, signature, tensors } from "@saccade/tensor/contract";
import * as shared from "../transformer/layer.ts";
import { RelativeAttention } from "./relative-attention.ts";

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
const forwardLayer = method(
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
  { ...shared.widthRules, numLayers: required(layersRule()) },
  {
    ...shared.layerRules,
    /** The positions of earlier segments that each layer keeps, ≥ 0. 0 is a model without recurrence. */
    memoryLength: required(stepsRule(0, 0)),
  },
  {
    example: `new ${name}(dModel, nHead, numLayers, { memoryLength: 64 })`,
    renamed: { ...renamed, memLen: "write memoryLength" },
  },
);
const forward = method(`${name}.forward`, "x float (b, n, dModel)");
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
    checkDivides(layerName, "dModel", dModel, nHead);
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
    noteParts(this);
    nameSites(this, {
      sites: shared.layerSites(this),
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
    const { norm1, norm2, dropout1, dropout2, normFirst } = this;
    const result = scope(() => {
      let weights: Tensor | undefined;
      const first = {
        norm: norm1,
        dropout: dropout1,
        sites: ["hook_attn_out", "hook_resid_mid"],
      } as const;
      const attended = shared.residual(this, first, shared.siteOf(this, "hook_resid_pre", x), (segment) => {
        const before = memory && normFirst ? norm1.forward(memory) : memory;
        const found = this.attention.forward(segment, before, needWeights);
        weights = found.weights;
        return found.output;
      });
      const output = shared.lastSublayer(this, { norm: norm2, dropout: dropout2 }, attended);
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
    noteParts(this);
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
