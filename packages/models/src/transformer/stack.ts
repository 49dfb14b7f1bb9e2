import { layersRule } from "@saccade/attention/model";
import { LayerNorm } from "@saccade/nn";
import { ArgumentError, Tensor } from "@saccade/tensor";
import { badArgument, describeValue, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Layer, normIn } from "./layer.ts";

type MakeLayer = (i: number) => object;

const makeLayer = (layer: string): c.Rule<MakeLayer, undefined> =>
  c.withFix(
    c.rule(
      "a function that makes a layer",
      (value): value is MakeLayer =>
        typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value)),
    ),
    `write () => new ${layer}(…), which makes one each time`,
  );

/** The options of a stack of layers. */
const stackOptions = (stack: string) =>
  c.options(
    stack,
    {
      /** A LayerNorm after the last layer; usual where the layers normalize first. Default none. */
      norm: c.nullable(c.instanceOf("a LayerNorm", LayerNorm), null),
    },
    {
      example: `new ${stack}(makeLayer, numLayers, { norm: new LayerNorm(dModel) })`,
      renamed: { enableNestedTensor: "leave it out", maskCheck: "leave it out" },
    },
  );

/** The arguments of a stack of layers. */
export const stackOf = (stack: string, layer: string) =>
  c.signature(
    stack,
    { makeLayer: c.required(makeLayer(layer)), numLayers: c.required(layersRule()) },
    stackOptions(stack),
  );

/** Options of a stack of transformer layers. */
export interface TransformerStackOptions extends c.OptionsOf<ReturnType<typeof stackOptions>> {}

/** `count` separate layers. @throws ArgumentError when a layer comes twice: its weights would be tied. */
export function makeLayers<Kind extends object, L extends Kind>(
  stack: string,
  kind: abstract new (...args: never[]) => Kind,
  make: (i: number) => L,
  count: number,
): L[] {
  const layers = Array.from({ length: count }, (_, i) => {
    const layer = make(i);
    if (layer instanceof kind) return layer;
    const rule = `a function that returns a ${kind.name}`;
    throw badArgument(stack, "makeLayer", rule, make, `it gave ${describeValue(layer)}`);
  });
  if (new Set(layers).size === count) return layers;
  throw new ArgumentError(
    `${stack}: makeLayer gave one layer twice, so that their weights are tied; make a new one.`,
  );
}

/** A layer's output, with its weights if they are wanted. */
type Layered<W> = Tensor | { readonly output: Tensor; readonly weights: W };

/** The names of a stack's parts in the names of sites. */
export const stackParts = { layers: "blocks", norm: "ln_final" };

/** The same for the only stack of a module, whose name precedes the layers' numbers, as in T5's `encoder.0`. */
export const innerStackParts = { layers: "" };

/** Runs layers one after another, and the last norm. */
export function runLayers<L extends Layer, W>(
  { layers, norm }: { readonly layers: readonly L[]; readonly norm: LayerNorm | null },
  x: Tensor,
  run: (layer: L, x: Tensor, i: number) => Layered<W>,
): Layered<W[]> {
  const weights: W[] = [];
  let y = x;
  layers.forEach((layer, i) => {
    const result = run(layer, y, i);
    if (!(result instanceof Tensor)) weights.push(result.weights);
    y = result instanceof Tensor ? result : result.output;
  });
  const output = norm ? normIn(layers[0]!, norm, y) : y;
  return weights.length > 0 ? iterable({ output, weights }) : output;
}
