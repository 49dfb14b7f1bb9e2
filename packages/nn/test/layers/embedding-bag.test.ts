import { valueAndGrad } from "@saccade/autograd";
import { memory, randn, renorm, resetPeakMemory, scope, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Bilinear, EmbeddingBag, functional } from "../../src/index.ts";
import { int, near } from "../helpers.ts";

const weight = tensor([1, 2, 3, 4, -5, 6]).reshape([3, 2]);
const [indices, offsets] = [int([0, 2, 2, 1]), int([0, 3, 3])];

// The numbers are PyTorch's.
test.each([
  ["sum", [-9, 14], [1, 2, 0, 0, 2, 4]],
  ["mean", [-3, 4.6666665], [1 / 3, 2 / 3, 0, 0, 2 / 3, 4 / 3]],
  ["max", [1, 6], [1, 0, 0, 0, 0, 2]],
] as const)("bags by offsets, an empty one and padding among them: %s", (mode, first, gradient) => {
  const net = new EmbeddingBag(3, 2, { mode, paddingIdx: 1 });
  net.loadStateDict({ weight });
  const factors = tensor([1, 2, 3, 4, 5, 6]).reshape([3, 2]);
  const { value, grads } = valueAndGrad(() => {
    const bags = net.forward(indices, offsets);
    return { loss: bags.mul(factors).sum(), bags };
  }, [net.weight]);
  near(value.bags, [...first, 0, 0, 0, 0]);
  near(grads[0]!, gradient);
});

test("bags in rows are those with offsets, as are factors for each index", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.nat(99), (b, n, seed) => {
      const rows = Array.from({ length: b }, (_, i) =>
        Array.from({ length: n }, (_, j) => (i * seed + j) % 3),
      );
      const starts = int(rows.map((_, i) => i * n));
      const factors = randn([b, n]);
      for (const mode of ["sum", "mean", "max"] as const) {
        const own = (x: Tensor): object => (mode === "sum" ? { mode, perSampleWeights: x } : { mode });
        const wanted = functional.embeddingBag(int(rows), weight, null, own(factors));
        const got = functional.embeddingBag(int(rows.flat()), weight, starts, own(factors.flatten()));
        near(got, wanted);
      }
    }),
    { numRuns: 20 },
  );
});

test("what is outside of a bag changes nothing in it, whatever it holds", () => {
  const far = tensor([1, 2, 3, 4, -5, 6, Number.NaN, 0, Number.POSITIVE_INFINITY, 1]).reshape([5, 2]);
  const ids = int([0, 1, 3, 2, 4]);
  const factors = tensor([1, 2, Number.NaN, 3, 1]);
  for (const mode of ["sum", "mean", "max"] as const) {
    const own = mode === "sum" ? { perSampleWeights: factors } : {};
    const wanted = { sum: [7, 10, -15, 18], mean: [2, 3, -5, 6], max: [3, 4, -5, 6] }[mode];
    const { value, grads } = valueAndGrad(() => {
      const given = { ...own, mode, paddingIdx: 3 };
      const bags = functional.embeddingBag(ids, far, int([0, 3, 4]), { ...given, includeLastOffset: true });
      const inRows = functional.embeddingBag(int([[0, 1, 3]]), far, null, {
        ...given,
        ...(mode === "sum" && { perSampleWeights: factors.narrow(0, 0, 3).unsqueeze(0) }),
      });
      return { loss: bags.sum().add(inRows.sum()), bags, inRows };
    }, [far, factors]);
    near(value.bags, wanted);
    near(value.inRows, wanted.slice(0, 2));
    for (const grad of grads) expect(grad.isfinite().all().item()).toBe(1);
    expect(grads[0]!.narrow(0, 3, 2).toArray()).toEqual([[0, 0], [0, 0]]); // biome-ignore format: a row each
  }
  const rest = functional.embeddingBag(ids, far, int([0, 2, 4]), { mode: "sum" }).toArray();
  expect(rest).toEqual([[4, 6], [Number.NaN, 6], [Number.POSITIVE_INFINITY, 1]]); // biome-ignore format: a bag each
});

test("many bags take room for their indices, not for each index in each bag", () => {
  const [n, bags] = [8000, 2000];
  const ids = int(Array.from({ length: n }, (_, i) => i % 3));
  const starts = int(Array.from({ length: bags }, (_, i) => (i * n) / bags));
  for (const mode of ["sum", "mean", "max"] as const) {
    resetPeakMemory();
    const before = memory().bytes;
    scope(() => functional.embeddingBag(ids, weight, starts, { mode }).clone());
    expect(memory().peak - before).toBeLessThan(n * bags);
  }
});

test("embedding scales rows to maxNorm, and gradients by how often an index comes", () => {
  near(
    functional.embedding(indices, weight, { maxNorm: 3 }),
    [1, 2, -1.9205532, 2.3046637, -1.9205532, 2.3046637, 1.8, 2.4],
  );
  const { grads } = valueAndGrad(
    () => functional.embedding(indices, weight, { scaleGradByFreq: true, maxNorm: 3 }).sum(),
    [weight],
  );
  near(grads[0]!, [1, 1, 1, 1, 1, 1]);
});

// From PyTorch's rule: a row is scaled if its norm > maxNorm, and NaN is not; ∞ · 0 is NaN.
test("embedding with maxNorm leaves rows with NaN as they are, and scales infinite rows to NaN and zeros", () => {
  const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
  const odd = tensor([[nan, inf, 2], [inf, 1, 2]]); // biome-ignore format: a row each
  expect(functional.embedding(int([0, 1]), odd, { maxNorm: 1 }).toArray()).toEqual([[nan, inf, 2], [nan, 0, 0]]); // biome-ignore format: one line
  const { grads } = valueAndGrad(
    () => functional.embedding(int([0, 0, 1]), odd, { maxNorm: 1 }).sum(),
    [odd],
  );
  expect(grads[0]!.toArray()).toEqual([[2, 2, 2], [1, 1, 1]]); // biome-ignore format: one line
});

test("an EmbeddingBag whose padding is its first row leaves that row out", () => {
  for (const paddingIdx of [0, -3])
    near(functional.embeddingBag(int([[0, 1], [2, 0]]), weight, null, { mode: "sum", paddingIdx }), [3, 4, -5, 6]); // biome-ignore format: one line
});

test("wrong bags throw", () => {
  const bag =
    (...given: unknown[]) =>
    () =>
      Reflect.apply(functional.embeddingBag, null, given);
  expect(bag(indices, weight)).toThrow(/need offsets/);
  expect(bag(int([[0, 1]]), weight, offsets)).toThrow(/leave out offsets/);
  expect(bag(indices, weight, int([1, 2]))).toThrow(
    /offsets is \[1, 2\]; expected whole numbers that start at 0/,
  );
  expect(bag(indices, weight, int([0, 5]))).toThrow(/at most 4/);
  expect(bag(indices, weight, offsets, { perSampleWeights: randn([4]) })).toThrow(/require mode "sum"/);
  expect(bag(indices, weight, offsets, { sparse: true })).toThrow(/gradients are dense/);
});

test("bilinear, normalize and renorm have PyTorch's values", () => {
  const net = new Bilinear(2, 3, 2);
  const w = tensor([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).reshape([2, 2, 3]);
  net.loadStateDict({ weight: w, bias: tensor([1, 2]) });
  near(net.forward(tensor([[1, 2]]), tensor([[3, -1, 2]])), [34, 107]);
  near(functional.normalize(tensor([[3, 4, 0]]), { p: 1 }), [3 / 7, 4 / 7, 0]);
  const rows = tensor([3, 4, 0.3, 0.4]).reshape([2, 2]);
  near(renorm(rows, 1, 1, 2), [1.8181819, 1.8181818, 0.1818182, 0.1818182]);
});
