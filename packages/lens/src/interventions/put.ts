import { IndexError, type Tensor, tensor, where } from "@saccade/tensor";
import type { HookPoint } from "../run/listen.ts";
import { axesOf, headAxis } from "./places.ts";

/** Where in the value of a site: everywhere, or at these heads, positions and elements of the last axis. */
export interface Region {
  readonly heads?: readonly number[] | undefined;
  /** Counted from the first token, also where a cache holds those before; below 0 from the last token of the call. */
  readonly positions?: readonly number[] | undefined;
  readonly units?: readonly number[] | undefined;
}

/**
 * x with another value in a region, which broadcasts to x; undefined where no position of the region is among those of x, as
 * when a text is generated a token at a time.
 *
 * @throws IndexError for a head or an element that x does not have.
 */
export function putAt(
  what: string,
  x: Tensor,
  value: Tensor | number,
  region: Region,
  point: HookPoint,
): Tensor | undefined {
  const mask = maskOf(what, x, region, point);
  return mask === null ? undefined : where(mask, typeof value === "number" ? value : value.to(x.dtype), x);
}

// True in the region, and of size 1 along the axes on which the region is not limited.
function maskOf(what: string, x: Tensor, region: Region, point: HookPoint): Tensor | null {
  const { heads, positions, units } = region;
  const chosen: (readonly number[] | undefined)[] = x.shape.map(() => undefined);
  if (heads) chosen[headAxis(what, point.name)] = heads;
  if (units) chosen[x.ndim - 1] = units;
  x.shape.forEach((size, axis) => {
    for (const i of chosen[axis] ?? [])
      if (i >= size) throw noSuch(what, heads ? "head" : "neuron", i, size, point);
  });
  if (positions) {
    const { position } = axesOf(point.name);
    const inCall = within(positions, x.size(position), point.offset);
    if (inCall.length === 0) return null;
    chosen[position] = inCall;
  }
  const shape = x.shape.map((size, axis) => (chosen[axis] ? size : 1));
  // The product of the axes' choices, in the order of elements.
  let inside: boolean[] = [true];
  shape.forEach((size, axis) => {
    const own = new Set(chosen[axis] ?? [0]);
    inside = inside.flatMap((before) => Array.from({ length: size }, (_, i) => before && own.has(i)));
  });
  return tensor(inside, { dtype: "bool", backend: x.backend }).reshape(shape);
}

/** The positions of a call's tokens, of which `offset` come before, counted from its first token. */
export function within(positions: readonly number[], length: number, offset: number): number[] {
  return positions
    .map((position) => (position < 0 ? position + length : position - offset))
    .filter((position) => position >= 0 && position < length);
}

function noSuch(what: string, kind: string, i: number, size: number, { name }: HookPoint): IndexError {
  return new IndexError(`${what}: ${kind} ${i} does not exist; ${name} has ${size}, 0 to ${size - 1}.`);
}
