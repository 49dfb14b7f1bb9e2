import { badArgument } from "@saccade/tensor/backend";
import { listOf, type Rule, rule, whole } from "@saccade/tensor/contract";

/** Rows and columns. */
export type Pair = readonly [number, number];

/** One size for both dims, or one for each. */
export function pair(size: number | Pair): Pair {
  return typeof size === "number" ? [size, size] : [size[0], size[1]];
}

/** Makes the rule of an option that is a size, a whole number ≥ `least`, for each dim of a window. */
export type SizeRule<Size> = (least: number, initial: number) => Rule<Size, Size>;

/** One size. */
export const oneSize: SizeRule<number> = (least, initial) => whole(initial, { min: least });

/** One size for both dims, or one for each. */
export const sizeOrPair: SizeRule<number | Pair> = (least, initial) => {
  const one = whole(undefined, { min: least });
  const two = listOf(one);
  const must = `${one.must} or two of them, [rows, columns]`;
  const holds = (size: unknown): size is number | Pair =>
    one.holds(size) || (two.holds(size) && size.length === 2);
  return { ...rule(must, holds), default: initial };
};

/** @throws ArgumentError unless the size of a kernel keeps to the rule of the layer's options. */
export function checkKernelSize(layer: string, size: unknown, of: SizeRule<unknown>): void {
  const { must, holds } = of(1, 1);
  if (!holds(size)) throw badArgument(layer, "kernelSize", must, size);
}
