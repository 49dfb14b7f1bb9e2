import { fromData, Generator, randint, randn, referenceBackend, scope, type Tensor } from "@saccade/tensor";
import { halfLinear, linear, widenHalf } from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference, listsOf, strided } from "../../kernels-wasm/test/contract.ts";
import { devices, gpu } from "./gpu.ts";

const generator = new Generator(3);

// Random 16-bit numbers of moderate size: bfloat16 between 2⁻³ and 2, which as float16 are so too.
function packed(shape: number[]): Tensor {
  const half = (): Tensor => randint(0x3c00, 0x4000, shape, { generator });
  return half().add(half().mul(0x10000));
}

const sizes = "1 4 8, 3 7 18, 2 3 0, 8 33 70, 9 5 12, 30 37 98";

for (const { place, backend, tags } of devices) {
  describe.skipIf(typeof gpu === "string")(`weights of 16 bits, ${place}`, { tags }, () => {
    test.each(listsOf(sizes))(
      "(%i rows) · (%i, %i)ᵀ and its gradient are the reference's",
      { tags: "all" },
      (...size) => {
        const [n, out, width] = size as [number, number, number];
        const bias = randn([out], { generator });
        const inputs = [randn([n, width], { generator }), packed([out, width / 2]), bias];
        const close = { relative: 2e-5, absolute: 4e-6 * (width + 10) };
        for (const format of ["bfloat16", "float16"] as const) {
          holdAgainstReference(backend(), (x, w, b) => halfLinear(x!, w!, format, b!), inputs, { close });
          const half = (x?: Tensor, w?: Tensor): Tensor => halfLinear(strided(x!), strided(w!), format);
          holdAgainstReference(backend(), half, inputs.slice(0, 2), { close });
        }
        const wide = [inputs[0]!, randn([out, width], { generator }), bias];
        holdAgainstReference(backend(), (x, w, b) => linear(x!, w!, b!), wide, { close });
      },
    );

    test("every one of the 65,536 numbers of both formats is widened exactly", () => {
      scope(() => {
        const all = fromData(new Int32Array(new Uint16Array(65_536).map((_, i) => i).buffer), [32_768]);
        for (const format of ["bfloat16", "float16"] as const) {
          const want = widenHalf(all.to(referenceBackend()), format).dataSync();
          const got = widenHalf(all.to(backend()), format).dataSync();
          const wrong = [...got.keys()].filter((i) => !Object.is(got[i], want[i]));
          expect(wrong.slice(0, 10).map((i) => [i, got[i], want[i]])).toEqual([]);
        }
      });
    });

    test("a product with few rows takes one dispatch", async () => {
      const [x, w] = [randn([8, 12]).to(backend()), packed([5, 6]).to(backend())];
      const before = await backend().counts();
      halfLinear(x, w, "float16");
      expect((await backend().counts()).dispatches - before.dispatches).toBe(1);
    });
  });
}
