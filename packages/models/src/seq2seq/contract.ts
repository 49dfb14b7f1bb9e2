import { dropoutRule, layersRule, method } from "@saccade/attention/model";
import type { Embedding, GRU, Module } from "@saccade/nn";
import { Tensor } from "@saccade/tensor";
import { badArgument, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options, required, rule, size } from "@saccade/tensor/contract";
import { checkIds, checkLens } from "../tokens/ids.ts";
import { type Encoded, stateOf } from "./interfaces.ts";

// What encoders and decoders with GRUs accept.

/** Rules of the sizes of an encoder or a decoder. */
export const networkSizes = {
  vocabSize: required(size()),
  embedSize: required(size()),
  numHiddens: required(size()),
  numLayers: required(layersRule()),
};

const sizeRule = size();

/** The width of two directions together. */
export const evenSize = rule(
  "an even number ≥ 2, half of it for each direction",
  (value): value is number => sizeRule.holds(value) && value % 2 === 0,
);

/** Rules of the options of the encoder and the decoders. */
export const seq2seqRules = {
  /** Dropout between GRU layers, and in the decoder on the attention weights. Default 0. */
  dropout: dropoutRule(0),
};

/** The options of an encoder or a decoder that has no others. */
export const seq2seqOptions = (what: string) =>
  options(what, seq2seqRules, {
    example: `new ${what}(vocabSize, embedSize, numHiddens, numLayers, { dropout: 0.1 })`,
  });

/** Options of the encoder and the decoder. */
export interface Seq2SeqOptions extends OptionsOf<ReturnType<typeof seq2seqOptions>> {}

/** How an encoder is called: token ids and their lengths. */
/* @__NO_SIDE_EFFECTS__ */
export function encoderForward(what: string) {
  const inputs = method(`${what}.forward`, "x int32 (b, steps)  validLens? int32 (b)");
  return (module: Module, given: ArrayLike<unknown>) => {
    const sizes = inputs(module, given);
    checkLens(`${what}.forward`, "validLens", given[1] as Tensor | undefined, sizes.steps);
    return sizes;
  };
}

interface RecurrentDecoder extends Module {
  readonly embedding: Embedding;
  readonly rnn: GRU;
}

/** Checks of a decoder's calls. */
interface DecoderCalls {
  /** Gives the encoder's output. */
  initState(module: RecurrentDecoder, given: ArrayLike<unknown>, encoded: Encoded): Encoded;
  forward(module: RecurrentDecoder, given: ArrayLike<unknown>): void;
}

/** How a decoder is called: an encoder's output, then token ids and a state. */
/* @__NO_SIDE_EFFECTS__ */
export function decoderCalls(what: string, more: string = ""): DecoderCalls {
  const start = method(
    `${what}.initState`,
    "output float (steps, b, h)  state float (layers, b, h)  encValidLens? int32 (b)",
  );
  const states = `encOutputs float (b, n, h)  projectedKeys float (b, n, h)  hidden float (layers, b, h)  ${more}`;
  const step = method(`${what}.forward`, "x int32 (b, steps)", stateOf(states));
  return {
    initState(module, given, encoded) {
      refuseExtra(`${what}.initState`, given, 2);
      const { numLayers: layers, hiddenSize: h }: Partial<GRU> = Object(module.rnn);
      const { output, state }: Partial<Encoded> = Object(encoded);
      if (!(output instanceof Tensor && state instanceof Tensor))
        throw badArgument(`${what}.initState`, "encoded", "an encoder's { output, state }", encoded);
      const { steps } = start(module, [output, state, ...Array.from(given).slice(1)], undefined, {
        layers,
        h,
      });
      checkLens(`${what}.initState`, "encValidLens", given[1] as Tensor | undefined, steps);
      return { output, state };
    },
    forward(module, given) {
      step(module, given);
      checkIds(`${what}.forward`, given[0] as Tensor, module.embedding.numEmbeddings);
    },
  };
}
