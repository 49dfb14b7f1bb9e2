import { scope, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { gradCheck } from "../src/index.ts";
import type { Case, NoGradient } from "./op-cases.ts";

/** The same values behind reversed strides. */
function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

/** Tests of each op's gradients, first and second, against finite differences, and of strided inputs. */
export function checkGradients(all: Readonly<Record<string, readonly Case[] | NoGradient>>): void {
  for (const [name, cases] of Object.entries(all)) {
    if (typeof cases === "string") continue;
    describe(name, () => {
      for (const [i, { f, inputs }] of cases.entries()) {
        test(`case ${i}: first and second order agree with finite differences`, () => {
          gradCheck(f, inputs(), { order: 2, atol: 2e-6, rtol: 2e-5 });
        });

        test(`case ${i}: strided inputs give what contiguous ones give, gradients included`, () => {
          scope(() => {
            const given = inputs();
            const values = (ys: Tensor | readonly Tensor[]): unknown =>
              [ys].flat().map((y) => (y as Tensor).toArray());
            expect(values(f(...given.map(strided)))).toEqual(values(f(...given)));
            gradCheck((...xs) => f(...xs.map(strided)), given);
          });
        });
      }
    });
  }
}
