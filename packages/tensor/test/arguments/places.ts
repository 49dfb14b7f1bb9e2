/** Kinds of garbage, as they are written. */
export type Garbage = "undefined" | "null" | '"x"' | "NaN" | "{}" | "[]" | "() => 1" | "Symbol()";

/** A right argument, and the garbage that may stand in its place. */
export interface Place {
  readonly value: unknown;
  readonly allowed: readonly Garbage[];
  readonly isOptions?: boolean;
}

/** The arguments of a right call, all optional ones given. */
export type Call = () => readonly Place[];

function of(value: unknown, ...allowed: readonly Garbage[]): Place {
  return { value, allowed };
}

type Maker = (value: unknown, ...allowed: readonly Garbage[]) => Place;

/** What may stand in each kind of place. */
export const place: Readonly<
  Record<"of" | "x" | "xs" | "operand" | "dim" | "dims" | "whole" | "list" | "number", Maker>
> & {
  readonly option: (value: object) => Place;
} = {
  of,
  x: (value): Place => of(value),
  xs: (value): Place => of(value),
  operand: (value): Place => of(value, "NaN"),
  dim: of,
  dims: (value): Place => of(value, "undefined", "[]"),
  whole: of,
  list: of,
  number: of,
  option: (value): Place => ({ value, allowed: ["undefined", "{}"], isOptions: true }),
};
