import { expect, test } from "vitest";
import * as t from "../src/index.ts";

const n = 100_000;
const draws: Readonly<
  Record<string, (generator: t.Generator) => readonly [drawn: t.Tensor, cdf: (x: number) => number]>
> = {
  exponential: (generator) => [t.exponential(2, [n], { generator }), (x) => 1 - Math.exp(-2 * x)],
  cauchy: (generator) => [t.cauchy(1, 3, [n], { generator }), (x) => 0.5 + Math.atan((x - 1) / 3) / Math.PI],
  geometric: (generator) => [t.geometric(0.3, [n], { generator }), (x) => 1 - 0.7 ** Math.floor(x)],
  "the logarithm of logNormal, against normal": (generator) => [
    t.logNormal(1, 2, [n], { generator }).log(),
    (x) => {
      const below = t.normal(1, 2, [n], { generator: new t.Generator(9) }).lt(x);
      return below.sum().item() / n;
    },
  ],
};

test.each(Object.entries(draws))(
  "%s: its share below each of some points is that of the distribution",
  (_, draw) => {
    const [drawn, cdf] = draw(new t.Generator(5));
    for (const at of [-3, 0.2, 0.9, 1, 1.7, 4, 6]) {
      // Standard errors are at most 0.0016 for one sample, 0.0022 for two.
      const share = drawn.le(at).sum().item() / n;
      expect(Math.abs(share - Math.max(0, cdf(at)))).toBeLessThan(0.01);
    }
  },
);

test("the numbers hang on the generator alone, and on no other tensor", () => {
  const x = t.zeros([4], { dtype: "float64" });
  for (const draw of [t.randLike, t.randnLike]) {
    const [a, b] = [draw(x, { generator: new t.Generator(1) }), draw(x, { generator: new t.Generator(1) })];
    expect([a.dtype, a.toArray()]).toEqual(["float64", b.toArray()]);
  }
  expect(t.randintLike(x, 2, 5).ge(2).all().item()).toBe(1);
  expect(t.randintLike(x, 0, 5).dtype).toBe("float64");
  expect(t.randint(0, 5, [2], { dtype: "float32" }).dtype).toBe("float32");
  expect(t.geometric(0.5, [2], { dtype: "int32" }).dtype).toBe("int32");
});

test("normal draws each number with its own mean and deviation, which broadcast", () => {
  const mean = t.linspace(0, 9, 10).reshape([10, 1]);
  const drawn = t.normal(mean, t.tensor([0, 2]).expand([10, 2]).reshape([1, 20]), {
    generator: new t.Generator(1),
  });
  expect(drawn.shape).toEqual([10, 20]);
  expect(drawn.select(1, 0).toArray()).toEqual(mean.flatten().toArray());
  const many = t.normal(t.ones([n]).mul(3), 2, { generator: new t.Generator(2) });
  expect(Math.abs(many.mean().item() - 3)).toBeLessThan(0.03);
  expect(Math.abs(many.std().item() - 2)).toBeLessThan(0.03);
  expect(t.normal(1, t.zeros([2])).toArray()).toEqual([1, 1]);
});

test("bernoulli draws each number with its own probability, in the dtype of p", () => {
  const p = t.tensor([0, 1, 0.25], { dtype: "float64" }).expand([n, 3]);
  const drawn = t.bernoulli(p, { generator: new t.Generator(3) });
  expect(drawn.dtype).toBe("float64");
  const [never, always, share] = drawn.mean(0).dataSync();
  expect([never, always]).toEqual([0, 1]);
  expect(Math.abs(share! - 0.25)).toBeLessThan(0.01);
});

test("wrong elements are named with their place", () => {
  expect(() => t.bernoulli(t.tensor([0.5, 2]))).toThrow(
    "bernoulli: p[1] must be a number from 0 to 1, got 2.",
  );
  expect(() => t.normal(0, t.tensor([[1, -1]]))).toThrow("normal: std[0, 1] must be a number ≥ 0, got -1.");
  expect(() => t.normal(t.zeros([2]), t.ones([3]))).toThrow("normal: ");
});
