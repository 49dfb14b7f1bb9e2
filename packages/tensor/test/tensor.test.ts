import fc from "fast-check";
import { expect, test } from "vitest";
import * as t from "../src/index.ts";

test("nested arrays go in and come out", () => {
  const rows = [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 8.5],
    ],
  ];
  expect(t.tensor(rows).shape).toEqual([2, 2, 2]);
  expect(t.tensor(rows).toArray()).toEqual(rows);
  expect(t.tensor(7).toArray()).toBe(7);
  expect(t.tensor([]).shape).toEqual([0]);
  expect(t.tensor([[], []]).shape).toEqual([2, 0]);
  expect(t.tensor([true, false]).dtype).toBe("bool");
  expect(t.tensor([true, false]).toArray()).toEqual([true, false]);
  expect(t.tensor(Int32Array.of(1, 2)).dtype).toBe("int32");
});

test("ragged rows are refused by name", () => {
  expect(() => t.tensor([[1, 2], 3])).toThrow(/tensor: values\[1\] is a number/);
});

test("creation checks shapes and dtypes", () => {
  expect(() => t.zeros([2 ** 20, 2 ** 20])).toThrow(/2\^31/);
  expect(() => t.fromData(new Float32Array(3), [2, 2])).toThrow(/3 elements do not fill/);
  expect(() => t.full([1], 0, { dtype: "int64" as "int32" })).toThrow(/int64/);
});

test("data and dataSync copy in row-major order, views included", async () => {
  const x = t.arange(6).reshape([2, 3]).t();
  expect([...x.dataSync()]).toEqual([0, 3, 1, 4, 2, 5]);
  expect([...(await x.data())]).toEqual([0, 3, 1, 4, 2, 5]);
  x.dataSync()[0] = 99;
  expect(x.select(0, 0).toArray()).toEqual([0, 3]);
});

test("tensors print as PyTorch prints them", () => {
  expect(String(t.tensor([1, 2.5]))).toBe("tensor([1.0000, 2.5000])");
  expect(String(t.tensor(3))).toBe("tensor(3.)");
  expect(
    String(
      t.tensor([
        [1, -2],
        [30, 4],
      ]),
    ),
  ).toBe("tensor([[ 1., -2.],\n        [30.,  4.]])");
  expect(String(t.tensor([1, 2], { dtype: "int32" }))).toBe("tensor([1, 2], dtype=int32)");
  expect(String(t.tensor([true, false]))).toBe("tensor([ True, False], dtype=bool)");
  expect(String(t.tensor([Number.NaN, 1]))).toBe("tensor([nan, 1.])");
  expect(String(t.tensor([0.00001, 1]))).toBe("tensor([1.0000e-05, 1.0000e+00])");
  expect(String(t.zeros([0, 2]))).toBe("tensor([], shape=[0, 2])");
  expect(String(t.arange(2000))).toBe(
    "tensor([0.0000e+00, 1.0000e+00, 2.0000e+00,  ..., 1.9970e+03, 1.9980e+03,\n        1.9990e+03])",
  );
});

test("views share storage, and reshape copies only where it must", () => {
  const x = t.arange(24).reshape([2, 3, 4]);
  expect(x.transpose(0, 2).storage).toBe(x.storage);
  expect(x.slice(1, { start: 1, step: 2 }).select(0, 1).storage).toBe(x.storage);
  expect(x.unsqueeze(1).expand([2, 5, 3, 4]).storage).toBe(x.storage);
  expect(x.transpose(0, 1).reshape([3, 2, 2, 2]).storage).toBe(x.storage);
  expect(x.transpose(0, 1).reshape([6, 4]).storage).not.toBe(x.storage);
  expect(() => x.t()).toThrow(/transpose\(-2, -1\)/);
});

test("a reshape of any strided view holds the elements in order", () => {
  const size = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      fc.tuple(size, size, size, size),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      (shape, dims) => {
        const n = shape.reduce((a, b) => a * b, 1);
        const x = t.arange(n).reshape(shape).permute(dims);
        const [a, b, c, d] = x.shape as [number, number, number, number];
        for (const target of [[n], [a * b, c * d], [a, b * c, d], [a * b * c, d], [1, n, 1]]) {
          expect(x.reshape(target).dataSync()).toEqual(x.dataSync());
        }
      },
    ),
  );
});

test("operands of two backends, and dtypes a backend lacks, are refused", () => {
  const other: t.Backend = { ...t.referenceBackend(), name: "other", dtypes: ["float32"] };
  expect(() => t.tensor([1]).add(t.tensor([1], { backend: other }))).toThrow(t.BackendError);
  expect(() => t.zeros([1], { dtype: "float64", backend: other })).toThrow(/no float64 here/);
  expect(t.tensor([1]).to(other).backend).toBe(other);
});

test("profile counts the calls and bytes of each kernel", () => {
  const x = t.zeros([10, 10]);
  const { value, kernels, ms } = t.profile(() => x.matmul(x).add(1).add(2).sum());
  expect(value.item()).toBe(300);
  expect(kernels.get("add")!.calls).toBe(2);
  expect(kernels.get("matmul")!.bytes).toBe(3 * 400);
  expect(ms).toBeGreaterThan(0);
});
