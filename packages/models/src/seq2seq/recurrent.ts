// Encoders with GRUs, and what they share with the decoders: contracts, sites, and the loop over words.

import { type AdditiveAttention, lengthsMask, Scoring } from "@saccade/attention";
import { among, attendProjected, dropoutRule, layersRule, method, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU, isTapped, type Module, nameSites, running, tap } from "@saccade/nn";
import { ShapeError, stack, Tensor } from "@saccade/tensor";
import { atStep, badArgument, iterable } from "@saccade/tensor/backend";
import { type Given, type Rules, required, rule, signature, size, withFix } from "@saccade/tensor/contract";
import { checkIds, checkLens, stateOf } from "../contract/checks.ts";
import { AttentionDecoder, type Decoded, type DecoderState, type Encoded, Encoder } from "./interfaces.ts";

/** Rules of the sizes of an encoder or a decoder. */
export const networkSizes = {
  vocabSize: required(size()),
  embedSize: required(size()),
  numHiddens: required(size()),
  numLayers: required(layersRule()),
};

const { holds: isSize } = size();

/** The width of two directions together. */
export const evenSize = required(
  rule(
    "an even number ≥ 2, half of it for each direction",
    (value): value is number => isSize(value) && value % 2 === 0,
  ),
);

/** Rules of the options of encoders and decoders. */
export const seq2seqRules = {
  /** Dropout between GRU layers, and in the decoder on the attention weights. Default 0. */
  dropout: dropoutRule(0),
};

/**
 * The layers of a GRU in a network whose dropout also acts elsewhere. Between the layers of one there is nothing: its GRU has
 * no dropout, and does not warn that it would do nothing.
 */
export function layersWith(dropout: number, numLayers: number): { numLayers: number; dropout: number } {
  return { numLayers, dropout: numLayers === 1 ? 0 : dropout };
}

/** The attention of a decoder: additive, or with custom scores. */
export type DecoderAttention = AdditiveAttention | Scoring;

/** Rules of the options of decoders whose scores can be chosen. */
export const scoringRules = {
  /** What scores the source's states (b, n, numHiddens) for the query (b, 1, numHiddens). Default additive attention. */
  scoring: withFix(
    rule("a Scoring", (value): value is Scoring => value instanceof Scoring),
    "write scoring: new BilinearScoring(numHiddens, numHiddens)",
  ),
};

/** The option `scoring` of a decoder. */
export interface ScoringOption<A extends DecoderAttention = DecoderAttention> {
  /** What scores the source's states (b, n, numHiddens) for the query (b, 1, numHiddens). Default additive attention. */
  readonly scoring?: A | undefined;
}

/** The attention of a decoder of this width. @throws ShapeError for scores of other sizes. */
export function attentionOf<A extends DecoderAttention>(
  what: string,
  { scoring, additive }: ScoringOption<Scoring> & { readonly additive: () => AdditiveAttention },
  width: number,
): A {
  const made: DecoderAttention = scoring ?? additive();
  if (scoring === undefined) return made as A;
  const { querySize, keySize } = scoring;
  if (querySize !== width || (keySize !== null && keySize !== width))
    throw new ShapeError(
      `${what}: scoring is for queries of the size ${querySize} and keys of ${keySize ?? "any"}; it must be for ` +
        `${width} and ${width}, the numHiddens of the decoder and the encoder.`,
    );
  return made as A;
}

/** Options of the encoder and the decoder. */
export interface Seq2SeqOptions extends Given<typeof seq2seqRules> {}

/** The constructor of an encoder or a decoder. */
/* @__NO_SIDE_EFFECTS__ */
export function networkCall<const R extends Rules>(
  what: string,
  rules: R,
  more: Partial<typeof networkSizes> = {},
) {
  const example = `new ${what}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })`;
  return signature(what, { ...networkSizes, ...more }, rules, { example });
}

/** How an encoder is called: token ids and their lengths. */
/* @__NO_SIDE_EFFECTS__ */
function encoderForward(what: string) {
  const inputs = method(`${what}.forward`, "x int32 (b, steps)  validLens? int32 (b)");
  return (module: Module, given: readonly unknown[]): void => {
    const { steps } = inputs(module, given);
    checkLens(`${what}.forward`, "validLens", given[1] as Tensor | undefined, steps);
  };
}

interface RecurrentDecoder extends Module {
  readonly embedding: Embedding;
  readonly rnn: GRU;
}

/** How a decoder is called: an encoder's output, then token ids and a state. */
/* @__NO_SIDE_EFFECTS__ */
export function decoderCalls(what: string, more: string = "") {
  const start = method(
    `${what}.initState`,
    "output float (steps, b, h)  state float (layers, b, h)  encValidLens? int32 (b)",
  );
  const states = `encOutputs float (b, n, h)  projectedKeys float (b, n, h)  hidden float (layers, b, h)  encValidLens? int32 (b)  ${more}`;
  const step = method(`${what}.forward`, "x int32 (b, steps)", stateOf(states));
  return {
    initState(module: RecurrentDecoder, given: readonly unknown[], encoded: Encoded): void {
      const { output, state }: Partial<Encoded> = Object(encoded);
      if (!(output instanceof Tensor && state instanceof Tensor))
        throw badArgument(`${what}.initState`, "encoded", "an encoder's { output, state }", encoded);
      const known = () => ({ layers: module.rnn.numLayers, h: module.rnn.hiddenSize });
      const { steps } = start(module, [output, state, given[1]], known);
      checkLens(`${what}.initState`, "encValidLens", given[1] as Tensor | undefined, steps);
    },
    forward(module: RecurrentDecoder, given: readonly unknown[]): void {
      step(module, given);
      checkIds(`${what}.forward`, given[0] as Tensor, module.embedding.numEmbeddings);
    },
  };
}

/**
 * The sites of a recurrent decoder: the embedded words (b, steps, embed), the top layer's state after a word, and the context
 * that it attends to, (b, steps, h). Where a step depends on the one before, they are visited at each, with steps = 1.
 */
export const decoderSites: readonly string[] = ["hook_embed", "hook_state", "hook_context"];

/** The sites of a decoder whose field `attention` attends to the source. */
export const crossSites = { sites: decoderSites, parts: { attention: "cross_attn" } };

/** The sites of a recurrent encoder: the embedded words, the states, (b, steps, h), and the last state (layers, b, h). */
const encoderSites = { sites: ["hook_embed", "hook_state", "hook_final_state"] };

/** The states of the layers (b, h) after one step, with a tap of the top one, (b, 1, h). */
export function tapStates(states: readonly Tensor[]): readonly Tensor[] {
  if (!isTapped("hook_state")) return states;
  return [...states.slice(0, -1), tap("hook_state", states.at(-1)!.unsqueeze(1)).squeeze(1)];
}

/**
 * A GRU decoder with additive attention, or custom scores, that reads the source before each step: the query is the top layer's
 * state before the step, and the GRU reads the word and the context.
 */
export abstract class AttendingDecoder<A extends DecoderAttention> extends AttentionDecoder {
  abstract embedding: Embedding;
  abstract attention: A;
  abstract rnn: GRU;
  readonly #calls: ReturnType<typeof decoderCalls>;

  constructor(calls: ReturnType<typeof decoderCalls>) {
    super();
    this.#calls = calls;
  }

  /** The GRU's first state, (layers, b, h), from the encoder's last. */
  protected abstract first(state: Tensor): Tensor;

  /** What the GRU reads, of the word and the context, (b, …) each. */
  protected abstract read(word: Tensor, context: Tensor): Tensor;

  /** The output of a step, (b, …), of the GRU's state after it and before it, and of what it read. */
  protected abstract write(next: Tensor, before: Tensor, input: Tensor): Tensor;

  /** The scores of words, (b, steps, vocabulary), of the outputs of all steps. */
  protected abstract score(outputs: Tensor): Tensor;

  /** @throws ShapeError if the encoder and the decoder differ in layers or widths. */
  override initState(encoded: Encoded, encValidLens?: Tensor): DecoderState {
    this.#calls.initState(this, [encoded, encValidLens], encoded);
    const { attention } = this as AttendingDecoder<DecoderAttention>;
    const encOutputs = encoded.output.transpose(0, 1); // (b, n, h)
    // The part of the scores that depends only on the source
    const projectedKeys =
      attention instanceof Scoring ? encOutputs : attention.projectKeys(encOutputs, encValidLens);
    return { encOutputs, projectedKeys, hidden: this.first(encoded.state), encValidLens };
  }

  override forward(x: Tensor, state: DecoderState): Decoded {
    this.#calls.forward(this, [x, state]);
    return running(this, () => {
      const { attention, rnn } = this as AttendingDecoder<DecoderAttention>;
      const { projectedKeys, encOutputs, encValidLens } = state;
      // The mask is the same at every step.
      const [b, n] = [x.size(0), projectedKeys.size(1)];
      const mask = encValidLens === undefined ? undefined : lengthsMask(encValidLens, n);
      const words = tap("hook_embed", this.embedding.forward(x)); // (b, steps, embed)
      const decoded = decodeSteps(words, state, (word, before) => {
        const top = before.at(-1)!; // (b, h)
        const query = top.unsqueeze(1);
        const seen =
          attention instanceof Scoring
            ? attention.forward(query, projectedKeys, encOutputs, { mask })
            : attendProjected(attention, query, projectedKeys, encOutputs, among([b, 1, n], mask));
        const input = this.read(word, tap("hook_context", seen.output).squeeze(1));
        const hidden = tapStates(rnn.step(input, before).states);
        return { output: this.write(hidden.at(-1)!, top, input), hidden, weights: seen.weights };
      });
      return iterable({ ...decoded, output: this.score(decoded.output) });
    });
  }
}

/** One step of a recurrent decoder: the next state of each layer (b, h), an output (b, size), and weights (b, 1, n). */
interface Step {
  readonly hidden: readonly Tensor[];
  readonly output: Tensor;
  readonly weights: Tensor;
}

/** Runs a recurrent decoder over embedded words (b, steps, embed): outputs (b, steps, size), weights (steps, b, 1, n). */
export function decodeSteps<S extends DecoderState>(
  words: Tensor,
  state: S,
  step: (word: Tensor, hidden: readonly Tensor[]) => Step,
): { readonly output: Tensor; readonly state: S; readonly weights: Tensor } {
  const outputs: Tensor[] = [];
  const weights: Tensor[] = [];
  let hidden: readonly Tensor[] = state.hidden.unbind(0);
  for (const word of words.unbind(1)) {
    const next = atStep(outputs.length, () => step(word, hidden));
    hidden = next.hidden;
    outputs.push(next.output);
    weights.push(next.weights);
  }
  return { output: stack(outputs, 1), state: { ...state, hidden: stack(hidden) }, weights: stack(weights) };
}

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
    return running(this, () => {
      const words = tap("hook_embed", this.embedding.forward(x));
      const { output, hn } = this.rnn.forward(words.transpose(0, 1)); // (steps, b, embed)
      return encodedOf(output, hn);
    });
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
    return running(this, () => {
      const words = tap("hook_embed", this.embedding.forward(x));
      const embedded = this.drop.forward(words).transpose(0, 1); // (steps, b, embed)
      const { output, hn } = this.rnn.forward(embedded, null, validLens ? { lengths: validLens } : {});
      const { numLayers, hiddenSize } = this.rnn;
      const directions = hn.reshape([numLayers, 2, x.size(0), hiddenSize]);
      return encodedOf(output, directions.transpose(1, 2).flatten(2));
    });
  }
}

// An encoder's results: states (steps, b, h), which listeners see as (b, steps, h), and the last state.
function encodedOf(states: Tensor, last: Tensor): Encoded {
  const site = "hook_state";
  const output = isTapped(site) ? tap(site, states.transpose(0, 1)).transpose(0, 1) : states;
  return iterable({ output, state: tap("hook_final_state", last) });
}
