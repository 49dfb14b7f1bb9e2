import { noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU, isWatched, type Module, nameSites, site } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type Encoded, Encoder } from "./interfaces.ts";
import {
  encoderForward,
  encoderSites,
  evenSize,
  layersWith,
  networkCall,
  type Seq2SeqOptions,
  seq2seqRules,
} from "./recurrent.ts";

const construct = networkCall("Seq2SeqEncoder", seq2seqRules);
const forward = encoderForward("Seq2SeqEncoder");

/**
 * Embedding and GRU over a source sentence (Cho et al. 2014). Padding steps are run too, as in the seeds: the decoder
 * starts from the state after them.
 *
 * @example new Seq2SeqEncoder(100, 8, 16, 2).forward(ones([2, 7], { dtype: "int32" })).output.shape // [7, 2, 16]
 */
export class Seq2SeqEncoder extends Encoder {
  embedding: Embedding;
  rnn: GRU;

  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqOptions = {},
  ) {
    const { dropout } = construct([vocabSize, embedSize, numHiddens, numLayers, given]);
    super();
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize, numHiddens, { numLayers, dropout });
    noteParts(this);
    nameSites(this, encoderSites);
  }

  /** @param _validLens checked, and not used: padding steps are run too */
  override forward(x: Tensor, _validLens?: Tensor): Encoded {
    forward(this, [x, _validLens]);
    const embedded = site(this, "hook_embed", this.embedding.forward(x)).transpose(0, 1); // (steps, b, embed)
    const { output, hn } = this.rnn.forward(embedded);
    return encodedOf(this, output, hn);
  }
}

/** Options of {@link BidirectionalEncoder}: `dropout` acts on the embedded words and between GRU layers. */
export interface BidirectionalEncoderOptions extends Seq2SeqOptions {}

const bothWays = networkCall("BidirectionalEncoder", seq2seqRules, { numHiddens: evenSize });
const forwardBothWays = encoderForward("BidirectionalEncoder");

/**
 * Embedding and a GRU that reads each sentence in both directions, so that a word's state knows the words before and
 * after it (Bahdanau, Cho & Bengio 2015, section 3.2). The backward direction starts at each sentence's last word:
 * padding changes no result.
 *
 * @example new BidirectionalEncoder(100, 8, 16, 1).forward(ones([2, 7], { dtype: "int32" }), tensor([7, 3], { dtype: "int32" })).output.shape // [7, 2, 16]
 */
export class BidirectionalEncoder extends Encoder {
  embedding: Embedding;
  drop: Dropout;
  rnn: GRU;

  /** @param numHiddens width of the states, both directions together: even */
  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: BidirectionalEncoderOptions = {},
  ) {
    const { dropout } = bothWays([vocabSize, embedSize, numHiddens, numLayers, given]);
    super();
    this.embedding = new Embedding(vocabSize, embedSize);
    this.drop = new Dropout(dropout);
    this.rnn = new GRU(embedSize, numHiddens / 2, { ...layersWith(dropout, numLayers), bidirectional: true });
    noteParts(this);
    nameSites(this, encoderSites);
  }

  /**
   * @param validLens the number of words of each sentence, (b) int32; without it, every step counts
   * @returns output (steps, b, numHiddens), the forward half first, zeros after a sentence's end; state (layers, b,
   * numHiddens), the forward state at each sentence's end and the backward state at its beginning
   */
  override forward(x: Tensor, validLens?: Tensor): Encoded {
    forwardBothWays(this, [x, validLens]);
    const words = site(this, "hook_embed", this.embedding.forward(x));
    const embedded = this.drop.forward(words).transpose(0, 1); // (steps, b, embed)
    const { output, hn } = this.rnn.forward(embedded, null, validLens ? { lengths: validLens } : {});
    const { numLayers, hiddenSize } = this.rnn;
    const directions = hn.reshape([numLayers, 2, x.size(0), hiddenSize]);
    return encodedOf(this, output, directions.transpose(1, 2).flatten(2));
  }
}

// An encoder's results, with its sites: states (steps, b, h), which listeners see as (b, steps, h), and the last state.
function encodedOf(encoder: Module, states: Tensor, last: Tensor): Encoded {
  const output = isWatched(encoder, "hook_state")
    ? site(encoder, "hook_state", states.transpose(0, 1)).transpose(0, 1)
    : states;
  return iterable({ output, state: site(encoder, "hook_final_state", last) });
}
