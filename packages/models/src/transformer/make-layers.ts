import { LayerNorm } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import {
  badArgument,
  checkOptions,
  describeValue,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { checkLayers } from "../contract/check-options.ts";

/** Options of a stack of transformer layers. */
export interface TransformerStackOptions {
  /** A LayerNorm after the last layer; usual where the layers normalize first. Default none. */
  readonly norm?: LayerNorm | null | undefined;
}

/** The options of a stack of layers. */
export function stackOptions(stack: string): OptionNames {
  return optionNames<TransformerStackOptions>(
    stack,
    { norm: true },
    `new ${stack}(makeLayer, numLayers, { norm: new LayerNorm(dModel) })`,
    { enableNestedTensor: "leave it out", maskCheck: "leave it out" },
  );
}

/** The norm of a stack's options. */
export function checkNorm(
  stack: string,
  names: OptionNames,
  options: TransformerStackOptions,
): LayerNorm | null {
  checkOptions(names, options);
  const { norm = null } = options;
  if (norm === null || norm instanceof LayerNorm) return norm;
  throw badArgument(stack, "norm", "a LayerNorm or null", norm);
}

/** A class of layers. */
type LayerClass<Layer> = abstract new (...args: never[]) => Layer;

/** `count` layers, each made anew. @throws ArgumentError when a layer comes twice: its weights would be tied. */
export function makeLayers<Layer extends object>(
  stack: string,
  kind: LayerClass<Layer>,
  make: (i: number) => Layer,
  count: number,
): Layer[] {
  if (typeof make !== "function") {
    throw new ArgumentError(
      `${stack}: makeLayer is ${describeValue(make)}; a layer cannot be copied, so write () => new ${kind.name}(…), which makes ` +
        "one each time.",
    );
  }
  if (/^class\b/.test(Function.prototype.toString.call(make))) {
    throw new ArgumentError(`${stack}: makeLayer is a class; write () => new ${kind.name}(…).`);
  }
  checkLayers(stack, "numLayers", count);
  const layers: Layer[] = [];
  for (let i = 0; i < count; i++) {
    const layer = make(i);
    layers.push(layer);
    if (!(layer instanceof kind)) {
      throw badArgument(
        stack,
        "makeLayer",
        `a function that returns a ${kind.name}`,
        make,
        `it gave ${describeValue(layer)}`,
      );
    }
  }
  if (new Set(layers).size < count) {
    throw new ArgumentError(
      `${stack}: makeLayer gave one layer twice, so that their weights are tied; make a new one.`,
    );
  }
  return layers;
}
