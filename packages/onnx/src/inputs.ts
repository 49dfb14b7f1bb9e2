import { ArgumentError, Tensor, tensor } from "@saccade/tensor";
import { badArgument, isPlainObject, withoutTapes } from "@saccade/tensor/backend";
import type { Sizes } from "./sizes/size.ts";

/** For each input, the dims whose sizes may vary, with a name for each size. Dims of one name always have one size. */
export type DynamicAxes = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** Named example inputs. */
export type Inputs = Readonly<Record<string, Tensor>>;

const what = "exportOnnx";

/** @throws ArgumentError unless they are named tensors. */
export function checkInputs(inputs: Inputs): void {
  if (!isPlainObject(Object(inputs)) || Object.keys(inputs).length === 0)
    throw badArgument(what, "inputs", "named tensors", inputs, "write exportOnnx(model, { ids })");
  for (const [name, x] of Object.entries(inputs)) {
    if (!(x instanceof Tensor)) throw badArgument(what, `inputs.${name}`, "a tensor", x);
    x.checkLive(what);
  }
}

/** Dim 0 of every input is "batch"; dim 1 of whole numbers and masks (b, n) is "length", or "NAME_length" where sizes differ. */
export function defaultAxes(inputs: Inputs): DynamicAxes {
  let length: number | undefined;
  const axes: Record<string, Record<number, string>> = {};
  for (const [name, x] of Object.entries(inputs)) {
    if (x.ndim === 0) continue;
    axes[name] = { 0: "batch" };
    if (x.ndim !== 2 || (x.dtype !== "int32" && x.dtype !== "bool")) continue;
    length ??= x.size(1);
    axes[name][1] = x.size(1) === length ? "length" : `${name}_length`;
  }
  return axes;
}

/** The sizes of the example inputs by name. @throws ArgumentError for axes that do not fit the inputs. */
export function sizesOf(inputs: Inputs, axes: DynamicAxes): Sizes {
  const sizes: Record<string, number> = {};
  for (const [name, dims] of Object.entries(axes)) {
    const x = inputs[name];
    if (!x)
      throw badArgument(
        what,
        "dynamicAxes",
        "dims of the inputs",
        name,
        `inputs are ${Object.keys(inputs).join(", ")}`,
      );
    for (const [key, symbol] of Object.entries(dims)) {
      const dim = Number(key);
      if (!Number.isInteger(dim) || dim < 0 || dim >= x.ndim)
        throw badArgument(
          what,
          `dynamicAxes.${name}`,
          `dims 0 to ${x.ndim - 1}`,
          key,
          "count from the front",
        );
      if (typeof symbol !== "string" || !/^[A-Za-z_]\w*$/.test(symbol))
        throw badArgument(
          what,
          `dynamicAxes.${name}[${dim}]`,
          "a name",
          symbol,
          'as in { ids: { 0: "batch" } }',
        );
      const size = x.shape[dim]!;
      const known = sizes[symbol] ?? size;
      if (known !== size) {
        throw new ArgumentError(
          `${what}: "${symbol}" is ${known} in one input and ${size} in dim ${dim} of ${name} ${x.describe()}; sizes of one name are equal.`,
        );
      }
      sizes[symbol] = size;
    }
  }
  return sizes;
}

// What is added to the sizes in each sample: irregular, so that no two formulas agree in all of them.
const steps: readonly (readonly number[])[] = [
  [0, 1, 3, 2, 4, 5, 7],
  [1, 3, 0, 2, 5, 4, 6],
  [2, 0, 3, 4, 1, 5, 8],
  [3, 4, 1, 0, 2, 5, 6],
];
const wide = 29;

/**
 * Sizes to trace at, in the order in which they are tried: the example's, much larger ones, which show limits such as a window, those
 * from the example's on, then those from it down, for models with a longest sequence. Sizes start at 2, since 1 broadcasts.
 */
export function candidatesOf(sizes: Sizes, wanted: number = fewSamples): Sizes[] {
  const symbols = Object.keys(sizes);
  if (symbols.length === 0) return [{}];
  const sample = (k: number, direction: 1 | -1): Sizes =>
    Object.fromEntries(
      symbols.map((symbol, i) => {
        const step = steps[i % steps.length]![k]! + (i >= steps.length ? (i * k) % 5 : 0);
        return [symbol, Math.max(2, sizes[symbol]! + direction * step)];
      }),
    );
  // The first size is most often the batch, which costs time and has no limits.
  const far = Object.fromEntries(
    symbols.map((symbol, i) => [
      symbol,
      i === 0 && symbols.length > 1 ? sizes[symbol]! + 2 : 2 * sizes[symbol]! + 11 + (i % 3),
    ]),
  );
  const [first, ...near] = ([1, -1] as const).flatMap((direction) =>
    steps[0]!.map((_, k) => sample(k, direction)),
  );
  const spread = Array.from({ length: Math.max(0, wanted - fewSamples) }, (_, k) =>
    Object.fromEntries(
      symbols.map((symbol, i) => [symbol, Math.max(2, sizes[symbol]!) + ((11 * k + 7 * i) % wide)]),
    ),
  );
  const all = [first!, far, ...spread, ...near];
  const keys = all.map((candidate) => JSON.stringify(candidate));
  return all.filter((_, i) => keys.indexOf(keys[i]!) === i);
}

/** How many samples are traced, and how many where sizes are rounded. */
export const fewSamples = 6;
export const manySamples = 20;

/** Whether formulas that hold in all samples hold in general: sizes vary, and there are more samples than unknowns. */
export function areEnough(samples: readonly Sizes[]): boolean {
  const symbols = Object.keys(samples[0] ?? {});
  if (symbols.length === 0) return samples.length === 1;
  return (
    samples.length >= 4 && symbols.every((symbol) => new Set(samples.map((sizes) => sizes[symbol])).size >= 3)
  );
}

/** The inputs in other sizes, by repeating them. */
export function resized(inputs: Inputs, axes: DynamicAxes, sizes: Sizes): Inputs {
  return withoutTapes(() =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, x]) => {
        let out = x.clone();
        for (const [dim, symbol] of Object.entries(axes[name] ?? {})) {
          const size = x.shape[Number(dim)]!;
          const indices = Array.from({ length: sizes[symbol]! }, (_, i) => i % size);
          out = out.indexSelect(Number(dim), tensor(indices, { dtype: "int32", backend: x.backend }));
        }
        return [name, out];
      }),
    ),
  );
}
