import { fromData, Generator, randint, randn, referenceBackend, scope, type Tensor } from "@saccade/tensor";
import { halfLinear, widenHalf } from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { bitsOf, holdAgainstReference, listsOf } from "./contract.ts";
import { backends } from "./hosts.ts";

const generator = new Generator(3);

// Random 16-bit numbers of moderate size: bfloat16 between 2⁻³ and 2, which as float16 are so too.
function packed(shape: number[]): Tensor {
  const half = (): Tensor => randint(0x3c00, 0x4000, shape, { generator });
  return half().add(half().mul(0x10000));
}

describe.each(await backends())("16-bit weights, %s", (_way, backend) => {
  test.each(
    listsOf("1 4 8, 1 5 2, 1 1 30, 3 7 18, 2 3 0, 8 33 70, 1 33 4100, 25 5 12, 30 3 14, 24 37 4098, 40 70 6"),
  )("(%i rows) · (%i, %i)ᵀ and its gradient are the reference's", (...sizes) => {
    const [n, out, width] = sizes as [number, number, number];
    const inputs = [randn([n, width], { generator }), packed([out, width / 2]), randn([out], { generator })];
    for (const format of ["bfloat16", "float16"] as const) {
      const close = { relative: 1e-4, absolute: 2e-6 * (width + 10) };
      holdAgainstReference(backend, (x, w, b) => halfLinear(x!, w!, format, b!), inputs, { close });
      holdAgainstReference(backend, (x, w) => halfLinear(x!, w!, format), inputs.slice(0, 2), { close });
    }
  });

  test("every one of the 65,536 numbers of both formats is widened exactly", () => {
    scope(() => {
      const all = fromData(new Int32Array(new Uint16Array(65_536).map((_, i) => i).buffer), [32_768]);
      for (const format of ["bfloat16", "float16"] as const) {
        const want = widenHalf(all.to(referenceBackend()), format).dataSync();
        const got = widenHalf(all.to(backend), format).dataSync();
        expect(got.every((value, i) => Object.is(value, want[i]))).toBe(true);
      }
    });
  });

  test("a row has the bits that it has among others, for any number of threads", () => {
    scope(() => {
      const [x, w] = [randn([8, 576], { generator }).to(backend), packed([600, 288]).to(backend)];
      const whole = halfLinear(x, w, "bfloat16");
      const one = halfLinear(x.narrow(0, 5, 1), w, "bfloat16");
      expect(bitsOf(one)).toEqual(bitsOf(whole.narrow(0, 5, 1)));
    });
  });
});
