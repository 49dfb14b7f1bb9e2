import { checkDivides, checkUsed, headsRule, layersRule } from "@saccade/attention/model";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import { flag, type OptionsOf, oneOf, options, type SettingsOf } from "@saccade/tensor/contract";

const name = "PointerNetwork";
const pointerOptions = options(
  name,
  {
    /**
     * How the elements are encoded: "attention", self-attention without positions, for which their order is of no importance
     * (default), or "gru", a GRU in both directions.
     */
    encoder: oneOf(["attention", "gru"], "attention"),
    /** Layers of the encoder. Default 2. */
    numLayers: layersRule(2),
    /** Heads of the encoder's self-attention. Default 4. */
    numHeads: headsRule(4),
    /** Whether an element can be pointed at only once. Default true. */
    once: flag(true),
    /** Whether there is one more position, after the elements, that ends an output of variable length. Default false. */
    end: flag(false),
  },
  { example: `new ${name}(2, 64, { numLayers: 3, end: true })` },
);

/** Options of {@link PointerNetwork}. */
export interface PointerNetworkOptions extends OptionsOf<typeof pointerOptions> {}

/** The options with their defaults. @throws ArgumentError, and ShapeError unless the heads divide the width. */
export function pointerSettings(
  inputSize: number,
  numHiddens: number,
  given: PointerNetworkOptions,
): SettingsOf<typeof pointerOptions> {
  checkInteger(name, "inputSize", inputSize, 1);
  checkInteger(name, "numHiddens", numHiddens, 1);
  const settings = pointerOptions(given);
  const { encoder, numHeads } = settings;
  checkUsed(name, "numHeads", given.numHeads, encoder === "attention", 'encoder: "attention"');
  if (encoder === "attention") checkDivides(name, "numHiddens", numHiddens, numHeads);
  else if (numHiddens % 2 !== 0)
    throw badArgument(name, "numHiddens", "an even number, half of it for each direction", numHiddens);
  return settings;
}
