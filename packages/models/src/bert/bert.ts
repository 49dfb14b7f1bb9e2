import { LearnedPositions } from "@saccade/attention";
import { checkFloats, checkParts, checkSpan, noteParts } from "@saccade/attention/model";
import {
  Dropout,
  Embedding,
  HalfEmbedding,
  init,
  LayerNorm,
  Linear,
  type LinearMap,
  Module,
} from "@saccade/nn";
import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape, iterable, refuseExtra, sameShape } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, unchecked } from "@saccade/tensor/contract";
import { makeLinear } from "../contract/make-linear.ts";
import { checkIds } from "../tokens/check-ids.ts";
import { TransformerEncoderLayer } from "../transformer/encoder-layer.ts";
import { type BertActivation, type BertOptions, type BertSettings, bertSettings } from "./bert-options.ts";
import { MaskedHead } from "./masked-head.ts";

const name = "Bert";
const forwardOptions = options(
  `${name}.forward`,
  {
    /** int32 (b, n): the type of each token. Default all 0. */
    tokenTypes: unchecked<Tensor>("a tensor"),
    /** bool (b, n), true where a token may be attended to: false for padding. Default all true. */
    keyMask: unchecked<Tensor>("a tensor"),
    /** Whether the weights of each layer are returned. Default false. */
    needWeights: flag(false),
    /** Whether the inputs and outputs of all layers are returned. Default false. */
    needHiddenStates: flag(false),
  },
  {
    example: "bert.forward(ids, { tokenTypes, keyMask })",
    renamed: {
      tokenTypeIds: "write tokenTypes",
      attentionMask: "write keyMask, a bool tensor (b, n), true for tokens that are not padding",
      outputAttentions: "write needWeights",
      outputHiddenStates: "write needHiddenStates",
    },
  },
);

/** Options of {@link Bert.forward}. */
export interface BertForwardOptions extends OptionsOf<typeof forwardOptions> {}

/** The result of {@link Bert}. */
export interface BertResult {
  /** (b, n, dModel). */
  readonly lastHiddenState: Tensor;
  /** (b, dModel): tanh of a linear map of the first position; null without a pooler. */
  readonly poolerOutput: Tensor | null;
  /** One a layer, (b, heads, n, n); none unless they are wanted. */
  readonly weights: readonly Tensor[];
  /** numLayers + 1 of (b, n, dModel): the embeddings, then the output of each layer. None unless they are wanted. */
  readonly hiddenStates: readonly Tensor[];
}

const activations: Readonly<Record<BertActivation, (x: Tensor) => Tensor>> = {
  gelu: (x) => x.gelu(),
  geluTanh: (x) => x.gelu({ approximate: "tanh" }),
  relu: (x) => x.relu(),
  silu: (x) => x.silu(),
};

/**
 * An encoder-only language model (Devlin et al. 2019): embeddings of tokens, positions and token types, layers that
 * attend in both directions and normalize their sums, and a pooler for the first position.
 *
 * @example
 * const bert = new Bert({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 });
 * bert.forward(tensor([[7, 8, 9]], { dtype: "int32" })).lastHiddenState.shape // [1, 3, 32]
 */
export class Bert extends Module {
  readonly settings: BertSettings;
  embedding: Embedding | HalfEmbedding;
  positions: LearnedPositions;
  tokenTypes: Embedding;
  norm: LayerNorm;
  dropout: Dropout;
  layers: TransformerEncoderLayer<LinearMap>[];
  pooler: LinearMap | null;
  /** null unless the `maskedHead` option is true. */
  maskedHead: MaskedHead | null;

  /**
   * Weights start as N(0, 0.02²), biases as zeros.
   *
   * @throws ArgumentError for sizes and options that are none, ShapeError unless the heads divide the width.
   */
  constructor(given: BertOptions) {
    refuseExtra("Bert", arguments, 1);
    super();
    const settings = bertSettings(given);
    const { vocabSize, maxLen, dModel, numLayers, numHeads, numTypes, dropout, normEps, weights } = settings;
    this.settings = settings;
    this.embedding =
      weights === "float32"
        ? new Embedding(vocabSize, dModel)
        : new HalfEmbedding(vocabSize, dModel, weights);
    this.positions = new LearnedPositions(maxLen, dModel);
    this.tokenTypes = new Embedding(numTypes, dModel);
    this.norm = new LayerNorm(dModel, { eps: normEps });
    this.dropout = new Dropout(dropout);
    const makeMap = (into: number, out: number, bias: boolean): LinearMap =>
      makeLinear(weights, into, out, bias);
    const layer = {
      dimFeedforward: settings.dimFeedforward,
      dropout,
      activation: activations[settings.activation],
      layerNormEps: normEps,
      batchFirst: true,
      // in_proj_weight and in_proj_bias have PyTorch's names where they are float32.
      makeLinear: weights === "float32" ? undefined : makeMap,
    };
    this.layers = Array.from(
      { length: numLayers },
      () => new TransformerEncoderLayer<LinearMap>(dModel, numHeads, layer),
    );
    this.pooler = settings.pooler ? makeMap(dModel, dModel, true) : null;
    const head = { vocabSize, dModel, normEps, weights, activation: activations[settings.activation] };
    this.maskedHead = settings.maskedHead ? new MaskedHead(head) : null;
    for (const parameter of this.parameters()) if (parameter.ndim === 2) init.normal(parameter, 0, 0.02);
    for (const module of this.modules()) if (module instanceof Linear && module.bias) init.zeros(module.bias);
    noteParts(this, "pooler", "maskedHead");
  }

  /**
   * @param ids (b, n) int32
   * @throws IndexError for an unknown token id or type; ShapeError for a sequence longer than maxLen, or for types and a mask of
   * another shape.
   */
  override forward(ids: Tensor, given: BertForwardOptions = {}): BertResult {
    refuseExtra("Bert.forward", arguments, 2);
    checkParts(this);
    const { vocabSize, maxLen, numTypes } = this.settings;
    checkIds(name, ids, vocabSize);
    const { tokenTypes, keyMask, needWeights, needHiddenStates } = forwardOptions(given);
    checkSpan(name, "ids", ids.size(1), 0, maxLen);
    if (tokenTypes !== undefined) checkTypes(tokenTypes, ids, numTypes);
    return scope(() => {
      const weights: Tensor[] = [];
      const hiddenStates: Tensor[] = [];
      let x = this.dropout.forward(this.norm.forward(this.#embed(ids, tokenTypes)));
      for (const layer of this.layers) {
        if (needHiddenStates) hiddenStates.push(x);
        if (needWeights) {
          const attended = layer.forward(x, { keyMask, needWeights });
          weights.push(attended.weights);
          x = attended.output;
        } else x = layer.forward(x, { keyMask });
      }
      if (needHiddenStates) hiddenStates.push(x);
      const poolerOutput = this.pooler?.forward(x.select(1, 0)).tanh() ?? null;
      return iterable({ lastHiddenState: x, poolerOutput, weights, hiddenStates });
    });
  }

  /**
   * Scores of every token for each place: what the token there was before it was masked.
   *
   * @param hidden (…, dModel), such as `lastHiddenState`, or its masked places alone
   * @returns (…, vocabSize)
   * @throws ArgumentError unless the model has a `maskedHead`; ShapeError for another width.
   * @example
   * const bert = new Bert({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, maskedHead: true });
   * const { lastHiddenState } = bert.forward(tensor([[2, 4, 3]], { dtype: "int32" }));
   * bert.logits(lastHiddenState).shape // [1, 3, 9]
   */
  logits(hidden: Tensor): Tensor {
    refuseExtra("Bert.logits", arguments, 1);
    checkParts(this);
    checkFloats(`${name}.logits`, "hidden", hidden);
    if (this.maskedHead === null) {
      throw new ArgumentError(
        `${name}.logits: the model has no head for masked tokens; make it with { maskedHead: true }, or load a checkpoint that has cls.predictions.`,
      );
    }
    if (hidden.shape.at(-1) === this.settings.dModel) return this.maskedHead.forward(hidden, this.embedding);
    throw new ShapeError(
      `${name}.logits: hidden ${formatShape(hidden.shape)} must be (…, ${this.settings.dModel}) (dModel).`,
    );
  }

  // (b, n, dModel)
  #embed(ids: Tensor, tokenTypes: Tensor | undefined): Tensor {
    const words = this.embedding.forward(ids);
    const types = tokenTypes ? this.tokenTypes.forward(tokenTypes) : this.tokenTypes.weight.select(0, 0);
    return this.positions.forward(words.add(types));
  }
}

function checkTypes(tokenTypes: Tensor, ids: Tensor, numTypes: number): void {
  checkIds(`${name}: tokenTypes`, tokenTypes, numTypes, "numTypes");
  if (sameShape(tokenTypes.shape, ids.shape)) return;
  throw new ShapeError(
    `${name}: tokenTypes ${formatShape(tokenTypes.shape)} must have the shape of ids, ${formatShape(ids.shape)}.`,
  );
}
