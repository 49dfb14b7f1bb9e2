import { OverflowError, ZeroDivisionError } from "@saccade/contract";
import { checkElements, refuseElements } from "../apply/capture/host-values.ts";
import { convertFirst } from "../contract/tensor-options.ts";
import { formatShape, numelOf, type Shape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import { forEachRun } from "./reduce/dims.ts";

// Elementwise int32 arithmetic and matrix products wrap, as in PyTorch. The functions below check results that PyTorch
// computes in int64 and that may not fit int32. They read the elements on the host, before any work is done.

const [lowest, highest] = [-(2 ** 31), 2 ** 31 - 1];

/** Whether a number truncated towards 0 is an int32. */
export function fitsInt32(value: number): boolean {
  return value > lowest - 1 && value < highest + 1;
}

/** Refuses to convert floats that do not fit int32. */
export function checkFitsInt32(x: Tensor): void {
  const rule = "does not fit int32 (−2147483648 to 2147483647); clamp it or replace it with where() first";
  refuseElements("to", x, fitsInt32, (value, position) => {
    return new OverflowError(`to: ${value} at ${position} of ${x.describe()} ${rule}.`);
  });
}

/** Refuses an integer division by 0. `divisor` is an integer tensor. */
export function checkDivisor(what: string, divisor: Tensor): void {
  refuseElements(what, divisor, Boolean, () => divisionByZero(what));
}

export function divisionByZero(what: string): ZeroDivisionError {
  return new ZeroDivisionError(
    `${what}: the divisor holds the whole number 0; replace it with where(), or convert an operand with to("float32").`,
  );
}

/** Refuses a sum (or product) over dims that does not fit int32. */
export function checkReduction(what: "sum" | "prod", x: Tensor, dims: readonly number[]): void {
  if (x.dtype !== "int32") return;
  const { shape } = x;
  const outputs = numelOf(shape.filter((_, d) => !dims.includes(d)));
  checkElements(what, x, (elements) => {
    if (what === "sum" && areSmall(elements)) return;
    const totals = new Float64Array(outputs).fill(what === "sum" ? 0 : 1);
    // Sums have their lower 16 bits apart, so that both parts are exact for every number of elements.
    const low = new Float64Array(outputs);
    forEachRun(shape, dims, (o, start, step, length) => {
      for (let j = 0, at = start; j < length; j++, at += step) {
        const value = elements[at]!;
        if (what === "sum") {
          totals[o]! += value >> 16;
          low[o]! += value & 0xffff;
        } else {
          // A product that is too large stays too large or becomes 0; 2³¹ may become −2³¹.
          const product = totals[o]! * value;
          totals[o] = Math.abs(product) <= 2 ** 31 ? product : 2 ** 40;
        }
      }
    });
    const unit = what === "sum" ? 2 ** 16 : 1;
    if (!totals.every((total, o) => fitsInt32(total * unit + low[o]!))) throw overflow(what, shape);
  });
}

/** Refuses running sums (or products) along a dim if one of them does not fit int32. */
export function checkScan(what: "cumsum" | "cumprod", x: Tensor, dim: number): void {
  if (x.dtype !== "int32") return;
  const { shape } = x;
  checkElements(what, x, (elements) => {
    if (what === "cumsum" && areSmall(elements)) return;
    forEachRun(shape, shape.length === 0 ? [] : [dim], (_, start, step, length) => {
      let total = what === "cumsum" ? 0 : 1;
      for (let j = 0, at = start; j < length; j++, at += step) {
        total = what === "cumsum" ? total + elements[at]! : total * elements[at]!;
        if (!fitsInt32(total)) throw overflow(what, shape);
      }
    });
  });
}

/** Whether every sum of some of the elements fits. */
function areSmall(elements: ArrayLike<number>): boolean {
  let largest = 0;
  for (let i = 0; i < elements.length; i++) largest = Math.max(largest, Math.abs(elements[i]!));
  return fitsInt32(largest * elements.length);
}

function overflow(what: string, shape: Shape): OverflowError {
  return new OverflowError(
    `${what}: a ${what.endsWith("sum") ? "sum" : "product"} of int32${formatShape(shape)} does not fit int32 ` +
      `(−2147483648 to 2147483647); ${convertFirst(what)}.`,
  );
}
