import { ArgumentError, type Tensor, tensor, zeros } from "@saccade/tensor";
import { badArgument, checkTensor, isPlainObject, withoutTapes } from "@saccade/tensor/backend";
import type { Sizes } from "./sizes/size.ts";

/** For each input, the dims whose sizes may vary, with a name for each size. Dims of one name always have one size. */
export type DynamicAxes = Readonly<Record<string, Readonly<Record<number, string>>>>;

/** Named example inputs. */
export type Inputs = Readonly<Record<string, Tensor>>;

const what = "exportOnnx";

/** Whether a value is an object as {} makes one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && isPlainObject(value);
}

/** @throws ArgumentError unless they are named tensors. */
export function checkInputs(inputs: Inputs): void {
  if (!isRecord(inputs) || Object.keys(inputs).length === 0)
    throw badArgument(what, "inputs", "named tensors", inputs, "write exportOnnx(model, { ids })");
  for (const [name, x] of Object.entries(inputs)) checkTensor(what, `inputs.${name}`, x);
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
  checkAxes(inputs, axes);
  for (const [name, dims] of Object.entries(axes)) {
    const x = inputs[name]!;
    for (const [dim, symbol] of Object.entries(dims)) {
      const size = x.shape[Number(dim)]!;
      const known = sizes[symbol] ?? size;
      if (known !== size)
        throw new ArgumentError(
          `${what}: "${symbol}" is ${known} in one input and ${size} in dim ${dim} of ${name} ${x.describe()}; sizes of one name are equal.`,
        );
      sizes[symbol] = size;
    }
  }
  return sizes;
}

function checkAxes(inputs: Inputs, axes: DynamicAxes): void {
  const refused = (name: string, rule: string, value: unknown, fix: string = example): ArgumentError =>
    badArgument(what, `dynamicAxes${name}`, rule, value, fix);
  if (!isRecord(axes)) throw refused("", "names of dims for each input", axes);
  for (const [name, dims] of Object.entries<unknown>(axes)) {
    const x = inputs[name];
    if (!x) throw refused("", "dims of the inputs", name, `inputs are ${Object.keys(inputs).join(", ")}`);
    if (!Array.isArray(dims) && !isRecord(dims)) throw refused(`.${name}`, "names of dims", dims);
    for (const [dim, symbol] of Object.entries<unknown>(dims)) {
      if (!/^\d+$/.test(dim) || Number(dim) >= x.ndim)
        throw refused(`.${name}`, `dims 0 to ${x.ndim - 1}`, dim, "count from the front");
      if (typeof symbol !== "string" || !/^[A-Za-z_]\w*$/.test(symbol))
        throw refused(`.${name}[${dim}]`, "a name", symbol);
    }
  }
}

const example = 'write { ids: { 0: "batch", 1: "length" } }';

/**
 * The inputs in other sizes, by repeating them. Whole numbers are at most `largest`: lengths of the example may exceed a
 * smaller input.
 */
export function resized(
  inputs: Inputs,
  axes: DynamicAxes,
  sizes: Sizes,
  largest: number = Number.POSITIVE_INFINITY,
): Inputs {
  return withoutTapes(() =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, x]) => {
        const { dtype, backend } = x;
        let out = x.clone();
        for (const [dim, symbol] of Object.entries(axes[name] ?? {})) {
          const size = x.shape[Number(dim)]!;
          const indices = Array.from({ length: sizes[symbol]! }, (_, i) => i % size);
          if (size === 0) out = zeros(out.shape.with(Number(dim), sizes[symbol]!), { dtype, backend });
          else out = out.indexSelect(Number(dim), tensor(indices, { dtype: "int32", backend }));
        }
        return [name, dtype === "int32" && largest < 2 ** 31 ? out.minimum(largest) : out];
      }),
    ),
  );
}
