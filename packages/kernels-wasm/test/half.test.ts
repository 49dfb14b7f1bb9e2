import { randn, scope } from "@saccade/tensor";
import { halfLinear } from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { bitsOf, listsOf } from "./contract.ts";
import { holdHalfLinear, holdWidening, packed } from "./half.ts";
import { backends } from "./hosts.ts";

describe.each(await backends())("16-bit weights, %s", (_way, backend) => {
  test.each(
    listsOf("1 4 8, 1 5 2, 1 1 30, 3 7 18, 2 3 0, 8 33 70, 1 33 4100, 25 5 12, 30 3 14, 24 37 4098, 40 70 6"),
  )("(%i rows) · (%i, %i)ᵀ and its gradient are the reference's", (...sizes) => {
    holdHalfLinear(backend, sizes, 1e-4);
  });

  test("every number of both formats is widened exactly", () => holdWidening(backend));

  test("a row has the bits that it has among others, for any number of threads", () => {
    scope(() => {
      const [x, w] = [randn([8, 576]).to(backend), packed([600, 288]).to(backend)];
      const whole = halfLinear(x, w, "bfloat16");
      const one = halfLinear(x.narrow(0, 5, 1), w, "bfloat16");
      expect(bitsOf(one)).toEqual(bitsOf(whole.narrow(0, 5, 1)));
    });
  });
});
