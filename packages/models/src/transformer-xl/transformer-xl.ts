import type { Attended, MaybeAttended, WeightsOptions } from "@saccade/attention";
import { checkBackends, checkHeads, checkParts, noteParts, stepsRule } from "@saccade/attention/model";
import { Dropout, LayerNorm, Linear, Module } from "@saccade/nn";
import { cat, ShapeError, scope, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkTensor,
  formatShape,
  isFloat,
  iterable,
  refuseExtra,
} from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, required } from "@saccade/tensor/contract";
import { checkLayers } from "../contract/check-options.ts";
import type { WithWeightsIf } from "../transformer/encoder-layer.ts";
import { type Activation, layerRules } from "../transformer/layer-options.ts";
import { feedForwardSublayer } from "../transformer/sublayers.ts";
import { RelativeAttention } from "./relative-attention.ts";

const renamed = { batchFirst: "leave it out; inputs are (b, n, dModel)" };

const layerName = "TransformerXLLayer";
const layerOptions = options(layerName, layerRules, {
  example: `new ${layerName}(dModel, nHead, { dimFeedforward: 256 })`,
  renamed,
});

/** Options of a {@link TransformerXLLayer}. */
export interface TransformerXLLayerOptions extends OptionsOf<typeof layerOptions> {}

const forwardOptions = options(
  `${layerName}.forward`,
  { needWeights: flag(false) },
  { example: "layer.forward(x, memory, { needWeights: true })" },
);

const name = "TransformerXL";
const modelOptions = options(
  name,
  {
    ...layerRules,
    /** The positions of earlier segments that each layer keeps, ≥ 0. 0 is a model without recurrence. */
    memoryLength: required(stepsRule(0, 0)),
  },
  {
    example: `new ${name}(dModel, nHead, numLayers, { memoryLength: 64 })`,
    renamed: { ...renamed, memLen: "write memoryLength" },
  },
);

/** Options of {@link TransformerXL}. */
export interface TransformerXLOptions extends OptionsOf<typeof modelOptions> {}

/**
 * A layer of Transformer-XL: causal attention with relative positions to the segment and what precedes it, then a
 * feed-forward network, each within a residual and a LayerNorm (Dai et al. 2019). The score has all four terms of the
 * paper: content, content to distance, and a learned bias for each of the two.
 *
 * @example new TransformerXLLayer(8, 2, { dimFeedforward: 16 }).forward(randn([1, 3, 8]), randn([1, 5, 8])).shape // [1, 3, 8]
 */
export class TransformerXLLayer extends Module {
  readonly dModel: number;
  readonly activation: Activation;
  readonly normFirst: boolean;
  attention: RelativeAttention;
  linear1: Linear;
  dropout: Dropout;
  linear2: Linear;
  norm1: LayerNorm;
  norm2: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;

  /** @throws ShapeError unless nHead divides dModel; ArgumentError for options that are none. */
  constructor(dModel: number, nHead: number, given: TransformerXLLayerOptions = {}) {
    refuseExtra("TransformerXLLayer", arguments, 3);
    super();
    checkHeads(layerName, "dModel", dModel, nHead, "nHead");
    const { dimFeedforward, dropout, activation, layerNormEps, normFirst } = layerOptions(given);
    this.dModel = dModel;
    this.activation = activation;
    this.normFirst = normFirst;
    this.attention = new RelativeAttention(dModel, nHead, dropout);
    this.linear1 = new Linear(dModel, dimFeedforward);
    this.dropout = new Dropout(dropout);
    this.linear2 = new Linear(dimFeedforward, dModel);
    this.norm1 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm2 = new LayerNorm(dModel, { eps: layerNormEps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    noteParts(this);
  }

  /**
   * @param x (b, n, dModel), the segment
   * @param memory (b, m, dModel), the layer's inputs before the segment; null for nothing
   * @returns (b, n, dModel); with `needWeights: true` `{ output, weights }`, weights (b, nHead, n, m + n)
   * @throws ShapeError when x or the memory is of another width, or their batch sizes differ.
   */
  override forward<W extends boolean = false>(
    x: Tensor,
    memory: Tensor | null = null,
    given: WeightsOptions<W> = {},
  ): WithWeightsIf<W, Attended> {
    refuseExtra("TransformerXLLayer.forward", arguments, 3);
    checkParts(this);
    const { needWeights } = forwardOptions(given);
    const { output, weights } = this.run(layerName, x, memory, needWeights);
    const result = weights ? iterable({ output, weights }) : output;
    return result as WithWeightsIf<W, Attended>;
  }

  /** {@link forward} on behalf of `what`, which errors name. @internal */
  run(what: string, x: Tensor, memory: Tensor | null, needWeights: boolean): MaybeAttended {
    checkSegment(what, "x", x, this.dModel);
    if (memory !== null) checkMemory(what, memory, x, this.dModel);
    return scope(() => {
      const { norm1, norm2, dropout1, dropout2, normFirst } = this;
      const input = normFirst ? norm1.forward(x) : x;
      const before = memory && normFirst ? norm1.forward(memory) : memory;
      const { output, weights } = this.attention.forward(input, before, needWeights);
      const sum = x.add(dropout1.forward(output));
      const attended = normFirst ? sum : norm1.forward(sum);
      const last = { norm: norm2, dropout: dropout2, normFirst };
      return { output: feedForwardSublayer(this, last, attended), weights };
    });
  }
}

function checkMemory(what: string, memory: Tensor, x: Tensor, dModel: number): void {
  checkSegment(what, "memory", memory, dModel);
  checkBackends(what, { x, memory });
  if (memory.size(0) === x.size(0)) return;
  throw new ShapeError(
    `${what}: memory ${formatShape(memory.shape)} and x ${formatShape(x.shape)} must have one batch size; pass the memory ` +
      "of these sequences, or null at their beginning.",
  );
}

function checkSegment(what: string, argument: string, x: unknown, dModel: number): asserts x is Tensor {
  checkTensor(what, argument, x);
  if (x.ndim === 3 && x.size(2) === dModel && isFloat(x.dtype)) return;
  throw new ShapeError(
    `${what}: ${argument} ${x.describe()} must be floats (b, n, ${dModel}), n positions of dModel.`,
  );
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

  /** @throws ArgumentError for sizes that are not whole numbers; ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, numLayers: number, given: TransformerXLOptions) {
    refuseExtra("TransformerXL", arguments, 4);
    super();
    checkHeads(name, "dModel", dModel, nHead, "nHead");
    checkLayers(name, "numLayers", numLayers);
    const { memoryLength, ...layer } = modelOptions(given);
    this.memoryLength = memoryLength;
    this.layers = Array.from({ length: numLayers }, () => new TransformerXLLayer(dModel, nHead, layer));
    noteParts(this);
  }

  /**
   * @param x (b, n, dModel), the segment
   * @param memory what `forward` gave for the segment before; none at the beginning of a sequence
   * @throws ShapeError when x or the memory does not fit.
   */
  override forward(x: Tensor, memory: readonly Tensor[] = []): TransformerXLResult {
    refuseExtra("TransformerXL.forward", arguments, 2);
    checkParts(this);
    this.#check(memory);
    return scope(() => {
      const next: Tensor[] = [];
      let hidden = x;
      this.layers.forEach((layer, i) => {
        const before = memory[i] ?? null;
        const { output } = layer.run(name, hidden, before, false);
        next.push(this.#remember(hidden, before));
        hidden = output;
      });
      return iterable({ output: hidden, memory: next });
    });
  }

  #remember(hidden: Tensor, before: Tensor | null): Tensor {
    const known = before ? cat([before, hidden], 1) : hidden;
    const kept = Math.min(this.memoryLength, known.size(1));
    return known.narrow(1, known.size(1) - kept, kept).detach();
  }

  #check(memory: unknown): void {
    const rule = `what forward gave for the segment before, a tensor for each of the ${this.layers.length} layers`;
    if (!Array.isArray(memory)) throw badArgument(name, "memory", rule, memory);
    if (memory.length === 0) return;
    if (memory.length !== this.layers.length || !memory.every((x) => x instanceof Tensor))
      throw badArgument(name, "memory", rule, memory);
  }
}
