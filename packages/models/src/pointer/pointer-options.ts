import { checkHeads, checkUsed } from "@saccade/attention/model";
import {
  badArgument,
  checkBoolean,
  checkChoice,
  checkInteger,
  checkOptions,
  optionNames,
} from "@saccade/tensor/backend";
import { checkLayers } from "../contract/check-options.ts";

/** Options of {@link PointerNetwork}. */
export interface PointerNetworkOptions {
  /**
   * What reads the elements: "attention", self-attention without positions, for which their order is of no importance
   * (default), or "gru", a GRU in both directions.
   */
  readonly encoder?: "attention" | "gru" | undefined;
  /** Layers of the encoder. Default 2. */
  readonly numLayers?: number | undefined;
  /** Heads of the encoder's self-attention. Default 4. */
  readonly numHeads?: number | undefined;
  /** Whether an element can be pointed at only once. Default true. */
  readonly once?: boolean | undefined;
  /** Whether there is one more position, after the elements, that ends an output of variable length. Default false. */
  readonly end?: boolean | undefined;
}

const name = "PointerNetwork";
const options = optionNames<PointerNetworkOptions>(
  name,
  { encoder: true, numLayers: true, numHeads: true, once: true, end: true },
  `new ${name}(2, 64, { numLayers: 3, end: true })`,
);

/** The options with their defaults. @throws ArgumentError, and ShapeError unless the heads divide the width. */
export function pointerSettings(
  inputSize: number,
  numHiddens: number,
  given: PointerNetworkOptions,
): Required<{ [Name in keyof PointerNetworkOptions]: NonNullable<PointerNetworkOptions[Name]> }> {
  checkInteger(name, "inputSize", inputSize, 1);
  checkInteger(name, "numHiddens", numHiddens, 1);
  checkOptions(options, given);
  const { encoder = "attention", numLayers = 2, numHeads = 4, once = true, end = false } = given;
  checkChoice(name, "encoder", encoder, ["attention", "gru"]);
  checkLayers(name, "numLayers", numLayers);
  checkInteger(name, "numHeads", numHeads, 1);
  checkUsed(name, "numHeads", given.numHeads, encoder === "attention", 'encoder: "attention"');
  checkBoolean(name, "once", once);
  checkBoolean(name, "end", end);
  if (encoder === "attention") checkHeads(name, "numHiddens", numHiddens, numHeads, "numHeads");
  else if (numHiddens % 2 !== 0)
    throw badArgument(name, "numHiddens", "an even number, half of it for each direction", numHiddens);
  return { encoder, numLayers, numHeads, once, end };
}
