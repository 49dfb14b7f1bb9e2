import { badArgument, checkInteger, cut } from "../../arguments.ts";
import { checkArguments } from "../../check-tensor.ts";
import { ArgumentError, ShapeError } from "../../errors.ts";
import { isPlainObject } from "../../memory/plain-object.ts";
import { numelOf } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { permute, reshape } from "./view.ts";

/** One side of a pattern: a list of names for each dim, `[]` for 1. "b (h d)" is [[b], [h, d]]. */
type Side = readonly (readonly string[])[];

const example = 'write x.rearrange("b l (h d) -> b h l d", { h: 4 })';

/**
 * Splits, moves and joins dims by name, in the notation of einops (Rogozhnikov 2022): names between brackets are one dim,
 * "…" (or "...") stands for the dims not named, and 1 for a dim of size 1. A view where memory allows it, otherwise a copy.
 *
 * @param pattern the dims of x, "->", and the same names in the order of the result
 * @param sizes sizes of names between brackets; of each bracket, one may be left out
 * @throws ArgumentError for a pattern that cannot be read or has other names on its two sides, and for a size of no name;
 * ShapeError where x does not fit the pattern.
 * @example zeros([2, 5, 12]).rearrange("b l (h d) -> b h l d", { h: 4 }).shape // [2, 4, 5, 3]
 */
export function rearrange(x: Tensor, pattern: string, sizes?: Readonly<Record<string, number>>): Tensor {
  checkArguments("rearrange", arguments, 3);
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
  const sides = typeof pattern === "string" ? pattern.replaceAll("...", "…").split("->") : [];
  if (
    sides.length !== 2 ||
    !sides.every((side) => /^(\s*(\(( *[A-Za-z]\w*)* *\)|[A-Za-z]\w*|…|1)(?![\w…(]))*\s*$/.test(side))
  )
    throw badArgument("rearrange", "pattern", "two lists of dims with -> between them", pattern, example);
  const [from, to] = sides.map((side) =>
    Array.from(side.matchAll(/\([^)]*\)|[^\s()]+/g), ([dim]) => dim.match(/[A-Za-z]\w*|…/g) ?? []),
  );
  return [from!, to!];
}

/** Both sides have the same names, each once: nothing is summed or repeated. */
function checkNames(pattern: string, from: readonly string[], to: readonly string[]): void {
  const twice = [from, to].flatMap((side) => side.filter((name, i) => side.indexOf(name) < i));
  const missing = [
    ...from.filter((name) => !to.includes(name)),
    ...to.filter((name) => !from.includes(name)),
  ];
  const rule = twice.length > 0 ? "stands twice on a side" : "stands on one side only";
  const [wrong] = [...twice, ...missing];
  if (wrong === undefined) return;
  const fix = "each name stands once on each side; sum(dim), expand() and unsqueeze() do the rest";
  throw new ArgumentError(`rearrange: ${wrong} ${rule} of "${pattern}"; ${fix}.`);
}

/** A side in which each dim that "…" stands for has a name of its own. */
function withRest(side: Side, from: Side, ndim: number): Side {
  const names = Array.from({ length: Math.max(ndim - from.length + 1, 0) }, (_, i) => [`…${i}`]);
  return side.flatMap((dim) => (dim[0] === "…" ? names : [dim]));
}

/** The size of each name, from x and the sizes given. */
function findSizes(
  x: Tensor,
  pattern: string,
  dims: Side,
  sizes: Readonly<Record<string, number>>,
): ReadonlyMap<string, number> {
  const shown = `rearrange: ${x.describe()} does not fit "${pattern}":`;
  if (dims.length !== x.ndim)
    throw new ShapeError(`${shown} it has ${x.ndim} dims, and the pattern ${dims.length}.`);
  const found = new Map(Object.entries(checkSizes(sizes, dims.flat())));
  dims.forEach((names, i) => {
    const size = x.shape[i]!;
    const unknown = names.filter((name) => !found.has(name));
    const known = numelOf(names.map((name) => found.get(name) ?? 1));
    const [last] = unknown;
    if (unknown.length > 1)
      throw new ArgumentError(`${shown} give the sizes of all but one of ${names.join(", ")}; ${example}.`);
    if (last !== undefined && known > 0 && size % known === 0) found.set(last, size / known);
    else if (last !== undefined || size !== known) {
      const product = names.length > 0 ? names.map((name) => found.get(name) ?? name).join(" · ") : "1";
      throw new ShapeError(`${shown} dim ${i} is ${size}, which is not ${product}.`);
    }
  });
  return found;
}

function checkSizes(sizes: unknown, names: readonly string[]): Readonly<Record<string, number>> {
  if (typeof sizes !== "object" || sizes === null || !isPlainObject(sizes))
    throw badArgument("rearrange", "sizes", "an object of sizes by name", sizes, example);
  const known: Record<string, number> = {};
  for (const [name, size] of Object.entries(sizes)) {
    if (!names.includes(name))
      throw new ArgumentError(
        `rearrange: sizes.${cut(name)} is no name of the pattern; its names are ${names.join(", ")}.`,
      );
    checkInteger("rearrange", `sizes.${name}`, size, 1);
    known[name] = size;
  }
  return known;
}
