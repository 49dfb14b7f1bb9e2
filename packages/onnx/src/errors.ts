import type { Sizes } from "./sizes/size.ts";

// Errors of an export, and the sizes that their messages show.

/**
 * A model that ONNX cannot express. The message names the op and its place in the model.
 *
 * @example new OnnxError("exportOnnx: no ONNX operator for the op sort.").name // "OnnxError"
 */
export class OnnxError extends Error {
  override readonly name: string = "OnnxError";
}

/** Where an op runs, for messages: the names of the modules around it. */
export function at(place: string): string {
  return place === "" ? "outside of the model's modules" : `in ${place}`;
}

/** Sizes for messages: "batch 2, length 5". */
export function showSizes(sizes: Sizes): string {
  return Object.entries(sizes)
    .map(([name, size]) => `${name} ${size}`)
    .join(", ");
}

/** Which values some samples have: the example's, and those nearest to it that differ, as "3 at length 5, 7 at length 6". */
export function deviations(samples: readonly Sizes[], values: readonly unknown[]): string {
  const [example] = samples as readonly [Sizes, ...Sizes[]];
  const distance = (sizes: Sizes): number =>
    Object.keys(example).reduce((sum, name) => sum + Math.abs(sizes[name]! - example[name]!), 0);
  const near = samples.map((_, k) => k).sort((a, b) => distance(samples[a]!) - distance(samples[b]!));
  const seen = new Set<string>();
  const shown = near.filter((k) => {
    const key = textOf(values[k]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const all = shown.length >= 2 ? shown : near;
  return `it is ${all
    .slice(0, 5)
    .map((k) => `${textOf(values[k])} at ${showSizes(samples[k]!)}`)
    .join("; ")}`;
}

function textOf(value: unknown): string {
  return Array.isArray(value)
    ? `[${value.slice(0, 8).join(", ")}${value.length > 8 ? ", …" : ""}]`
    : String(value);
}
