import { type Tensor, tensor } from "@saccade/tensor";
import { checkInteger } from "@saccade/tensor/backend";
import { listOf, type Rule, rule, whole } from "@saccade/tensor/contract";

/**
 * Which positions: one, whose dim goes; several; or those from `start` to before `stop`. Negative numbers count from the end.
 */
export type PosSlice =
  | number
  | readonly number[]
  | { readonly start?: number | undefined; readonly stop?: number | undefined };

const integers = listOf(whole());
const end = (value: unknown): boolean => value === undefined || Number.isInteger(value);
const isSlice = (value: unknown): value is PosSlice => {
  if (Number.isInteger(value) || integers.holds(value)) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { start, stop, ...more }: Partial<Record<string, unknown>> = { ...value };
  return end(start) && end(stop) && Object.keys(more).length === 0;
};

/** The rule of the option `posSlice`. */
export const posSlice: Rule<PosSlice> = rule(
  "a position, an array of positions, or { start, stop }",
  isSlice,
);

/** The positions of `x` along a dim. @throws IndexError for a position outside of it. */
export function takePositions(what: string, x: Tensor, dim: number, slice: PosSlice | undefined): Tensor {
  if (slice === undefined) return x;
  const length = x.size(dim);
  const at = (i: number): number => {
    checkInteger(what, "posSlice", i, -length, length - 1);
    return i < 0 ? i + length : i;
  };
  if (typeof slice === "number") return x.select(dim, at(slice));
  if ("length" in slice)
    return x.indexSelect(dim, tensor(slice.map(at), { dtype: "int32", backend: x.backend }));
  return x.slice(dim, { start: slice.start ?? 0, stop: slice.stop });
}
