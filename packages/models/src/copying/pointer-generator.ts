import { AdditiveAttention } from "@saccade/attention";
import { dropoutRule, layersRule, method, noteParts } from "@saccade/attention/model";
import { crossEntropy, Dropout, Embedding, GRU, Linear, Module, nameSites, running, tap } from "@saccade/nn";
import { arange, cat, scope, type Tensor, where } from "@saccade/tensor";
import { checkInteger, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { checkLens, checkSteps, forbid, stateOf } from "../contract/checks.ts";
import * as recurrent from "../seq2seq/recurrent.ts";

/** A probability of copying below this counts as this, so that its logarithm is finite; its gradient is then 0. */
const tiny = 1e-30;

/** log((1 − p_gen) · copied), p_gen = σ(gate): of words that can only be copied. Shapes broadcast. */
function logCopy(gate: Tensor, copied: Tensor): Tensor {
  return gate
    .neg()
    .logSigmoid()
    .add(copied.clamp({ min: tiny }).log());
}

/**
 * log(p_gen · exp(vocabulary) + (1 − p_gen) · copied), in logarithms throughout: neither a closed gate nor a word without
 * probability gives −∞ or NaN, in value or gradient. Shapes broadcast.
 *
 * @param gate p_gen's logit
 * @param vocabulary log-probabilities
 * @param copied probabilities of copying
 */
export function logMix(gate: Tensor, vocabulary: Tensor, copied: Tensor): Tensor {
  const generate = gate.logSigmoid().add(vocabulary);
  const copy = logCopy(gate, copied);
  return copy.add(generate.sub(copy).softplus()); // log(exp c + exp g) = c + log(1 + exp(g − c))
}

const name = "PointerGenerator";
const sizes = {
  srcVocabSize: c.required(c.size()),
  tgtVocabSize: c.required(c.size()),
  embedSize: recurrent.networkSizes.embedSize,
  numHiddens: recurrent.evenSize,
};
const construct = c.signature(
  name,
  sizes,
  {
    /** Layers of the encoder and of the decoder. Default 1. */
    numLayers: layersRule(1),
    /** The id of `<unk>` in the target's vocabulary, which the decoder reads for a copied unknown word. Default 0. */
    unk: c.whole(0, { min: 0 }),
    /** Whether it can copy. Default true; without it, the same network can only generate. */
    copy: c.flag(true),
    /** Dropout on embedded words and before the last layer. Default 0. */
    dropout: dropoutRule(0),
  },
  { example: `new ${name}(srcVocabSize, tgtVocabSize, embedSize, numHiddens, { unk: 0 })` },
);

/** Options of PointerGenerator. */
export interface PointerGeneratorOptions extends c.OptionsOf<typeof construct> {}

const start = method(
  c.options(
    `${name}.initState`,
    {
      /** The ids that copying each source word produces, (b, n) int32: see `copyIds`. Needed unless the network cannot copy. */
      copyIds: c.tensorRule("int32", "(b, n)"),
      /** The number of words of each source sentence, (b) int32. Default: all. */
      validLens: c.tensorRule("int32", "(b)"),
    },
    { example: "net.initState(source, { copyIds, validLens })" },
  ),
  "source int32 (b, n)",
);

/** The source of a PointerGenerator. */
export interface CopySource extends c.OptionsOf<typeof start> {}

const ofSource = stateOf(
  "encOutputs float (b, n, h)  projectedKeys float (b, n, h)  hidden float (layers, b, h)  copyIds? int32 (b, n)",
  "net.initState(source)",
);
const forward = method(`${name}.forward`, "x int32 (b, steps)", ofSource);
const likelihood = method(`${name}.logLikelihood`, "x int32 (b, steps)  targets int32 (b, steps)", ofSource);

/** The state of a PointerGenerator. */
export interface CopyState {
  /** The encoder's states, (b, n, h). */
  readonly encOutputs: Tensor;
  /** The projected keys, (b, n, h). */
  readonly projectedKeys: Tensor;
  /** (layers, b, h) */
  readonly hidden: Tensor;
  /** The number of source words of each sequence: (b). */
  readonly validLens: Tensor | undefined;
  /** The ids that copying each source word produces: (b, source steps). */
  readonly copyIds: Tensor | undefined;
}

/** A PointerGenerator's attention and choices at each step. */
export interface CopyTrace {
  /** The attention over the source, which is also the distribution of the word to copy: (b, steps, n). */
  readonly weights: Tensor;
  /** The probability of generating a word of the vocabulary instead of copying, (b, steps); 1 without copying. */
  readonly pGen: Tensor;
}

/** The result of a PointerGenerator. */
export interface CopyResult extends CopyTrace {
  /** Log-probabilities: (b, steps, vocabulary + n) with copying, (b, steps, vocabulary) without. */
  readonly output: Tensor;
  /** The state after the token. */
  readonly state: CopyState;
}

/** The result of `PointerGenerator.logLikelihood`. */
export interface CopyLikelihood extends CopyTrace {
  /** The log-probability of each target word, (b, steps). */
  readonly logProbs: Tensor;
}

/**
 * A translator that generates a word of its vocabulary or copies a word of the source, unknown ones too (See, Liu &
 * Manning 2017, section 2.2): P(w) = p_gen · P_vocab(w) + (1 − p_gen) · Σ aᵢ over the positions i of w in the source, p_gen =
 * σ(w_h·c + w_s·s + w_x·x + b) from the context, the decoder's state and the word read. Ids from the vocabulary's size on
 * represent source positions; see `copyIds`. The decoder is a GRU whose state after reading a word asks the additive
 * attention.
 *
 * @example
 * const net = new PointerGenerator(100, 90, 8, 16);
 * const ids = ones([2, 5], { dtype: "int32" });
 * net.logLikelihood(ids, ids, net.initState(ids, { copyIds: ids })).logProbs.shape // [2, 5]
 */
export class PointerGenerator extends Module {
  readonly vocabSize: number;
  readonly unk: number;
  encoder: recurrent.BidirectionalEncoder;
  embedding: Embedding;
  drop: Dropout;
  rnn: GRU;
  attention: AdditiveAttention;
  W_c: Linear;
  dense: Linear;
  /** p_gen's weights; null without copying. */
  gate: Linear | null;

  /**
   * @param numHiddens width of the states: even
   * @throws ArgumentError for an `unk` beyond the vocabulary.
   */
  constructor(
    srcVocabSize: number,
    tgtVocabSize: number,
    embedSize: number,
    numHiddens: number,
    given: PointerGeneratorOptions = {},
  ) {
    const { numLayers, unk, copy, dropout } = construct([
      srcVocabSize,
      tgtVocabSize,
      embedSize,
      numHiddens,
      given,
    ]);
    checkInteger(name, "unk", unk, 0, tgtVocabSize - 1);
    super();
    this.vocabSize = tgtVocabSize;
    this.unk = unk;
    this.encoder = new recurrent.BidirectionalEncoder(srcVocabSize, embedSize, numHiddens, numLayers, {
      dropout,
    });
    this.embedding = new Embedding(tgtVocabSize, embedSize);
    this.drop = new Dropout(dropout);
    this.rnn = new GRU(embedSize, numHiddens, recurrent.layersWith(dropout, numLayers));
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens);
    this.W_c = new Linear(2 * numHiddens, numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, tgtVocabSize);
    this.gate = copy ? new Linear(2 * numHiddens + embedSize, 1) : null;
    noteParts(this);
    const gated = this.gate ? ["hook_gate"] : [];
    nameSites(this, { sites: [...recurrent.decoderSites, ...gated], parts: { attention: "cross_attn" } });
  }

  /**
   * Encodes source ids, (b, n) int32.
   *
   * @throws ArgumentError without `copyIds` for a network that copies, or with them for one that does not.
   */
  initState(source: Tensor, given: CopySource = {}): CopyState {
    const { n, copyIds, validLens } = start(this, [source, given]);
    forbid(`${name}.initState`, {
      "copyIds are missing; make them with copyIds(words, targetVocab)":
        this.gate !== null && copyIds === undefined,
      "copyIds have no use, as the network was made with { copy: false }":
        this.gate === null && copyIds !== undefined,
    });
    checkLens(`${name}.initState`, "validLens", validLens, n);
    return scope(() => {
      const { output, state } = this.encoder.forward(source, validLens);
      const encOutputs = output.transpose(0, 1); // (b, n, h)
      const projectedKeys = this.attention.projectKeys(encOutputs, validLens);
      return { encOutputs, projectedKeys, hidden: state, validLens, copyIds };
    });
  }

  /**
   * The distribution of the next word after each word of x, (b, steps) int32, with copied words among them. The state is
   * not modified.
   */
  override forward(x: Tensor, state: CopyState): CopyResult {
    forward(this, [x, state]);
    return running(this, () => {
      const { logits, gate, ...rest } = this.#decode(`${name}.forward`, x, state);
      const vocabulary = logits.logSoftmax(-1);
      if (gate === null) return iterable({ output: vocabulary, ...rest });
      const [size, n] = [this.vocabSize, rest.weights.size(2)];
      const ids = arange(0, size + n, 1, { dtype: "int32", backend: logits.backend });
      const positions = state.copyIds!.unsqueeze(-1).eq(ids).to(logits.dtype); // (b, n, vocabulary + n)
      const copied = rest.weights.matmul(positions);
      const mixed = logMix(gate, vocabulary, copied.narrow(-1, 0, size));
      return iterable({ output: cat([mixed, logCopy(gate, copied.narrow(-1, size, n))], -1), ...rest });
    });
  }

  /**
   * The log-probability of each target word: what `forward` gives it, without the other words. For training.
   *
   * @param x the words read, (b, steps) int32
   * @param targets the words that follow them, (b, steps) int32, copied ones as in `copyIds`
   */
  logLikelihood(x: Tensor, targets: Tensor, state: CopyState): CopyLikelihood {
    likelihood(this, [x, targets, state]);
    return running(this, () => {
      const { logits, gate, weights, pGen } = this.#decode(`${name}.logLikelihood`, x, state);
      const known = targets.lt(this.vocabSize);
      const inVocabulary = where(known, targets, this.unk).flatten();
      const vocabulary = crossEntropy(logits.flatten(0, 1), inVocabulary, { reduction: "none" })
        .neg()
        .reshape(targets.shape);
      if (gate === null) return iterable({ logProbs: vocabulary, weights, pGen });
      const positions = state.copyIds!.unsqueeze(1).eq(targets.unsqueeze(2)); // (b, steps, n)
      const copied = weights.mul(positions.to(weights.dtype)).sum(-1);
      const open = gate.squeeze(-1);
      const logProbs = where(known, logMix(open, vocabulary, copied), logCopy(open, copied));
      return iterable({ logProbs, weights, pGen });
    });
  }

  #decode(what: string, x: Tensor, state: CopyState) {
    checkSteps(what, x);
    const { encOutputs, projectedKeys, validLens } = state;
    const read = where(x.lt(this.vocabSize), x, this.unk);
    const words = this.drop.forward(tap("hook_embed", this.embedding.forward(read))); // (b, steps, embed)
    const { output, hn } = this.rnn.forward(words.transpose(0, 1), state.hidden);
    const states = tap("hook_state", output.transpose(0, 1)); // (b, steps, h)
    const attended = this.attention.forwardProjected(states, projectedKeys, encOutputs, validLens);
    const seen = cat([tap("hook_context", attended.output), states], -1);
    const logits = this.dense.forward(this.drop.forward(this.W_c.forward(seen).tanh()));
    const gate = this.gate && tap("hook_gate", this.gate.forward(cat([seen, words], -1))); // (b, steps, 1)
    const pGen = gate === null ? attended.weights.sum(-1).mul(0).add(1) : gate.squeeze(-1).sigmoid();
    return { logits, gate, state: { ...state, hidden: hn }, weights: attended.weights, pGen };
  }
}
