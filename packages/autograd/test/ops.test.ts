import { scope, type Tensor } from "@saccade/tensor";
import { ops } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { gradCheck } from "../src/index.ts";
import { opCases } from "./op-cases.ts";

/** The same values behind reversed strides. */
function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

for (const [name, cases] of Object.entries(opCases)) {
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

test("an op's name is its name in the table", () => {
  for (const [name, op] of Object.entries(ops)) expect(op.name).toBe(name);
});
