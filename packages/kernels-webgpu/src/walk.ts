import type { Operand } from "@saccade/tensor/backend";
import { u } from "./launch.ts";

/** Dims that several operands of one shape are walked along, the innermost first. */
export interface Walk {
  readonly sizes: readonly number[];
  /** For each operand, its step in each dim. */
  readonly strides: readonly (readonly number[])[];
}

/** Where an operand lies in its buffer. */
export type Place = Pick<Operand, "strides" | "offset">;

/** Drops dims of size 1 and merges neighbors that are contiguous in every operand. */
export function walkOf(shape: readonly number[], operands: readonly Place[]): Walk {
  const sizes: number[] = [];
  const strides: number[][] = operands.map(() => []);
  for (let d = shape.length - 1; d >= 0; d--) {
    const size = shape[d]!;
    if (size === 1) continue;
    const last = sizes.length - 1;
    const joins = last >= 0 && operands.every((x, k) => x.strides[d] === strides[k]![last]! * sizes[last]!);
    if (joins) {
      sizes[last] = sizes[last]! * size;
      continue;
    }
    sizes.push(size);
    for (const [k, x] of operands.entries()) strides[k]!.push(x.strides[d]!);
  }
  return { sizes, strides };
}

/** The parameters of a walk: its sizes, then offset and strides of each operand. */
export function wordsOf({ sizes, strides }: Walk, operands: readonly Place[]): number[] {
  const words = [...sizes];
  for (const [k, x] of operands.entries()) words.push(x.offset, ...strides[k]!);
  return words;
}

/**
 * WGSL that finds where element `i` of a walk lies in each operand: variables at0, at1, …
 *
 * @param first the parameter at which the words of the walk start
 * @param at the name of the variables, without their number
 */
export function findPlaces(
  { sizes, strides }: Walk,
  first: number,
  i: string = "i",
  at: string = "at",
): string {
  const rank = sizes.length;
  const offset = (k: number): number => first + rank + k * (rank + 1);
  const lines = strides.map((_, k) => `  var ${at}${k} = ${u(offset(k))};`);
  if (rank > 0) lines.push(`  var ${at}Rest = ${i};`);
  for (let d = 0; d < rank; d++) {
    const size = u(first + d);
    const isLast = d === rank - 1;
    lines.push(`  let ${at}Index${d} = ${at}Rest${isLast ? "" : ` % ${size}`};`);
    lines.push(...strides.map((_, k) => `  ${at}${k} += ${at}Index${d} * ${u(offset(k) + 1 + d)};`));
    if (!isLast) lines.push(`  ${at}Rest /= ${size};`);
  }
  return lines.join("\n");
}
