// BERT (Devlin et al. 2019), and its head that fills in masked words.

import { LearnedPositions, type MultiheadAttention } from "@saccade/attention";
import { checkDivides, checkSpan, epsRule, method, noteParts } from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ArgumentError, scope, type Tensor, zeros } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkIds } from "../contract/checks.ts";
import * as contract from "../contract/settings.ts";
import {
  forwardRenames,
  forwardRules,
  type LanguageModelRules,
  languageModelRules,
} from "../gpt/gpt-options.ts";
import { TransformerEncoderLayer } from "../transformer/encoder.ts";

const headForward = method("MaskedHead.forward", "hidden float (…, dModel)");

/** The sizes and options of a {@link MaskedHead}. */
export interface MaskedHeadSizes {
  /** The number of tokens. */
  readonly vocabSize: number;
  /** The width of the hidden states. */
  readonly dModel: number;
  /** Added to the variance. */
  readonly normEps: number;
  /** How the linear map's weight is kept. */
  readonly weights: contract.WeightsFormat;
  /** The activation between the linear map and the norm. */
  readonly activation: (x: Tensor) => Tensor;
}

/**
 * The part of a {@link Bert} that scores masked tokens: a linear map, the model's activation, a layer norm, and the table of
 * embeddings with a bias (Devlin et al. 2019, section 3.1). `Bert.logits` applies it.
 *
 * @example
 * const sizes = { vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, maskedHead: true };
 * new Bert(sizes).maskedHead?.bias.shape // [9]
 */
export class MaskedHead extends nn.Module {
  /** dModel → dModel. */
  dense: nn.LinearMap;
  /** Of the activation's output. */
  norm: nn.LayerNorm;
  /** (vocabSize). */
  bias: nn.Parameter;
  readonly #activation: (x: Tensor) => Tensor;

  /** Of a model whose `maskedHead` option is true. */
  constructor({ weights, dModel, normEps, vocabSize, activation }: MaskedHeadSizes) {
    super();
    this.dense = contract.makeLinear(weights, dModel, dModel, true);
    this.norm = new nn.LayerNorm(dModel, { eps: normEps });
    this.bias = scope(() => new nn.Parameter(zeros([vocabSize])));
    this.#activation = activation;
    noteParts(this);
    nn.nameSites(this, { parts: { norm: "ln" } });
  }

  /**
   * @param hidden (…, dModel)
   * @param embedding the model's own table, (vocabSize, dModel)
   * @returns (…, vocabSize)
   */
  override forward(hidden: Tensor, embedding: nn.Embedding | nn.HalfEmbedding): Tensor {
    headForward(this, [hidden, embedding]);
    // #region head
    return scope(() => {
      const activated = this.#activation(this.dense.forward(hidden));
      return embedding.scores(this.norm.forward(activated), this.bias);
    });
    // #endregion head
  }
}

const bertOptions = c.options(
  "Bert",
  {
    ...languageModelRules,
    /** The number of token types, such as the first and the second sentence. Default 2. */
    numTypes: c.size(2),
    /** "gelu" is the function itself, as in BERT, "geluTanh" its approximation. Default "gelu". */
    activation: c.oneOf(["gelu", "geluTanh", "relu", "silu"], "gelu"),
    /** Added to the variance. Default 1e-12. */
    normEps: epsRule(1e-12),
    /** Whether the first position also goes through a linear map and tanh. Default true. */
    pooler: c.flag(true),
    /** Whether there is a head that scores masked tokens, for {@link Bert.logits}. Default false. */
    maskedHead: c.flag(false),
    /** Makes the attention of each layer, an {@link AttentionModule} of your own. Default a `MultiheadAttention`. */
    attention: contract.attentionRule(),
  },
  {
    example: "new Bert({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 })",
    renamed: {
      hiddenSize: "write dModel",
      numHiddenLayers: "write numLayers",
      numAttentionHeads: "write numHeads",
      typeVocabSize: "write numTypes",
    },
  },
);

/** Sizes and options of a {@link Bert}. */
export interface BertOptions extends Omit<c.OptionsOf<typeof bertOptions, LanguageModelRules>, "attention"> {}

/** Options with their defaults. */
export interface BertSettings extends Omit<c.SettingsOf<typeof bertOptions>, "attention"> {
  readonly dimFeedforward: number;
}

/** The activation of a {@link Bert}'s feed-forward network. */
export type BertActivation = BertSettings["activation"];

function bertSettings(given: BertOptions & contract.OwnAttentionOption): BertSettings {
  const { attention: _, ...settings } = bertOptions(given);
  const { dModel, numHeads, dimFeedforward = 4 * dModel, weights } = settings;
  checkDivides("Bert", "dModel", dModel, numHeads);
  contract.checkWidths("Bert", weights, { dModel, dimFeedforward });
  return { ...settings, dimFeedforward };
}

const forward = method(
  c.options(
    "Bert.forward",
    {
      ...forwardRules,
      /** bool (b, n), true where a token may be attended to: false for padding. Default all true. */
      keyMask: c.tensorRule("bool", "(b, n)"),
      /** int32 (b, n): the type of each token. Default all 0. */
      tokenTypes: c.tensorRule("int32", "(b, n)"),
    },
    {
      example: "bert.forward(ids, { tokenTypes, keyMask })",
      renamed: { ...forwardRenames, tokenTypeIds: "write tokenTypes" },
    },
  ),
  "ids int32 (b, n)",
);
const logits = method("Bert.logits", "hidden float (…, dModel)");
// As TransformerLens's HookedEncoder.
const bertSites = {
  sites: ["embed.hook_embed", "embed.hook_pos_embed", "embed.hook_token_type_embed", "hook_full_embed"],
  parts: { norm: "embed.ln", layers: "blocks", maskedHead: "mlm_head" },
};

/** Options of {@link Bert.forward}. */
export interface BertForwardOptions extends c.OptionsOf<typeof forward, typeof forwardRules> {}

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

/**
 * An encoder-only language model (Devlin et al. 2019): embeddings of tokens, positions and token types, layers that
 * attend in both directions and normalize their sums, and a pooler for the first position.
 *
 * @example
 * const bert = new Bert({ vocabSize: 256, maxLen: 64, dModel: 32, numLayers: 2, numHeads: 4 });
 * bert.forward(tensor([[7, 8, 9]], { dtype: "int32" })).lastHiddenState.shape // [1, 3, 32]
 */
export class Bert<A extends contract.AttentionModule = MultiheadAttention<nn.LinearMap>> extends nn.Module {
  readonly settings: BertSettings;
  embedding: nn.Embedding | nn.HalfEmbedding;
  positions: LearnedPositions;
  tokenTypes: nn.Embedding;
  norm: nn.LayerNorm;
  dropout: nn.Dropout;
  layers: TransformerEncoderLayer<nn.LinearMap, A>[];
  pooler: nn.LinearMap | null;
  /** null unless the `maskedHead` option is true. */
  maskedHead: MaskedHead | null;

  /**
   * Weights start as N(0, 0.02²), biases as zeros.
   *
   * @throws ArgumentError for invalid sizes and options, ShapeError unless the heads divide the width.
   */
  constructor(given: BertOptions & contract.OwnAttentionOption<A>) {
    super();
    const settings = bertSettings(given as BertOptions);
    const { vocabSize, maxLen, dModel, numLayers, numHeads, dropout, normEps, weights } = settings;
    const activation = contract.activations[settings.activation];
    const { attention: own } = given;
    this.settings = settings;
    this.embedding = contract.makeTable(weights, vocabSize, dModel);
    this.positions = new LearnedPositions(maxLen, dModel);
    this.tokenTypes = new nn.Embedding(settings.numTypes, dModel);
    this.norm = new nn.LayerNorm(dModel, { eps: normEps });
    this.dropout = new nn.Dropout(dropout);
    const makeMap = (into: number, out: number, bias: boolean): nn.LinearMap =>
      contract.makeLinear(weights, into, out, bias);
    const layer = {
      dimFeedforward: settings.dimFeedforward,
      dropout,
      activation,
      layerNormEps: normEps,
      batchFirst: true,
      // in_proj_weight and in_proj_bias have PyTorch's names where they are float32.
      makeLinear: weights === "float32" ? undefined : makeMap,
      attention: own && contract.ownMaker("Bert", own),
    };
    this.layers = Array.from(
      { length: numLayers },
      () => new TransformerEncoderLayer<nn.LinearMap, A>(dModel, numHeads, layer),
    );
    this.pooler = settings.pooler ? makeMap(dModel, dModel, true) : null;
    const head = { vocabSize, dModel, normEps, weights, activation };
    this.maskedHead = settings.maskedHead ? new MaskedHead(head) : null;
    this.#initialize(own ? this.layers.map(({ self_attn }) => self_attn) : []);
    noteParts(this, "pooler", "maskedHead");
    nn.nameSites(this, bertSites);
  }

  // Custom attentions keep their own initialization.
  #initialize(own: readonly nn.Module[]): void {
    const parts = new Set<unknown>(own.flatMap((module) => [...module.modules(), ...module.parameters()]));
    for (const parameter of this.parameters())
      if (parameter.ndim === 2 && !parts.has(parameter)) init.normal(parameter, 0, 0.02);
    for (const module of this.modules())
      if (module instanceof nn.Linear && module.bias && !parts.has(module)) init.zeros(module.bias);
  }

  /**
   * @param ids (b, n) int32
   * @throws IndexError for an unknown token id or type; ShapeError for a sequence longer than maxLen.
   */
  override forward(ids: Tensor, given: BertForwardOptions = {}): BertResult {
    const { n, tokenTypes, keyMask, needWeights, needHiddenStates } = forward(this, [ids, given]);
    const { vocabSize, maxLen, numTypes } = this.settings;
    checkIds("Bert.forward", ids, vocabSize);
    if (tokenTypes) checkIds("Bert.forward: tokenTypes", tokenTypes, numTypes, "numTypes");
    checkSpan("Bert.forward", "ids", n, 0, maxLen);
    return nn.running(this, () => {
      // #region layers
      const weights: Tensor[] = [];
      let x = this.#embed(ids, tokenTypes); // (b, n, dModel)
      const all = [x];
      for (const layer of this.layers) {
        const attended = needWeights ? layer.forward(x, { keyMask, needWeights }) : undefined;
        x = attended?.output ?? layer.forward(x, { keyMask });
        if (attended) weights.push(attended.weights);
        all.push(x);
      }
      const poolerOutput = this.pooler?.forward(x.select(1, 0)).tanh() ?? null;
      // #endregion layers
      const hiddenStates = needHiddenStates ? all : [];
      return iterable({ lastHiddenState: x, poolerOutput, weights, hiddenStates });
    });
  }

  #embed(ids: Tensor, tokenTypes: Tensor | undefined): Tensor {
    const words = nn.tap("embed.hook_embed", this.embedding.forward(ids));
    const typed = tokenTypes ? this.tokenTypes.forward(tokenTypes) : this.tokenTypes.weight.select(0, 0);
    const site = "embed.hook_token_type_embed";
    const types = nn.isTapped(site) ? nn.tap(site, typed.expand(words.shape)) : typed;
    const embedded = contract.addPositions(this.positions, words.add(types), 0, "embed.hook_pos_embed");
    return nn.tap("hook_full_embed", this.dropout.forward(this.norm.forward(embedded)));
  }

  /**
   * Scores of every token at each position: predictions of the token before masking.
   *
   * @param hidden (…, dModel), such as `lastHiddenState`, or only its masked positions
   * @returns (…, vocabSize)
   * @throws ArgumentError unless the model has a `maskedHead`.
   * @example
   * const bert = new Bert({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, maskedHead: true });
   * const { lastHiddenState } = bert.forward(tensor([[2, 4, 3]], { dtype: "int32" }));
   * bert.logits(lastHiddenState).shape // [1, 3, 9]
   */
  logits(hidden: Tensor): Tensor {
    logits(this, [hidden], { dModel: this.settings.dModel });
    if (this.maskedHead !== null) return this.maskedHead.forward(hidden, this.embedding);
    throw new ArgumentError(
      "Bert.logits: the model has no head for masked tokens; make it with { maskedHead: true }, or load a checkpoint that has cls.predictions.",
    );
  }
}
