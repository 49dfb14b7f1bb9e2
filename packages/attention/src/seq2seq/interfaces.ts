import { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";

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

/** What every decoder gives; `S` is what it carries from step to step. */
export interface DecoderResult<S> {
  /** Scores of each word before softmax: (b, steps, vocabulary). */
  readonly output: Tensor;
  readonly state: S;
}

/** What a decoder with attention gives. */
export interface Decoded<S = DecoderState> extends DecoderResult<S> {
  /** Where each step looked: (steps, b, 1, source steps). */
  readonly weights: Tensor;
}

/** Turns a batch of token ids (b, steps) int32 into states. */
export abstract class Encoder<E = Encoded> extends Module {
  abstract override forward(x: Tensor): E;
}

/** Says the target from what an encoder gave, `E`, carrying a state `S` from step to step. */
export abstract class Decoder<
  S = DecoderState,
  E = Encoded,
  R extends DecoderResult<S> = DecoderResult<S>,
> extends Module {
  /** The state from which decoding starts. `encValidLens` (b) int32 counts the source positions that matter. */
  abstract initState(encoded: E, encValidLens?: Tensor): S;

  /** Decodes token ids (b, steps) int32 from a state on, which is not changed. */
  abstract override forward(x: Tensor, state: S): R;
}

/** A decoder that attends to an encoder's states, and gives the weights with what it decodes. */
export abstract class AttentionDecoder<S = DecoderState, E = Encoded> extends Decoder<S, E, Decoded<S>> {}

/** An encoder and a decoder, trained as one network (Cho et al. 2014). */
export class EncoderDecoder<
  S = DecoderState,
  E = Encoded,
  R extends DecoderResult<S> = Decoded<S>,
> extends Module {
  encoder: Encoder<E>;
  decoder: Decoder<S, E, R>;

  constructor(encoder: Encoder<E>, decoder: Decoder<S, E, R>) {
    super();
    checkPart("encoder", encoder, ["forward"]);
    checkPart("decoder", decoder, ["forward", "initState"]);
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /**
   * @param encX source token ids, (b, source steps) int32
   * @param decX target token ids that the decoder is fed, (b, target steps) int32
   * @param encValidLens how many source positions count, (b) int32
   */
  override forward(encX: Tensor, decX: Tensor, encValidLens?: Tensor): R {
    const state = this.decoder.initState(this.encoder.forward(encX), encValidLens);
    return this.decoder.forward(decX, state);
  }
}

function checkPart(name: "encoder" | "decoder", part: unknown, methods: readonly string[]): void {
  if (part instanceof Module && methods.every((method) => method in part)) return;
  const rule = name === "encoder" ? "an Encoder" : "a Decoder";
  throw badArgument("EncoderDecoder", name, rule, part, "write new EncoderDecoder(encoder, decoder)");
}
