import { LayerNorm } from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import { badArgument, describeValue } from "@saccade/tensor/backend";
import { instanceOf, nullable, type OptionsOf, options } from "@saccade/tensor/contract";
import { checkLayers } from "../contract/check-options.ts";

/** The options of a stack of layers. */
export const stackOptions = (stack: string) =>
  options(
    stack,
    {
      /** A LayerNorm after the last layer; usual where the layers normalize first. Default none. */
      norm: nullable(instanceOf("a LayerNorm", LayerNorm), null),
    },
    {
      example: `new ${stack}(makeLayer, numLayers, { norm: new LayerNorm(dModel) })`,
      renamed: { enableNestedTensor: "leave it out", maskCheck: "leave it out" },
    },
  );

/** Options of a stack of transformer layers. */
export interface TransformerStackOptions extends OptionsOf<ReturnType<typeof stackOptions>> {}

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
