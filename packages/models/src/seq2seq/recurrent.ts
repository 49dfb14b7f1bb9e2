// Encoders with GRUs, and what they share with the decoders: contracts, sites, and the loop over words.

import { AdditiveAttention, lengthsMask, Scoring } from "@saccade/attention";
import { among, attendProjected, dropoutRule, layersRule, method, noteParts } from "@saccade/attention/model";
import { Dropout, Embedding, GRU, isWatched, type Module, nameSites, site } from "@saccade/nn";
import { ShapeError, stack, Tensor } from "@saccade/tensor";
import { atStep, badArgument, iterable } from "@saccade/tensor/backend";
import { type Given, type Rules, required, rule, signature, size, withFix } from "@saccade/tensor/contract";
import { checkIds, checkLens } from "../contract/checks.ts";
import { type Decoded, type DecoderState, type Encoded, Encoder, stateOf } from "./interfaces.ts";

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

/** The site of the top layer's state (b, h) at one step. */
export function topSite(decoder: Module, state: Tensor): Tensor {
  return isWatched(decoder, "hook_state")
    ? site(decoder, "hook_state", state.unsqueeze(1)).squeeze(1)
    : state;
}

/** The states of the layers with another one on top. */
export function withTop(states: readonly Tensor[], top: Tensor): readonly Tensor[] {
  return [...states.slice(0, -1), top];
}

/** A decoder with additive attention, or custom scores, that reads the source at each step. */
interface AttendingDecoder extends RecurrentDecoder {
  readonly attention: DecoderAttention;
}

/** Its first state: the keys are projected once, and `hidden` is where the GRU begins. */
export function firstState(
  { attention }: AttendingDecoder,
  { output, state }: Encoded,
  encValidLens: Tensor | undefined,
  hidden: Tensor = state,
): DecoderState {
  const encOutputs = output.transpose(0, 1); // (b, steps, h)
  // The part of the scores that depends only on the source
  const projectedKeys =
    attention instanceof AdditiveAttention ? attention.projectKeys(encOutputs, encValidLens) : encOutputs;
  return { encOutputs, projectedKeys, hidden, encValidLens };
}

/**
 * Its steps over token ids x (b, steps): the query is the top layer's state before the step, and the GRU reads the word and the
 * context, both (b, …), as `read` joins them.
 *
 * @param write the output of a step, (b, …), from its new state, its query and what it read
 */
export function attendingSteps(
  decoder: AttendingDecoder,
  x: Tensor,
  state: DecoderState,
  read: (word: Tensor, context: Tensor) => Tensor,
  write: (next: Tensor, before: Tensor, input: Tensor) => Tensor,
): Decoded {
  const { attention, rnn } = decoder;
  const { projectedKeys, encOutputs, encValidLens } = state;
  // The mask is the same at every step.
  const [b, n] = [x.size(0), projectedKeys.size(1)];
  const mask = encValidLens === undefined ? undefined : lengthsMask(encValidLens, n);
  const words = site(decoder, "hook_embed", decoder.embedding.forward(x));
  return decodeSteps(words, state, (word, hidden) => {
    const before = hidden.at(-1)!; // (b, h)
    const query = before.unsqueeze(1);
    const seen =
      attention instanceof Scoring
        ? attention.forward(query, projectedKeys, encOutputs, { mask })
        : attendProjected(attention, query, projectedKeys, encOutputs, among([b, 1, n], mask));
    const input = read(word, site(decoder, "hook_context", seen.output).squeeze(1));
    const { output, states } = rnn.step(input, hidden);
    const next = topSite(decoder, output);
    return { output: write(next, before, input), hidden: withTop(states, next), weights: seen.weights };
  });
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
