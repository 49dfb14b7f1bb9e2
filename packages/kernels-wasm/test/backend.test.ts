import { fromData, scope, type Tensor, tensor, zeros } from "@saccade/tensor";
import { type AttrsOf, apply, defineOp, type KernelTable, type ops } from "@saccade/tensor/backend";
import { describe, expect, expectTypeOf, test } from "vitest";
import { OutOfMemoryError, wasmBackend } from "../src/index.ts";
import { chooseVariant } from "../src/variant.ts";

describe("memory", () => {
  test("values survive growth, and views are made anew", async () => {
    const backend = await wasmBackend();
    scope(() => {
      const x = tensor([1, 2, 3], { backend });
      const view = x.dataSync();
      const big = zeros([4 << 20], { backend });
      expect(big.numel).toBe(4 << 20);
      expect([...x.dataSync()]).toEqual([1, 2, 3]);
      expect([...view]).not.toEqual([0, 0, 0]);
    });
    expect(backend.use().blocks).toBe(0);
  });

  test("a full memory throws by name, overwrites nothing, and works again after freeing", async () => {
    const backend = await wasmBackend({ memory: 4 << 20 });
    scope(() => {
      const x = fromData(
        Float32Array.from({ length: 1 << 18 }, (_, i) => i),
        [1 << 18],
        { backend },
      );
      const tooMany = (): unknown => scope(() => [1, 2, 3, 4, 5].map(() => x.add(1)));
      expect(tooMany).toThrow(OutOfMemoryError);
      expect(tooMany).toThrow(
        /float32\[262144\] takes 1048576 bytes.* 3 live blocks hold 3.0 MiB .* 3 live tensors.* limit is 4.0 MiB/,
      );
      expect(() => fromData(new Int32Array(1 << 20), [1024, 1024], { backend })).toThrow(
        /int32\[1024, 1024\]/,
      );
      const data = x.dataSync();
      expect(data.every((v, i) => v === i)).toBe(true);
      expect(x.add(1).select(0, 5).item()).toBe(6);
    });
    expect(backend.use().live).toBe(0);
  });

  test("more than 2^31 - 1 elements are refused by name", async () => {
    const backend = await wasmBackend();
    expect(() => backend.allocate("bool", 2 ** 31)).toThrow(/2\^31 - 1/);
  });
});

test("float64 names the reference backend", async () => {
  const backend = await wasmBackend();
  expect(() => tensor([1], { dtype: "float64", backend })).toThrow(/no float64 here.*reference backend/);
});

test("a user's op, which has no kernel, runs on the reference kernel", async () => {
  const backend = await wasmBackend();
  const double = defineOp<readonly [Tensor], readonly [Tensor], object>({
    name: "double",
    infer: ([x]) => [x],
    forward([x], [y]) {
      for (let i = 0; i < y.data.length; i++) y.data[i] = 2 * x.data[x.offset + i]!;
    },
    gradient: ([g]) => [() => g.mul(2)],
  });
  const x = tensor([1, 2, 3, 4], { backend }).reshape([2, 2]);
  expect(apply(double, [x.select(0, 1)], {})[0].toArray()).toEqual([6, 8]);
});

const done = (): boolean => true;

test("each kernel of a table is typed by the attributes of its op", () => {
  const table: KernelTable = {
    softmax: (_inputs, _outputs, { dim }) => Number.isInteger(dim),
    // @ts-expect-error topk has no attribute `descending`: it is called `largest` there.
    topk: (_inputs, _outputs, { descending }) => descending,
  };
  expect(Object.keys(table)).toEqual(["softmax", "topk"]);
  expectTypeOf<AttrsOf<typeof ops.elu>>().toEqualTypeOf<{ readonly alpha: number }>();
});

test("a table holds the names of ops that compute, and no others", () => {
  // @ts-expect-error There is no op `softmaxx`.
  const misspelled: KernelTable = { softmaxx: done };
  // @ts-expect-error A view needs no kernel.
  const view: KernelTable = { permute: done };
  expect([misspelled, view]).toHaveLength(2);
});

test.each([
  [false, "13.6.233.10", "plain"],
  [true, "11.3.244.8-node.33", "plain"],
  [true, "12.4.254.21", "plain"],
  [true, "13.0", "plain"],
  [true, "13.4", "relaxed"],
  [true, "13.6.233.10", "relaxed"],
  [true, null, "relaxed"],
])("relaxed SIMD %s on V8 %s: the %s variant", (relaxedSimd, v8, variant) => {
  expect(chooseVariant({ relaxedSimd, v8 })).toBe(variant);
});

test("relaxed SIMD can be refused, and asking for it where there is none says so", async () => {
  const backend = await wasmBackend({ relaxed: false });
  expect([backend.build, backend.variant]).toEqual(["plain", "plain-3"]);
  const asked = wasmBackend({ relaxed: true });
  await asked.then(
    ({ variant }) => expect(variant).toBe("relaxed"),
    (error) =>
      expect(String(error)).toMatch(/no WebAssembly relaxed SIMD.*referenceBackend\(\)\) works everywhere/),
  );
});
