import { describe, expect, test } from "vitest";
import * as entry from "../../src/index.ts";
import { ArgumentError, ones, ShapeError, Tensor, tensor } from "../../src/index.ts";

describe("names of other libraries", () => {
  test.each("T mT grad requiresGrad requires_grad device rank length 0 -1".split(" "))(
    "x.%s throws and says what to write, read or written",
    (name) => {
      const x = ones([2, 3]);
      expect(() => Reflect.get(x, name)).toThrow(ArgumentError);
      expect(() => Reflect.set(x, name, null)).toThrow(`tensors have no property ${name}; `);
    },
  );

  test("are not enumerable, and leave lists of tensors and copies alone", () => {
    const x = ones([2]);
    const names: string[] = [];
    for (const name in x) names.push(name);
    expect(names).not.toContain("grad");
    expect({ ...x }).not.toHaveProperty("backward");
    expect([...x]).toHaveLength(2);
    expect(Array.from(x)).toHaveLength(2);
  });
});

test("a frozen parameter is one that the optimizer is not given", () => {
  expect(() => Reflect.set(ones([2]), "requires_grad", false)).toThrow(
    "To freeze a parameter, leave it out of the optimizer",
  );
});

test("results with several parts are named tuples, as PyTorch's", () => {
  const A = tensor([[4, 1], [1, 3]]); // biome-ignore format: one line
  const { linalg } = entry;
  const results: readonly (Iterable<unknown> & object)[] = [
    ...[linalg.svd(A), linalg.eigh(A), linalg.qr(A), linalg.lu(A), linalg.luFactor(A), linalg.luFactorEx(A)],
    ...[linalg.slogdet(A), linalg.choleskyEx(A), linalg.solveEx(A, A), linalg.invEx(A), linalg.lstsq(A, A)],
    ...[linalg.ldlFactor(A), linalg.ldlFactorEx(A), entry.geqrf(A)],
    ...[entry.svdLowrank(A, { q: 1 }), entry.pcaLowrank(A, { q: 1 })],
    ...[
      entry.histogramdd(A, [2, 2]),
      entry.histogram(A, 2),
      A.topk(1),
      A.sort(),
      A.max(1),
      A.min(1),
      entry.mode(A),
    ],
    entry.luUnpack(linalg.luFactor(A).LU, linalg.luFactor(A).pivots),
  ];
  for (const result of results) {
    const [all, fields] = [[...result], Object.values(result)];
    expect(all.length === fields.length && all.every((one, i) => one === fields[i])).toBe(true);
  }
  const [U, S, Vh] = linalg.svd(A);
  expect(U!.mul(S!).matmul(Vh!).sub(A).abs().max().item()).toBeLessThan(1e-5);
});

describe("sizes beyond 2^31 - 1", () => {
  test("are refused beside a size of 0, and in views", () => {
    expect(() => entry.zeros([0, 2 ** 40])).toThrow(
      "zeros: shape [0, 1099511627776] has a size above 2^31 - 1",
    );
    expect(() => entry.zeros([0]).reshape([0, 2 ** 40])).toThrow("reshape: shape [0, 1099511627776]");
    expect(() => ones([1]).expand([2 ** 40])).toThrow("expand: shape [1099511627776] has more than");
    expect(() => tensor([0, 1], { dtype: "int32" }).oneHot(2 ** 31 - 1)).toThrow(ShapeError);
  });
});

test("new Tensor says how tensors are made", () => {
  expect(() => Reflect.construct(Tensor, [[1, 2]])).toThrow("write tensor([1, 2]) or zeros([2, 3])");
  expect(() => Reflect.construct(Tensor, [])).toThrow(ArgumentError);
});

test("errors of toArray and of text name them", () => {
  const written = ones([2]);
  Reflect.set(written.shape, 0, 5);
  expect(() => written.toArray()).toThrow(/^toArray: /);
  expect(() => String(written)).toThrow(/^toString: /);
});
