import { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** What an encoder makes of a batch of source sentences. */
export interface Encoded {
  /** The top layer's state at each step: (steps, b, h). */
  readonly output: Tensor;
  /** The last state of each layer: (layers, b, h). */
  readonly state: Tensor;
}

/** What a decoder with attention carries from step to step. */
export interface DecoderState {
  /** The encoder's states, keys and values of the attention: (b, steps, h). */
  readonly encOutputs: Tensor;
  /** The keys as the attention's score takes them: (b, steps, h), made once a sentence. */
  readonly projectedKeys: Tensor;
  /** (layers, b, h). */
  readonly hidden: Tensor;
  /** How many source positions count, (b) int32; all of them when undefined. */
  readonly encValidLens: Tensor | undefined;
}

export interface Decoded {
  /** Scores of each word before softmax: (b, steps, vocabulary). */
  readonly output: Tensor;
  readonly state: DecoderState;
  /** Where each step looked: (steps, b, 1, source steps). */
  readonly weights: Tensor;
}

/** Turns a batch of token ids (b, steps) int32 into states. */
export abstract class Encoder extends Module {
  abstract override forward(x: Tensor): Encoded;
}

/** A decoder that attends to an encoder's states, and gives the weights with what it decodes. */
export abstract class AttentionDecoder extends Module {
  /** The state from which decoding starts. */
  abstract initState(encoded: Encoded, encValidLens?: Tensor): DecoderState;

  /** Decodes token ids (b, steps) int32 from a state on. */
  abstract override forward(x: Tensor, state: DecoderState): Decoded;
}

/** An encoder and a decoder, trained as one network. */
export class EncoderDecoder extends Module {
  encoder: Encoder;
  decoder: AttentionDecoder;

  constructor(encoder: Encoder, decoder: AttentionDecoder) {
    super();
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /**
   * @param encX source token ids, (b, source steps) int32
   * @param decX target token ids that the decoder is fed, (b, target steps) int32
   * @param encValidLens how many source positions count, (b) int32
   */
  override forward(encX: Tensor, decX: Tensor, encValidLens?: Tensor): Decoded {
    const state = this.decoder.initState(this.encoder.forward(encX), encValidLens);
    return this.decoder.forward(decX, state);
  }
}
