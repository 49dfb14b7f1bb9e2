import { at, OnnxError } from "../errors.ts";
import type { Fitter } from "../sizes/fit.ts";
import type { Size } from "../sizes/size.ts";
import { deviations } from "./describe.ts";
import type { Call } from "./recorder.ts";

/** A quotient of two sizes, such as the factor of a mean, or the root of one, such as the scale of attention. */
export interface Ratio {
  readonly over: Size;
  readonly under: Size;
  readonly root: boolean;
}

export function isRatio(value: unknown): value is Ratio {
  return typeof value === "object" && value !== null && "under" in value;
}

/** Merges an op's attributes of all samples: a number that varies becomes a formula. @throws OnnxError if there is none. */
export function mergeAttrs(call: Call, values: readonly unknown[], fitter: Fitter): unknown {
  const part = (all: readonly object[], key: PropertyKey, path: string): unknown =>
    merge(
      all.map((one) => Reflect.get(one, key)),
      path,
    );
  const merge = (all: readonly unknown[], path: string): unknown => {
    const [first] = all;
    if (all.every((value) => Object.is(value, first)) && typeof first !== "object") return first;
    if (isNumbers(all)) {
      const size = fitter.fit(all) ?? ratio(all, fitter);
      if (size !== null) return size;
    } else if (isLists(all) && all.every((list) => list.length === all[0]!.length)) {
      return all[0]!.map((_, i) => part(all, i, `${path}[${i}]`));
    } else if (isRecords(all)) {
      const keys = Object.keys(all[0]!);
      return Object.fromEntries(keys.map((key) => [key, part(all, key, `${path}.${key}`)]));
    } else if (all.every((value) => value === first)) return first;
    throw new OnnxError(
      `exportOnnx: ${call.op}${path}, ${at(call.place)}, depends on the sizes in a way that is unknown here: ` +
        `${deviations(fitter.samples, all)}. Compute it with tensors, or leave the size out of dynamicAxes.`,
    );
  };
  return merge(values, "");
}

const largestDenominator = 16;

function ratio(values: readonly number[], fitter: Fitter): Ratio | null {
  const plain = quotient(values, fitter);
  if (plain !== null) return { ...plain, root: false };
  if (!values.every((value) => value > 0)) return null;
  const squares = values.map((value) => value * value);
  const root = quotient(squares, fitter);
  return root && { ...root, root: true };
}

function quotient(values: readonly number[], fitter: Fitter): Omit<Ratio, "root"> | null {
  const whole = (x: number): boolean => Math.abs(x - Math.round(x)) < 1e-9 * Math.max(1, Math.abs(x));
  const inverse = values.map((value) => 1 / value);
  if (inverse.every(whole)) {
    const under = fitter.fit(inverse.map(Math.round));
    if (under !== null) return { over: 1, under };
  }
  for (let under = 1; under <= largestDenominator; under++) {
    const multiples = values.map((value) => value * under);
    if (!multiples.every(whole)) continue;
    const over = fitter.fit(multiples.map(Math.round));
    return over === null ? null : { over, under };
  }
  return null;
}

function isNumbers(all: readonly unknown[]): all is readonly number[] {
  return all.every((value) => typeof value === "number");
}

function isLists(all: readonly unknown[]): all is readonly (readonly unknown[])[] {
  return all.every((value) => Array.isArray(value));
}

function isRecords(all: readonly unknown[]): all is readonly Readonly<Record<string, unknown>>[] {
  return all.every(
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value),
  );
}
