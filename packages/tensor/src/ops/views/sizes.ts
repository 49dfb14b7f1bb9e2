import { badArgument, cut, type NamedSizes, ShapeError } from "@saccade/contract";
import { checkTensor } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/**
 * The sizes of x by name: one name for each dim, separated by spaces. Dims with the same name must have the same size, a number
 * is the size that a dim must have, and "_" skips a dim.
 *
 * @throws ShapeError unless there is a name for each dim, and equal names and numbers have equal sizes; ArgumentError
 * unless `names` is a string of such names.
 * @example
 * const { b, d } = zeros([8, 10, 32]).sizes("b l d");
 * [b, d] // [8, 32]
 */
export function sizes<const N extends string>(x: Tensor, names: N): NamedSizes<N> {
  checkTensor("sizes", "x", x);
  const list = typeof names === "string" ? names.trim().split(/\s+/) : [];
  const isName = (name: string): boolean => /^([A-Za-z_]\w*|\d+)$/.test(name);
  if (list.length === 0 || !(list[0] === "" ? list.length === 1 : list.every(isName)))
    throw badArgument("sizes", "names", "names with spaces between them", names, 'write x.sizes("b l d")');
  if (list[0] === "") list.pop();
  const shown = `sizes: ${x.describe()} does not fit "${cut(names)}":`;
  if (list.length !== x.ndim)
    throw new ShapeError(`${shown} it has ${x.ndim} dims, and there are ${list.length} names.`);
  const found = new Map<string, number>();
  list.forEach((name, i) => {
    const size = x.shape[i]!;
    const wanted = /^\d/.test(name) ? Number(name) : found.get(name);
    if (wanted !== undefined && wanted !== size)
      throw new ShapeError(`${shown} dim ${i} is ${size}, and ${cut(name)} is ${wanted}.`);
    if (name !== "_" && wanted === undefined) found.set(name, size);
  });
  return Object.fromEntries(found) as NamedSizes<N>;
}
