import { Embedding, GRU, Linear } from "@saccade/nn";
import { cat, ShapeError, stack, Tensor } from "@saccade/tensor";
import { badArgument, checkOptions, checkTensor, formatShape, optionNames } from "@saccade/tensor/backend";
import { AdditiveAttention, attendProjected } from "../additive.ts";
import { checkDropout } from "../check-options.ts";
import type { MaskFillOptions } from "../mask-fill.ts";
import { checkLengths, lengthsMask } from "../masks.ts";
import { checkNetwork, checkTokens } from "./check-tokens.ts";
import type { Seq2SeqOptions } from "./encoder.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded } from "./interfaces.ts";

/** `maskFill` is the score of source positions after the sentence's end. By default they are ignored. */
export interface Seq2SeqDecoderOptions extends Seq2SeqOptions, MaskFillOptions {}

const name = "Seq2SeqAttentionDecoder";
const options = optionNames<Seq2SeqDecoderOptions>(
  name,
  { dropout: true, maskFill: true },
  `new ${name}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })`,
);

/**
 * A GRU decoder that attends to the encoder's states before every step (Bahdanau, Cho & Bengio 2015). The query is the
 * top layer's state before the step. The context is concatenated with the embedded word as the GRU's input.
 */
export class Seq2SeqAttentionDecoder extends AttentionDecoder {
  attention: AdditiveAttention;
  embedding: Embedding;
  rnn: GRU;
  dense: Linear;

  constructor(
    vocabSize: number,
    embedSize: number,
    numHiddens: number,
    numLayers: number,
    given: Seq2SeqDecoderOptions = {},
  ) {
    super();
    checkNetwork(name, { vocabSize, embedSize, numHiddens, numLayers });
    checkOptions(options, given);
    const { dropout = 0, maskFill } = given;
    checkDropout(name, dropout);
    this.attention = new AdditiveAttention(numHiddens, numHiddens, numHiddens, dropout, { maskFill });
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens, { numLayers, dropout });
    this.dense = new Linear(numHiddens, vocabSize);
  }

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    const { output, state }: { output?: unknown; state?: unknown } = Object(encoded);
    checkTensor(name, "the encoder's output", output);
    checkTensor(name, "the encoder's state", state);
    const { numLayers, hiddenSize } = this.rnn;
    if (state.ndim !== 3 || state.size(0) !== numLayers || state.size(2) !== hiddenSize) {
      throw new ShapeError(
        `${name}: the encoder's state ${formatShape(state.shape)} must be (${numLayers}, b, ${hiddenSize}): ` +
          "as many layers and hidden units as the decoder.",
      );
    }
    if (output.ndim !== 3 || output.size(1) !== state.size(1) || output.size(2) !== hiddenSize) {
      throw new ShapeError(
        `${name}: the encoder's output ${formatShape(output.shape)} must be (steps, b, h) = (steps, ${state.size(1)}, ${hiddenSize}).`,
      );
    }
    if (encValidLens !== undefined) {
      checkLengths(name, "encValidLens", encValidLens, output.size(0));
      if (encValidLens.ndim !== 1 || encValidLens.size(0) !== state.size(1)) {
        throw new ShapeError(
          `${name}: encValidLens ${formatShape(encValidLens.shape)} must be (b) = [${state.size(1)}], a length for each sentence.`,
        );
      }
    }
    const encOutputs = output.transpose(0, 1); // (b, steps, h)
    const projectedKeys = this.attention.projectKeys(encOutputs, encValidLens);
    return { encOutputs, projectedKeys, hidden: state, encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    checkTokens(name, x);
    checkState(state);
    if (x.size(1) === 0) throw new ShapeError(`${name}: token ids ${x.describe()} have no steps.`);
    const { encOutputs, projectedKeys, encValidLens } = state;
    if (x.size(0) !== encOutputs.size(0)) {
      throw new ShapeError(
        `${name}: token ids ${x.describe()} and a state of ${encOutputs.size(0)} sentences must have one batch size.`,
      );
    }
    const outputs: Tensor[] = [];
    const weights: Tensor[] = [];
    // The mask is the same at every step.
    const mask = encValidLens && lengthsMask(encValidLens, projectedKeys.size(1));
    let hidden: readonly Tensor[] = state.hidden.unbind(0);
    for (const word of this.embedding.forward(x).unbind(1)) {
      const query = hidden.at(-1)!.unsqueeze(1); // (b, 1, h)
      const seen = attendProjected(this.attention, query, projectedKeys, encOutputs, { mask });
      const input = cat([seen.output.squeeze(1), word], -1); // (b, h + embed)
      const step = this.rnn.step(input, hidden);
      hidden = step.states;
      outputs.push(step.output);
      weights.push(seen.weights);
    }
    const output = this.dense.forward(stack(outputs, 1)); // (b, steps, vocabulary)
    return { output, state: { ...state, hidden: stack(hidden) }, weights: stack(weights) };
  }
}

function checkState(state: DecoderState): void {
  const { encOutputs, projectedKeys, hidden }: { readonly [Name in keyof DecoderState]?: unknown } =
    Object(state);
  if ([encOutputs, projectedKeys, hidden].every((x) => x instanceof Tensor)) return;
  throw badArgument(
    name,
    "state",
    "what initState or forward gave",
    state,
    "write decoder.initState(encoded)",
  );
}
