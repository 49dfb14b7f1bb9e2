import { memory, ones, type Tensor, tensor } from "@saccade/tensor";
import { expect } from "vitest";
import { vjp } from "../src/index.ts";

export const int = (values: number | number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });

export const numbers = (x: Tensor): number[] => [...x.dataSync()];

/** The gradients of f's elements, each with a cotangent of 1. */
export function gradient(f: (x: Tensor) => Tensor, x: Tensor): Tensor {
  const { value, pullBack } = vjp(f, [x]);
  return pullBack(ones(value.shape, { dtype: value.dtype }))[0]!;
}

/** Compares elements, within `tolerance`, with a tensor of the same shape, or with numbers in row-major order. */
export function near(got: Tensor, want: Tensor | readonly number[], tolerance: number = 1e-5): void {
  const wanted = "dataSync" in want ? numbers(want) : want;
  if ("dataSync" in want) expect(got.shape).toEqual(want.shape);
  expect(got.numel).toBe(wanted.length);
  for (const [i, x] of numbers(got).entries()) {
    const y = wanted[i]!;
    if (!Object.is(x, y) && !(Math.abs(x - y) <= tolerance))
      expect.fail(`element ${i} is ${x}, expected ${y}: [${numbers(got)}] for [${[...wanted]}]`);
  }
}

/** The error that a call throws. */
export function errorOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

/** More runs leave memory as the first one left it. */
export function keepsMemory(run: () => unknown, times: number = 20): void {
  run();
  const { tensors, bytes } = memory();
  for (let i = 0; i < times; i++) run();
  expect(memory()).toMatchObject({ tensors, bytes });
}
