import * as t from "@saccade/tensor";
import { halfLinear, widenHalf } from "@saccade/tensor/fused";
import { expect } from "vitest";
import { holdAgainstReference, strided } from "./contract.ts";

const generator = new t.Generator(3);
const formats = ["bfloat16", "float16"] as const;

/** Random 16-bit numbers of moderate size: bfloat16 between 2⁻³ and 2, which as float16 are so too. */
export function packed(shape: number[]): t.Tensor {
  const half = (): t.Tensor => t.randint(0x3c00, 0x4000, shape, { generator });
  return half().add(half().mul(0x10000));
}

/** Holds (n, width) · (out, width)ᵀ with 16-bit weights, and its gradient, against the reference's. */
export function holdHalfLinear(
  backend: t.Backend,
  [n, out, width]: readonly number[],
  relative: number,
): void {
  const inputs = [
    t.randn([n!, width!], { generator }),
    packed([out!, width! / 2]),
    t.randn([out!], { generator }),
  ];
  const close = { relative, absolute: 4e-6 * (width! + 10) };
  for (const format of formats) {
    holdAgainstReference(backend, (x, w, b) => halfLinear(x!, w!, format, b!), inputs, { close });
    const half = (x?: t.Tensor, w?: t.Tensor): t.Tensor => halfLinear(strided(x!), strided(w!), format);
    holdAgainstReference(backend, half, inputs.slice(0, 2), { close });
  }
}

/** Holds the widening of every one of the 65,536 numbers of both formats. */
export function holdWidening(backend: t.Backend): void {
  t.scope(() => {
    const all = t.fromData(new Int32Array(new Uint16Array(65_536).map((_, i) => i).buffer), [32_768]);
    for (const format of formats) {
      const want = widenHalf(all.to(t.referenceBackend()), format).dataSync();
      const got = widenHalf(all.to(backend), format).dataSync();
      const wrong = [...got.keys()].filter((i) => !Object.is(got[i], want[i]));
      expect(wrong.slice(0, 10).map((i) => [i, got[i], want[i]])).toEqual([]);
    }
  });
}
