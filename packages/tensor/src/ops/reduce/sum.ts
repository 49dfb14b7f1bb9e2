import { apply1 } from "../../apply/apply.ts";
import type { HostArray, Meta, Op } from "../../apply/op.ts";
import { checkBoolean, checkOptions, convertFirst, type OptionNames, optionNames } from "../../arguments.ts";
import { dimOf, dimsOf } from "../../check-shape.ts";
import { checkTensor } from "../../check-tensor.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { mapSizes, type Shape } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { checkReduction } from "../int32.ts";
import { forEachRun } from "./runs.ts";

/** One dim, several dims, or all (undefined). */
export type Dims = number | readonly number[] | undefined;

/** Options of a reduction. */
export interface ReduceOptions {
  /** Keeps the reduced dims with size 1. */
  readonly keepdim?: boolean;
}

/** The dims to reduce, sorted, and whether to keep them with size 1. */
export interface ReduceAttrs {
  readonly dims: readonly number[];
  readonly keepdim: boolean;
}

/** The options of a reduction, for {@link reduceAttrs} and {@link checkReduceOptions}. */
export function reduceOptions(what: string): OptionNames {
  return optionNames<ReduceOptions>(
    what,
    { keepdim: true },
    `x.${what}(1, { keepdim: true })`,
    optionsRenamed(what),
  );
}

/** Other libraries' reduction options, each with its replacement. */
export function optionsRenamed(what: string): Readonly<Record<string, string>> {
  return {
    dtype: convertFirst(what),
    axis: `the dim comes first: x.${what}(1)`,
    dim: `the dim comes first: x.${what}(1)`,
  };
}

/** Checks a reduction's tensor and options. Returns `keepdim`. */
export function checkReduceOptions(
  names: OptionNames,
  x: Tensor,
  options: ReduceOptions | undefined,
): boolean {
  checkTensor(names.what, "x", x);
  checkOptions(names, options);
  const keepdim = options?.keepdim;
  if (keepdim === undefined) return false;
  checkBoolean(names.what, "keepdim", keepdim);
  return keepdim;
}

/** Checks and returns the attributes of a reduction over several dims. As in PyTorch, an empty list means all dims. */
export function reduceAttrs(
  names: OptionNames,
  x: Tensor,
  dim: Dims,
  options: ReduceOptions | undefined,
): ReduceAttrs {
  const keepdim = checkReduceOptions(names, x, options);
  const all = Array.isArray(dim) && dim.length === 0;
  return { dims: dimsOf(names.what, all ? undefined : dim, x.ndim, `as in ${names.example}`), keepdim };
}

/** Checks and returns the attributes of a reduction over one dim. */
export function reduceDimAttrs(
  names: OptionNames,
  x: Tensor,
  dim: number,
  options: ReduceOptions | undefined,
): ReduceAttrs {
  const keepdim = checkReduceOptions(names, x, options);
  const d = dimOf(names.what, dim, x.ndim, `as in ${names.example}`);
  return { dims: x.ndim === 0 ? [] : [d], keepdim };
}

export function reducedShape(shape: Shape, { dims, keepdim }: ReduceAttrs): Shape {
  if (keepdim) return mapSizes(shape, (size, i) => (dims.includes(i) ? 1 : size));
  return dims.length === shape.length ? [] : shape.filter((_, i) => !dims.includes(i));
}

function sumMeta(x: Meta, attrs: ReduceAttrs): Meta {
  return { shape: reducedShape(x.shape, attrs), dtype: x.dtype === "bool" ? "int32" : x.dtype };
}

function sumForward(x: HostArray, out: HostArray, { dims }: ReduceAttrs): void {
  const { data, offset } = inOrder(x);
  const totals = new Float64Array(out.data.length);
  forEachRun(x.shape, dims, (o, start, step, length) => {
    let total = 0;
    for (let j = 0, at = offset + start; j < length; j++, at += step) total += data[at]!;
    totals[o] = totals[o]! + total;
  });
  out.data.set(totals);
}

export const sumOp: Op<readonly [Tensor], readonly [Tensor], ReduceAttrs> = {
  name: "sum",
  infer: (inputs, attrs) => [sumMeta(inputs[0], attrs)],
  forward: ([x], [out], attrs) => sumForward(x, out, attrs),
  gradient: ([g], [x], _outputs, attrs) => [() => unreduce(g, x.shape, attrs).expand(x.shape)],
};

/** Restores the reduced dims, with size 1, of a reduction's result or cotangent, so that it broadcasts. */
export function unreduce(y: Tensor, shape: Shape, { dims }: ReduceAttrs): Tensor {
  return y.reshape(mapSizes(shape, (size, i) => (dims.includes(i) ? 1 : size)));
}

const sumOptions = reduceOptions("sum");

/**
 * The sum over dims (all dims by default). bool and int32 give int32.
 *
 * @throws OverflowError if an int32 sum does not fit int32 and the host can read the elements.
 * @example tensor([[1, 2], [3, 4]]).sum(1, { keepdim: true }) // tensor([[3], [7]])
 */
export function sum(x: Tensor, dim?: Dims, options?: ReduceOptions): Tensor {
  refuseExtra("sum", arguments, 3);
  const attrs = reduceAttrs(sumOptions, x, dim, options);
  checkReduction("sum", x, attrs.dims);
  return apply1(sumOp, [x], attrs);
}
