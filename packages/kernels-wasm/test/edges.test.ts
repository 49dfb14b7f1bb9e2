import { fromData, randn, referenceBackend, scope, type Tensor, tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calls, expectClose, holdAgainstReference, listsOf, noGradients } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

const [lowest, highest] = [-(2 ** 31), 2 ** 31 - 1];
const whole = fc.oneof(
  fc.integer({ min: lowest, max: highest }),
  fc.constantFrom(lowest, highest, 46341, -1, 0),
);
const int32 = (values: readonly number[]): Tensor => fromData(Int32Array.from(values), [values.length]);
const odd = "NaN Infinity -Infinity -0 0 1 -1 2 0.5 -2.5 3 7 1e-40 1e30 -3e38 20.5 -100"
  .split(" ")
  .map(Number);

describe.each(await backends())("%s, at the edges", (way, backend) => {
  test("int32 wraps and divides as on the reference", () => {
    const pairs = fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pairs, (list) => {
        const a = int32(list.map(([p]) => p));
        const b = int32(list.map(([, q]) => (q === 0 || q === -1 ? 3 : q)));
        const f = (x: Tensor, y: Tensor): Tensor[] => [
          ...[...calls(x, "mul pow floorDivide remainder fmod dot", y), ...calls(x, "square neg abs")],
          ...[x.pow(5), x.mul(123456789), x.unsqueeze(1).matmul(y.unsqueeze(0))],
          ...calls(x.gt(0), "add mul", y.gt(0)),
        ];
        holdAgainstReference(backend, f, [a, b], noGradients);
      }),
      runsOf(way, 100),
    );
  });

  test("floats divide and take powers as on the reference, NaN, ±∞ and −0 included", () => {
    const pairs = odd.flatMap((a) => odd.map((b) => [a, b] as const));
    const [a, b] = [tensor(pairs.map(([p]) => p)), tensor(pairs.map(([, q]) => q))];
    const f = (x: Tensor, y: Tensor): Tensor[] => [
      ...[...calls(x, "floorDivide remainder pow", y), ...calls(x, "relu expm1 elu softplus gelu")],
      ...[0, 0.5, -0.5, 1, 2, 3, -1, Infinity, -Infinity].map((exponent) => x.pow(exponent)),
    ];
    holdAgainstReference(backend, f, [a, b], noGradients);
  });

  test("gates saturate to exactly 0 and 1", () => {
    // One unit: r, z and n from x; with z = 1 the state stays, with z = 0 it is n = tanh(0) = 0.
    const stepOf = (z: number): number => {
      const x = tensor([[[0, z, 0]]]).to(backend);
      const [h, u, bias] = [tensor([[0.7]]), tensor([[0], [0], [0]]), tensor([0, 0, 0])].map((t) =>
        t.to(backend),
      );
      return fused.gruSequence(x, h!, u!, bias!).last.item();
    };
    for (const large of [88, 100, 1e4, 1e30, Infinity]) {
      expect(stepOf(large)).toBe(Math.fround(0.7));
      expect(stepOf(-large)).toBe(0);
    }
    const ends = tensor([-Infinity, -1e30, -120, 40, 1e30, Infinity]).to(backend).sigmoid();
    expect([...ends.dataSync()]).toEqual([0, 0, 0, 1, 1, 1]);
  });

  // Sums in blocks: the error does not grow with the root of k, which gave 1.2e-6 and 2.3e-6 here.
  test.each(listsOf("64 4096 64, 64 16384 20, 64 16384 1, 1 16384 64, 64 16384 2, 16 4096 9"))(
    "(%i, %i) · (…, %i) has an rms error below 5e-7 of a term's root mean square",
    (n, k, m) => {
      scope(() => {
        const [a, b] = [randn([n!, k!]), randn([k!, m!])];
        const got = a.to(backend).matmul(b.to(backend)).dataSync();
        const [x, y] = [a, b].map((t) => t.to(referenceBackend()).to("float64")) as [Tensor, Tensor];
        const want = x.matmul(y).dataSync();
        let squares = 0;
        for (let i = 0; i < want.length; i++) squares += (got[i]! - want[i]!) ** 2;
        expect(Math.sqrt(squares / want.length / k!)).toBeLessThan(5e-7);
      });
    },
  );

  test("GELU's left tail keeps its digits", () => {
    const xs = Float32Array.from({ length: 1200 }, (_, i) => -i / 100);
    const [got, want] = [backend, referenceBackend()].map((on) =>
      fromData(xs, [1200], { backend: on }).gelu(),
    );
    // PyTorch's 1 + erf is off by 3e-8 · |x| there.
    expectClose(got!, want!, "gelu", { relative: 1e-4, absolute: 1e-11 });
  });
});
