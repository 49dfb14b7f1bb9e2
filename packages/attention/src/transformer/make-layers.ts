import { ShapeError } from "@saccade/tensor";

/** `count` layers, each made anew. @throws TypeError when a layer comes twice: its weights would be tied. */
export function makeLayers<Layer extends object>(
  stack: string,
  make: (i: number) => Layer,
  count: number,
): Layer[] {
  if (typeof make !== "function") {
    throw new TypeError(
      `${stack}: makeLayer is a layer, which cannot be copied; write () => new …Layer(…), which makes one each time.`,
    );
  }
  if (!Number.isInteger(count) || count < 0) {
    throw new ShapeError(`${stack}: numLayers ${count} must be a whole number ≥ 0.`);
  }
  const layers = Array.from({ length: count }, (_, i) => make(i));
  if (new Set(layers).size < count) {
    throw new TypeError(
      `${stack}: makeLayer gave one layer twice, so that their weights are tied; make a new one.`,
    );
  }
  return layers;
}
