import { Tensor } from "@saccade/tensor";
import { brief, type GoldenTensor } from "./case.ts";
import { decodeData, type HostValue, snapshot } from "./decode.ts";
import { allowedAt, type Tolerance, tolerances } from "./tolerances.ts";

/** The findings of one case. Without any it has passed. */
export class Report {
  readonly findings: string[] = [];
  readonly #reading: Promise<unknown>[] = [];

  fail(finding: string): void {
    this.findings.push(finding);
  }

  /** A tensor (or its snapshot) against a golden one: shape, class of dtype, numbers. */
  tensor(what: string, actual: Tensor | HostValue, golden: GoldenTensor, tolerance: Tolerance): void {
    const got = actual instanceof Tensor ? snapshot(actual) : actual;
    if (formatShape(got.shape) !== formatShape(golden.shape)) {
      this.fail(`${what}: shape ${formatShape(got.shape)} instead of ${formatShape(golden.shape)}`);
      return;
    }
    if (dtypeClass(got.dtype) !== dtypeClass(golden.dtype)) {
      this.fail(`${what}: dtype ${got.dtype} where ${golden.dtype} is expected`);
      return;
    }
    const exact = dtypeClass(golden.dtype) === "float" ? tolerance : tolerances.exact;
    this.#data(what, got.data, decodeData(golden, what), exact, golden.shape);
  }

  /** What is to be compared once it has been read, and {@link settled} waits for. */
  later(read: Promise<HostValue>, compare: (value: HostValue) => unknown): void {
    this.#reading.push(read.then(compare));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#reading);
  }

  /** Zeros of any shape: the gradient without a path. */
  zeros(what: string, actual: HostValue): void {
    this.#data(what, actual.data, new Float32Array(actual.data.length), tolerances.exact, actual.shape);
  }

  /** A list of numbers. */
  numbers(what: string, actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: Tolerance): void {
    if (actual.length !== expected.length) {
      this.fail(`${what}: ${actual.length} numbers instead of ${expected.length}`);
      return;
    }
    this.#data(what, actual, expected, tolerance, [expected.length]);
  }

  number(what: string, actual: number, expected: number, tolerance: Tolerance): void {
    this.#data(what, [actual], [expected], tolerance, []);
  }

  /** Texts, whole numbers, lists and objects of such: equal as JSON. */
  equal(what: string, actual: unknown, expected: unknown): void {
    if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length) {
      const at = actual.findIndex((value, i) => JSON.stringify(value) !== JSON.stringify(expected[i]));
      if (at >= 0) this.fail(`${what}[${at}]: ${brief(actual[at])} instead of ${brief(expected[at])}`);
      return;
    }
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      this.fail(`${what}: ${brief(actual)} instead of ${brief(expected)}`);
  }

  #data(
    what: string,
    actual: ArrayLike<number>,
    expected: ArrayLike<number>,
    tolerance: Tolerance,
    shape: readonly number[],
  ): void {
    const difference = compareData(actual, expected, tolerance);
    if (difference !== null) this.fail(`${what}: ${describe(difference, expected.length, shape)}`);
  }
}

export interface Difference {
  /** Elements beyond the tolerance. */
  readonly count: number;
  /** The worst of them: its error and its tolerance. */
  readonly maxError: number;
  readonly allowed: number;
  /** The first of them. */
  readonly index: number;
  readonly actual: number;
  readonly expected: number;
}

/** Compares number by number; NaN equals NaN, an infinity itself, and 0 equals −0. Null when all are near enough. */
export function compareData(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance,
): Difference | null {
  let largest = 0;
  for (let i = 0; i < expected.length; i++) {
    const size = Math.abs(expected[i]!);
    if (Number.isFinite(size) && size > largest) largest = size;
  }
  let first = -1;
  let count = 0;
  let maxError = 0;
  let allowed = 0;
  for (let i = 0; i < expected.length; i++) {
    const a = actual[i]!;
    const b = expected[i]!;
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
    const bound = Number.isFinite(b) ? allowedAt(tolerance, b, largest) : 0;
    const error = Math.abs(a - b);
    if (error <= bound) continue;
    count++;
    if (first < 0) first = i;
    const size = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
    if (count === 1 || size > maxError) [maxError, allowed] = [size, bound];
  }
  if (first < 0) return null;
  return { count, maxError, allowed, index: first, actual: actual[first]!, expected: expected[first]! };
}

function describe(d: Difference, length: number, shape: readonly number[]): string {
  const where = shape.length === 0 ? "" : ` at ${formatShape(position(d.index, shape))}`;
  const many = length > 1 ? ` (${d.count} of ${length} differ)` : "";
  return (
    `max error ${d.maxError.toPrecision(3)} where ${d.allowed.toPrecision(3)} is allowed; ` +
    `first${where}: ${d.actual} instead of ${d.expected}${many}`
  );
}

function position(index: number, shape: readonly number[]): number[] {
  let rest = index;
  return shape
    .map((_, d) => shape.slice(d + 1).reduce((product, size) => product * size, 1))
    .map((step) => {
      const at = Math.floor(rest / step);
      rest -= at * step;
      return at;
    });
}

function formatShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}

function dtypeClass(dtype: string): "float" | "int" | "bool" {
  if (dtype === "bool") return "bool";
  return dtype.startsWith("int") ? "int" : "float";
}
