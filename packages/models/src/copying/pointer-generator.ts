import { AdditiveAttention } from "@saccade/attention";
import { checkParts, dropoutRule, layersRule, noteParts } from "@saccade/attention/model";
import { crossEntropy, Dropout, Embedding, GRU, Linear, Module } from "@saccade/nn";
import { arange, cat, scope, type Tensor, where } from "@saccade/tensor";
import { checkInteger, iterable, refuseExtra } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, unchecked, whole } from "@saccade/tensor/contract";
import { BidirectionalEncoder } from "../seq2seq/bidirectional-encoder.ts";
import { checkSourceLens } from "../seq2seq/check-state.ts";
import { checkNetwork, checkTokens } from "../tokens/check-tokens.ts";
import { checkCopyIds, checkCopyState, checkTargets } from "./check-copying.ts";
import type { CopyLikelihood, CopyResult, CopyState } from "./interfaces.ts";
import { logCopy, logMix } from "./mix.ts";

const name = "PointerGenerator";
const networkOptions = options(
  name,
  {
    /** Layers of the encoder and of the decoder. Default 1. */
    numLayers: layersRule(1),
    /** The id of `<unk>` in the target's vocabulary, which the decoder reads for a copied unknown word. Default 0. */
    unk: whole(0, { min: 0 }),
    /** Whether it can copy. Default true; without it, the same network can only generate. */
    copy: flag(true),
    /** Dropout on embedded words and before the last layer. Default 0. */
    dropout: dropoutRule(0),
  },
  { example: `new ${name}(srcVocabSize, tgtVocabSize, embedSize, numHiddens, { unk: 0 })` },
);

/** Options of PointerGenerator. */
export interface PointerGeneratorOptions extends OptionsOf<typeof networkOptions> {}

const copySource = options(
  `${name}.initState`,
  {
    /** The ids that copying each source word produces, (b, n) int32: see `copyIds`. Needed unless the network cannot copy. */
    copyIds: unchecked<Tensor>("a tensor"),
    /** The number of words of each source sentence, (b) int32. Default: all. */
    validLens: unchecked<Tensor>("a tensor"),
  },
  { example: "net.initState(source, { copyIds, validLens })" },
);

/** The source of a PointerGenerator. */
export interface CopySource extends OptionsOf<typeof copySource> {}

/**
 * A translator that generates a word of its vocabulary or copies a word of the source, unknown ones too (See, Liu &
 * Manning 2017, section 2.2): P(w) = p_gen · P_vocab(w) + (1 − p_gen) · Σ aᵢ over the positions i of w in the source, p_gen =
 * σ(w_h·c + w_s·s + w_x·x + b) from the context, the decoder's state and the word read. Ids from the vocabulary's size on
 * stand for source positions; see `copyIds`. The decoder is a GRU whose state after reading a word asks the additive
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
  encoder: BidirectionalEncoder;
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
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, an odd `numHiddens`, an `unk` beyond the vocabulary, or
   * an unknown option.
   */
  constructor(
    srcVocabSize: number,
    tgtVocabSize: number,
    embedSize: number,
    numHiddens: number,
    given: PointerGeneratorOptions = {},
  ) {
    refuseExtra("PointerGenerator", arguments, 5);
    super();
    checkInteger(name, "srcVocabSize", srcVocabSize, 1);
    checkInteger(name, "tgtVocabSize", tgtVocabSize, 1);
    const { numLayers, unk, copy, dropout } = networkOptions(given);
    checkNetwork(name, { vocabSize: tgtVocabSize, embedSize, numHiddens, numLayers });
    checkInteger(name, "unk", unk, 0, tgtVocabSize - 1);
    this.vocabSize = tgtVocabSize;
    this.unk = unk;
    this.encoder = new BidirectionalEncoder(srcVocabSize, embedSize, numHiddens, numLayers, { dropout });
    this.embedding = new Embedding(tgtVocabSize, embedSize);
    this.drop = new Dropout(dropout);
    this.rnn = new GRU(embedSize, numHiddens, { numLayers, dropout });
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens);
    this.W_c = new Linear(2 * numHiddens, numHiddens, { bias: false });
    this.dense = new Linear(numHiddens, tgtVocabSize);
    this.gate = copy ? new Linear(2 * numHiddens + embedSize, 1) : null;
    noteParts(this);
  }

  /**
   * Encodes source ids, (b, n) int32.
   *
   * @throws ArgumentError without `copyIds` for a network that copies; ShapeError, DTypeError if the tensors do not fit.
   */
  initState(source: Tensor, given: CopySource = {}): CopyState {
    refuseExtra("PointerGenerator.initState", arguments, 2);
    checkParts(this);
    const what = `${name}.initState`;
    checkTokens(what, source);
    const { copyIds, validLens } = copySource(given);
    checkCopyIds(what, copyIds, source, this.gate !== null);
    if (validLens !== undefined) checkSourceLens(what, "validLens", validLens, source, 1);
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
   *
   * @throws ShapeError, DTypeError if the tensors do not fit.
   */
  override forward(x: Tensor, state: CopyState): CopyResult {
    refuseExtra("PointerGenerator.forward", arguments, 2);
    checkParts(this);
    checkCopyState(name, x, state);
    return scope(() => {
      const { logits, gate, ...rest } = this.#decode(x, state);
      const vocabulary = logits.logSoftmax(-1);
      if (gate === null) return iterable({ output: vocabulary, ...rest });
      const [size, n] = [this.vocabSize, rest.weights.size(2)];
      const ids = arange(0, size + n, 1, { dtype: "int32", backend: logits.backend });
      const places = state.copyIds!.unsqueeze(-1).eq(ids).to(logits.dtype); // (b, n, vocabulary + n)
      const copied = rest.weights.matmul(places);
      const mixed = logMix(gate, vocabulary, copied.narrow(-1, 0, size));
      return iterable({ output: cat([mixed, logCopy(gate, copied.narrow(-1, size, n))], -1), ...rest });
    });
  }

  /**
   * The log-probability of each target word: what `forward` gives it, without the other words. For training.
   *
   * @param x the words read, (b, steps) int32
   * @param targets the words that follow them, (b, steps) int32, copied ones as in `copyIds`
   * @throws ShapeError, DTypeError if the tensors do not fit.
   */
  logLikelihood(x: Tensor, targets: Tensor, state: CopyState): CopyLikelihood {
    refuseExtra("PointerGenerator.logLikelihood", arguments, 3);
    checkParts(this);
    const what = `${name}.logLikelihood`;
    checkCopyState(what, x, state);
    checkTargets(what, targets, x);
    return scope(() => {
      const { logits, gate, weights, pGen } = this.#decode(x, state);
      const known = targets.lt(this.vocabSize);
      const inVocabulary = where(known, targets, this.unk).flatten();
      const vocabulary = crossEntropy(logits.flatten(0, 1), inVocabulary, { reduction: "none" })
        .neg()
        .reshape(targets.shape);
      if (gate === null) return iterable({ logProbs: vocabulary, weights, pGen });
      const places = state.copyIds!.unsqueeze(1).eq(targets.unsqueeze(2)); // (b, steps, n)
      const copied = weights.mul(places.to(weights.dtype)).sum(-1);
      const open = gate.squeeze(-1);
      const logProbs = where(known, logMix(open, vocabulary, copied), logCopy(open, copied));
      return iterable({ logProbs, weights, pGen });
    });
  }

  #decode(x: Tensor, state: CopyState) {
    const { encOutputs, projectedKeys, validLens } = state;
    const read = where(x.lt(this.vocabSize), x, this.unk);
    const words = this.drop.forward(this.embedding.forward(read)); // (b, steps, embed)
    const { output, hn } = this.rnn.forward(words.transpose(0, 1), state.hidden);
    const states = output.transpose(0, 1); // (b, steps, h)
    const attended = this.attention.forwardProjected(states, projectedKeys, encOutputs, validLens);
    const seen = cat([attended.output, states], -1);
    const logits = this.dense.forward(this.drop.forward(this.W_c.forward(seen).tanh()));
    const gate = this.gate?.forward(cat([seen, words], -1)) ?? null; // (b, steps, 1)
    const pGen = gate === null ? attended.weights.sum(-1).mul(0).add(1) : gate.squeeze(-1).sigmoid();
    return { logits, gate, state: { ...state, hidden: hn }, weights: attended.weights, pGen };
  }
}
