import { noGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { type Shape, Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { fault } from "../../tensor/test/walk.ts";
import { KeyValueCache } from "../src/index.ts";

import { ints, noise } from "./helpers.ts";

// Unusual, and legal: an empty batch, one position, one head, every key masked. Shapes hold, and nothing is NaN.

/** An attention of b sequences of n positions. */
export type Run = (b: number, n: number, options: { validLens?: Tensor }) => unknown;

export const x = (b: number, n: number): Tensor => noise([b, n, 4]);
/** The run of a module in evaluation mode. */
export const of =
  <M extends Module>(module: M, run: (module: M, ...args: Parameters<Run>) => unknown): Run =>
  (...args) =>
    run(module.eval(), ...args);

function* tensorsOf(value: unknown): Generator<Tensor> {
  if (value instanceof Tensor) yield value;
  else if (typeof value === "object" && value !== null && !(value instanceof KeyValueCache))
    for (const part of Object.values(value)) yield* tensorsOf(part);
}

function check(result: unknown): Shape[] {
  const all = [...tensorsOf(result)];
  expect(all.length).toBeGreaterThan(0);
  for (const one of all) expect(one.dataSync().every((value) => !Number.isNaN(value))).toBe(true);
  return all.map(({ shape }) => shape);
}

export function testEdges(runs: Readonly<Record<string, Run>>): void {
  describe.each(Object.entries(runs))("%s", (_, run) => {
    test("of no sequence: the shapes of one, but for the batch", () => {
      noGrad(() => {
        const [none, one] = [check(run(0, 3, {})), check(run(1, 3, {}))];
        expect(none.map((shape) => shape.length)).toEqual(one.map((shape) => shape.length));
        for (const shape of none) expect(shape).toContain(0);
      });
    });

    test("of no position: an empty result, or an error that says so", () => {
      noGrad(() => {
        try {
          check(run(2, 0, {}));
        } catch (error) {
          expect(fault(error)).toBe(null);
        }
      });
    });

    test("of one position, and with every key masked", () => {
      noGrad(() => {
        check(run(2, 1, {}));
        check(run(2, 3, { validLens: ints([0, 0]) }));
      });
    });
  });
}
