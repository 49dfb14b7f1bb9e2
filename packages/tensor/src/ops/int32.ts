import { checkElements } from "../apply/capture/host-values.ts";
import { convertFirst } from "../arguments.ts";
import { OverflowError, ZeroDivisionError } from "../errors.ts";
import { contiguousStrides, formatShape, numelOf, type Shape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import { forEachRun } from "./reduce/runs.ts";

// Elementwise int32 arithmetic and matrix products wrap, as in PyTorch. The functions below check results that PyTorch
// computes in int64 and that may not fit int32. They read the elements on the host, before any work is done.

const [lowest, highest] = [-(2 ** 31), 2 ** 31 - 1];

/** Whether a number truncated towards 0 is an int32. */
export function fitsInt32(value: number): boolean {
  return value > lowest - 1 && value < highest + 1;
}

/** Refuses to convert floats that do not fit int32. */
export function checkFitsInt32(x: Tensor): void {
  const { shape, dtype } = x;
  checkElements("to", x, (elements) => {
    for (let i = 0; i < elements.length; i++) {
      if (fitsInt32(elements[i]!)) continue;
      const position = contiguousStrides(shape).map((step, d) => Math.floor(i / step) % shape[d]!);
      throw new OverflowError(
        `to: ${elements[i]} at ${formatShape(position)} of ${dtype}${formatShape(shape)} does not fit int32 ` +
          "(−2147483648 to 2147483647); clamp it or replace it with where() first.",
      );
    }
  });
}

/** Refuses an integer division by 0. `divisor` is an integer tensor. */
export function checkDivisor(what: string, divisor: Tensor): void {
  checkElements(what, divisor, (elements) => {
    if (elements.includes(0)) throw divisionByZero(what);
  });
}

export function divisionByZero(what: string): ZeroDivisionError {
  return new ZeroDivisionError(
    `${what}: the divisor holds the whole number 0; replace it with where(), or convert an operand with to("float32").`,
  );
}

/** An exact sum or product, to check whether it fits. */
interface Fold {
  readonly name: "sum" | "product";
  readonly start: bigint;
  readonly join: (total: bigint, value: bigint) => bigint;
}

const sums: Fold = { name: "sum", start: 0n, join: (a, b) => a + b };
const products: Fold = { name: "product", start: 1n, join: (a, b) => a * b };

/** Refuses a sum (or product) over dims that does not fit int32. */
export function checkReduction(what: "sum" | "prod", x: Tensor, dims: readonly number[]): void {
  if (x.dtype !== "int32") return;
  const fold = what === "sum" ? sums : products;
  const { shape } = x;
  const outputs = numelOf(shape.filter((_, d) => !dims.includes(d)));
  checkElements(what, x, (elements) => {
    if (what === "sum" && largestOf(elements) * elements.length <= highest) return;
    const totals = new Array<bigint>(outputs).fill(fold.start);
    forEachRun(shape, dims, (o, start, step, length) => {
      let total = totals[o]!;
      for (let j = 0, at = start; j < length; j++, at += step) {
        total = bounded(fold.join(total, BigInt(elements[at]!)), fold);
      }
      totals[o] = total;
    });
    for (const total of totals) if (!fits(total)) throw overflow(what, fold, shape);
  });
}

/** Refuses running sums (or products) along a dim if one of them does not fit int32. */
export function checkScan(what: "cumsum" | "cumprod", x: Tensor, dim: number): void {
  if (x.dtype !== "int32") return;
  const fold = what === "cumsum" ? sums : products;
  const { shape } = x;
  checkElements(what, x, (elements) => {
    if (what === "cumsum" && largestOf(elements) * elements.length <= highest) return;
    forEachRun(shape, shape.length === 0 ? [] : [dim], (_o, start, step, length) => {
      let total = fold.start;
      for (let j = 0, at = start; j < length; j++, at += step) {
        total = fold.join(total, BigInt(elements[at]!));
        if (!fits(total)) throw overflow(what, fold, shape);
      }
    });
  });
}

function largestOf(elements: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < elements.length; i++) {
    const size = Math.abs(elements[i]!);
    if (size > largest) largest = size;
  }
  return largest;
}

// A product that is too large stays too large or becomes 0, so it is bounded.
function bounded(total: bigint, fold: Fold): bigint {
  return fold === sums || fits(total) ? total : 1n << 40n;
}

function fits(total: bigint): boolean {
  return total >= BigInt(lowest) && total <= BigInt(highest);
}

function overflow(what: string, { name }: Fold, shape: Shape): OverflowError {
  return new OverflowError(
    `${what}: a ${name} of int32${formatShape(shape)} does not fit int32 (−2147483648 to 2147483647); ` +
      `${convertFirst(what)}.`,
  );
}
