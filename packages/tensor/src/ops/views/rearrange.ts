import {
  ArgumentError,
  badArgument,
  checkInteger,
  cut,
  type NamedSizes,
  ShapeError,
} from "@saccade/contract";
import { checkTensor, numelOf } from "../../kit.ts";
import { isPlainObject } from "../../memory/plain-object.ts";
import type { Tensor } from "../../tensor.ts";
import { permute, reshape } from "./view.ts";

/** One side of a pattern: a list of names for each dim, `[]` for 1. "b (h d)" is [[b], [h, d]]. */
type Side = readonly (readonly string[])[];

const example = 'write x.rearrange("b l (h d) -> b h l d", { h: 4 })';

/**
 * Splits, moves and joins dims by name, in the notation of einops (Rogozhnikov 2022): names in parentheses are one dim,
 * "…" (or "...") means all other dims, and 1 a dim of size 1. A view where the memory layout allows it, otherwise a copy.
 *
 * @param pattern the dims of x, "->", and the same names in the order of the result
 * @param sizes sizes of names between brackets; of each bracket, one may be left out
 * @throws ArgumentError for a pattern that cannot be read or has other names on its two sides, and for a size of no name;
 * ShapeError where x does not fit the pattern.
 * @example zeros([2, 5, 12]).rearrange("b l (h d) -> b h l d", { h: 4 }).shape // [2, 4, 5, 3]
 */
export function rearrange(x: Tensor, pattern: string, sizes?: Readonly<Record<string, number>>): Tensor {
  checkTensor("rearrange", "x", x);
  const [from, to] = readPattern(pattern);
  checkNames(pattern, from.flat(), to.flat());
  const named = withRest(from, from, x.ndim);
  const found = findSizes(x, pattern, named, sizes ?? {});
  const sizesOf = (names: readonly string[]): number[] => names.map((name) => found.get(name)!);
  const target = withRest(to, from, x.ndim);
  const order = named.flat();
  const moved = permute(
    reshape(x, sizesOf(order)),
    target.flat().map((name) => order.indexOf(name)),
  );
  return reshape(
    moved,
    target.map((names) => numelOf(sizesOf(names))),
  );
}

function readPattern(pattern: unknown): readonly [Side, Side] {
  const sides = typeof pattern === "string" ? pattern.replaceAll("...", "…").split("->").map(readSide) : [];
  const [from, to] = sides;
  if (sides.length !== 2 || !from || !to)
    throw badArgument("rearrange", "pattern", "two lists of dims with -> between them", pattern, example);
  return [from, to];
}

/** The dims of one side; null if it is malformed. Parsed word by word: a single regular expression would backtrack. */
function readSide(text: string): Side | null {
  const dims: string[][] = [];
  let group: string[] | null = null;
  for (const [word] of text.matchAll(/\w+|\S/g)) {
    const isName = /^[A-Za-z]\w*$/.test(word);
    if (group !== null && isName) group.push(word);
    else if (group !== null && word === ")") group = null;
    else if (group === null && word === "(") {
      group = [];
      dims.push(group);
    } else if (group === null && (isName || word === "…")) dims.push([word]);
    else if (group === null && word === "1") dims.push([]);
    else return null;
  }
  return group === null ? dims : null;
}

/** Both sides have the same names, each once: nothing is summed or repeated. */
function checkNames(pattern: string, from: readonly string[], to: readonly string[]): void {
  const once = (name: string, side: readonly string[]): boolean =>
    side.indexOf(name) >= 0 && side.indexOf(name) === side.lastIndexOf(name);
  const wrong = [...from, ...to].find((name) => !once(name, from) || !once(name, to));
  if (wrong !== undefined)
    throw new ArgumentError(
      `rearrange: each name must occur once on each side of "${cut(pattern)}", but ${cut(wrong)} does not.`,
    );
}

/** A side in which each dim of "…" has its own name. */
function withRest(side: Side, from: Side, ndim: number): Side {
  const names = Array.from({ length: Math.max(ndim - from.length + 1, 0) }, (_, i) => [`…${i}`]);
  return side.flatMap((dim) => (dim[0] === "…" ? names : [dim]));
}

/** The size of each name, from x and the sizes given. */
function findSizes(x: Tensor, pattern: string, dims: Side, sizes: unknown): ReadonlyMap<string, number> {
  if (!isPlainObject(Object(sizes)))
    throw badArgument("rearrange", "sizes", "an object of sizes by name", sizes, example);
  const found = new Map<string, number>(Object.entries(Object(sizes)));
  const names = dims.flat();
  for (const [name, size] of found) {
    if (!names.includes(name))
      throw new ArgumentError(
        `rearrange: "${cut(pattern)}" has no ${cut(name)}; its names are ${cut(names.join(", "))}.`,
      );
    checkInteger("rearrange", `sizes.${name}`, size, 1);
  }
  const misfit = (rule: string): ShapeError =>
    new ShapeError(`rearrange: ${x.describe()} does not fit "${cut(pattern)}": ${rule}.`);
  if (dims.length !== x.ndim) throw misfit(`it has ${x.ndim} dims, and the pattern ${dims.length}`);
  dims.forEach((group, i) => {
    const size = x.shape[i]!;
    const [unknown, more] = group.filter((name) => !found.has(name));
    const known = numelOf(group.map((name) => found.get(name) ?? 1));
    if (more !== undefined) throw misfit(`give the size of ${unknown} or ${more}`);
    if (unknown === undefined ? size !== known : size % known !== 0) {
      const product = group.map((name) => found.get(name) ?? name).join(" · ");
      throw misfit(`dim ${i} is ${size}, which is not ${product || 1}`);
    }
    if (unknown !== undefined) found.set(unknown, size / known);
  });
  return found;
}

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
