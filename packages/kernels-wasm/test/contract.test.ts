import type { ops, Tensor } from "@saccade/tensor";
import { describe, test } from "vitest";
import { opCases } from "../../autograd/test/op-cases.ts";
import { holdAgainstReference } from "./contract.ts";
import { backends } from "./hosts.ts";

/** Cases that need float64, which only the reference has. */
const needFloat64: readonly (keyof typeof ops)[] = ["cast"];

/** The same values behind reversed strides. */
function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

describe.each(await backends())("%s", (_way, backend) => {
  for (const [name, cases] of Object.entries(opCases)) {
    if (typeof cases === "string" || needFloat64.some((op) => op === name)) continue;
    test(`${name}: values and gradients are the reference's`, () => {
      for (const { f, inputs } of cases) {
        const given = inputs();
        holdAgainstReference(backend, f, given);
        holdAgainstReference(backend, (...xs) => f(...xs.map(strided)), given);
      }
    });
  }
});
