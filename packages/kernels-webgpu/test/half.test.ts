import { randn } from "@saccade/tensor";
import { halfLinear, linear } from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference, listsOf } from "../../kernels-wasm/test/contract.ts";
import { holdHalfLinear, holdWidening, packed } from "../../kernels-wasm/test/half.ts";
import { devices, dispatchesOf, gpu } from "./gpu.ts";

for (const { place, backend, tags } of devices) {
  describe.skipIf(typeof gpu === "string")(`weights of 16 bits, ${place}`, { tags }, () => {
    test.each(listsOf("1 4 8, 3 7 18, 2 3 0, 8 33 70, 9 5 12, 30 37 98"))(
      "(%i rows) · (%i, %i)ᵀ and its gradient are the reference's, with weights of 32 bits too",
      { tags: "all" },
      (...sizes) => {
        holdHalfLinear(backend(), sizes, 2e-5);
        const [n, out, width] = sizes as [number, number, number];
        const close = { relative: 2e-5, absolute: 4e-6 * (width + 10) };
        const wide = [randn([n, width]), randn([out, width]), randn([out])];
        holdAgainstReference(backend(), (x, w, b) => linear(x!, w!, b!), wide, { close });
      },
    );

    test("every number of both formats is widened exactly", () => holdWidening(backend()));

    test("a product with few rows takes one dispatch", async () => {
      const [x, w] = [randn([8, 12]).to(backend()), packed([5, 6]).to(backend())];
      expect(await dispatchesOf(() => halfLinear(x, w, "float16"), backend())).toBe(1);
    });
  });
}
