import { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";

/** An encoder's output for a batch of source sentences. */
export interface Encoded {
  /** The top layer's state at each step: (steps, b, h). */
  readonly output: Tensor;
  /** The last state of each layer: (layers, b, h). */
  readonly state: Tensor;
}

/** The state of a decoder with attention. */
export interface DecoderState {
  /** The encoder's states, keys and values of the attention: (b, steps, h). */
  readonly encOutputs: Tensor;
  /** The projected keys of the attention: (b, steps, h), computed once per sentence. */
  readonly projectedKeys: Tensor;
  /** (layers, b, h). */
  readonly hidden: Tensor;
  /** The number of valid source positions, (b) int32; undefined for all. */
  readonly encValidLens: Tensor | undefined;
}

/** The result of a decoder; `S` is its state. */
export interface DecoderResult<S> {
  /** Scores of each word before softmax: (b, steps, vocabulary). */
  readonly output: Tensor;
  /** The state after the last step. */
  readonly state: S;
}

/** The result of a decoder with attention. */
export interface Decoded<S = DecoderState> extends DecoderResult<S> {
  /** The attention weights of each step: (steps, b, 1, source steps). */
  readonly weights: Tensor;
}

/**
 * Encodes a batch of token ids (b, steps) int32. `validLens` (b) int32 is the number of valid positions.
 *
 * @example new Seq2SeqEncoder(100, 8, 16, 2) instanceof Encoder // true
 */
export abstract class Encoder<E = Encoded> extends Module {
  abstract override forward(x: Tensor, validLens?: Tensor): E;
}

/**
 * Decodes the target from an encoder's output `E`, with a state `S`.
 *
 * @example new Seq2SeqAttentionDecoder(90, 8, 16, 2) instanceof Decoder // true
 */
export abstract class Decoder<
  S = DecoderState,
  E = Encoded,
  R extends DecoderResult<S> = DecoderResult<S>,
> extends Module {
  /** The state from which decoding starts. `encValidLens` (b) int32 is the number of valid source positions. */
  abstract initState(encoded: E, encValidLens?: Tensor): S;

  /** Decodes token ids (b, steps) int32 from a state, which is not modified. */
  abstract override forward(x: Tensor, state: S): R;
}

/**
 * A decoder that attends to an encoder's states, and also returns the weights.
 *
 * @example new Seq2SeqAttentionDecoder(90, 8, 16, 2) instanceof AttentionDecoder // true
 */
export abstract class AttentionDecoder<S = DecoderState, E = Encoded> extends Decoder<S, E, Decoded<S>> {}

/**
 * An encoder and a decoder, trained as one network (Cho et al. 2014).
 *
 * @example
 * const net = new EncoderDecoder(new Seq2SeqEncoder(100, 8, 16, 2), new Seq2SeqAttentionDecoder(90, 8, 16, 2));
 * net.forward(ones([2, 7], { dtype: "int32" }), ones([2, 5], { dtype: "int32" })).output.shape // [2, 5, 90]
 */
export class EncoderDecoder<
  S = DecoderState,
  E = Encoded,
  R extends DecoderResult<S> = Decoded<S>,
> extends Module {
  encoder: Encoder<E>;
  decoder: Decoder<S, E, R>;

  constructor(encoder: Encoder<E>, decoder: Decoder<S, E, R>) {
    checkSides(encoder, decoder);
    super();
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /**
   * @param encX source token ids, (b, source steps) int32
   * @param decX target token ids fed to the decoder, (b, target steps) int32
   * @param encValidLens the number of valid source positions, (b) int32
   */
  override forward(encX: Tensor, decX: Tensor, encValidLens?: Tensor): R {
    checkSides(this.encoder, this.decoder);
    const state = this.decoder.initState(this.encoder.forward(encX, encValidLens), encValidLens);
    return this.decoder.forward(decX, state);
  }
}

function checkSides(encoder: unknown, decoder: unknown): void {
  for (const [name, side, rule, method] of [
    ["encoder", encoder, "an Encoder", "forward"],
    ["decoder", decoder, "a Decoder", "initState"],
  ] as const)
    if (!(side instanceof Module && method in side))
      throw badArgument("EncoderDecoder", name, rule, side, "write new EncoderDecoder(encoder, decoder)");
}
