import { AdditiveAttention, type Attended, Scoring } from "@saccade/attention";
import { attendProjected, dropoutRule, layersRule, method } from "@saccade/attention/model";
import { type Embedding, type GRU, isWatched, type Module, site } from "@saccade/nn";
import { ShapeError, stack, Tensor } from "@saccade/tensor";
import { atStep, badArgument } from "@saccade/tensor/backend";
import { type Given, type Rules, required, rule, signature, size, withFix } from "@saccade/tensor/contract";
import { checkIds, checkLens } from "../tokens/ids.ts";
import { type DecoderState, type Encoded, stateOf } from "./interfaces.ts";

// The common parts of encoders and decoders with GRUs: their contracts, and the loop over words.

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

/** The part of the scores that depends only on the source, (b, n, h). */
export function keysOf(attention: DecoderAttention, states: Tensor, validLens: Tensor | undefined): Tensor {
  return attention instanceof AdditiveAttention ? attention.projectKeys(states, validLens) : states;
}

/** The context that a query (b, 1, h) reads from the source. */
export function attendFrom(
  attention: DecoderAttention,
  query: Tensor,
  { projectedKeys, encOutputs }: DecoderState,
  mask: Tensor | undefined,
): Attended {
  if (attention instanceof Scoring) return attention.forward(query, projectedKeys, encOutputs, { mask });
  return attendProjected(attention, query, projectedKeys, encOutputs, { mask });
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
export function encoderForward(what: string) {
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
export const encoderSites = { sites: ["hook_embed", "hook_state", "hook_final_state"] };

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
