import {
  ArgumentError,
  FreedTensorError,
  manualSeed,
  ones,
  randn,
  type Tensor,
  tensor,
  where,
} from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { checkpoint, grad, noGrad, stopGradient, valueAndGrad, vjp } from "../src/index.ts";

beforeEach(() => manualSeed(0));

// Ops that cut every path from their input to their output.
const cuts: Readonly<Record<string, (x: Tensor) => Tensor>> = {
  item: (x) => tensor(x.sum().item()).expand(x.shape),
  detach: (x) => x.detach(),
  stopGradient,
  noGrad: (x) => noGrad(() => x.mul(2)),
  "a comparison": (x) => x.gt(0).to("float32"),
  argmax: (x) => x.argmax(0).to("float32").expand(x.shape),
  round: (x) => x.round(),
  floor: (x) => x.floor(),
  sign: (x) => x.sign(),
  "int32 and back": (x) => x.to("int32").to("float32"),
  shape: (x) => ones(x.shape),
  "a condition": (x) => where(x.gt(0), 1, 2).to("float32"),
};

// Differentiable ops, linear ones among them.
const steps: readonly ((x: Tensor) => Tensor)[] = [
  (x) => x.mul(3),
  (x) => x.neg(),
  (x) => x.add(1),
  (x) => x.reshape([3, 1]).transpose(0, 1).reshape([3]),
  (x) => x.tanh(),
  (x) => x.mul(x),
  (x) => checkpoint(() => x.mul(2)),
];
const chain = fc.array(fc.integer({ min: 0, max: steps.length - 1 }), { maxLength: 4 });
const through = (numbers: readonly number[], x: Tensor): Tensor => numbers.reduce((y, n) => steps[n]!(y), x);

describe("a function whose result does not depend on its argument", () => {
  test.each(Object.entries(cuts))("throws: %s", (_name, cut) => {
    fc.assert(
      fc.property(chain, chain, (before, after) => {
        const f = (x: Tensor): Tensor => through(after, cut(through(before, x))).sum();
        const x = tensor([0.3, -1.2, 0.7]);
        expect(() => grad(f)(x)).toThrow(ArgumentError);
        expect(() => grad(f)(x)).toThrow(/grad: the result does not depend on argument 0/);
        expect(() => grad((a, b) => f(a).add(f(b)), { argnums: [0, 1] })(x, x.neg())).toThrow(/0 or 1/);
        expect(() => valueAndGrad(() => f(x), { x })).toThrow(/no parameter is on the path/);
        const { value, pullBack } = vjp(f, [x]);
        expect(pullBack(ones(value.shape))[0]!.toArray()).toEqual([0, 0, 0]); // as in JAX
      }),
      { numRuns: 20 },
    );
  });

  test("an argument without a path has zeros where another has one", () => {
    const [a, b] = [randn([3]), randn([3])];
    const f = (p: Tensor, q: Tensor): Tensor => p.mul(q.detach()).sum();
    const [da, db] = grad(f, { argnums: [0, 1] })(a, b);
    expect([da!.toArray(), db!.toArray()]).toEqual([b.toArray(), [0, 0, 0]]);
    expect(() => grad(f, { argnums: 1 })(a, b)).toThrow(/argument 1/);
    expect(valueAndGrad(() => f(a, b), { a, b }).grads.b.toArray()).toEqual([0, 0, 0]);
    const { value, pullBack } = vjp(f, [a, b]);
    expect(pullBack(ones(value.shape))[1]!.toArray()).toEqual([0, 0, 0]);
  });
});

describe("derivatives that are constant", () => {
  // The n-th derivative of a polynomial, by grad alone.
  const nth = (f: (x: Tensor) => Tensor, n: number): ((x: Tensor) => Tensor) =>
    n === 0 ? f : nth((x) => grad(f)(x).sum(), n - 1);

  test("a polynomial's derivatives of every order are the textbook's, zeros at the end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 2, maxLength: 4 }),
        (coefficients) => {
          const f = (x: Tensor): Tensor =>
            coefficients.map((c, i) => x.pow(i).mul(c).sum()).reduce((a, b) => a.add(b));
          let wanted = coefficients;
          for (let order = 1; order <= coefficients.length + 2; order++) {
            wanted = wanted.slice(1).map((c, i) => c * (i + 1));
            const at = (x: number): number => wanted.reduce((sum, c, i) => sum + c * x ** i, 0);
            const found = grad(nth(f, order - 1))(tensor([2, -1]));
            expect(found.toArray()).toEqual([at(2) + 0, at(-1) + 0]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test("of a linear function by grad, valueAndGrad, vjp and checkpoint", () => {
    const x = tensor([1, 2]);
    const linear: readonly ((y: Tensor) => Tensor)[] = [
      (y) => y.mul(3).sum(),
      (y) => checkpoint(() => y.mul(3)).sum(),
      (y) => y.reshape([2, 1]).expand([2, 4]).sum(),
    ];
    for (const f of linear) {
      expect(grad((y: Tensor) => grad(f)(y).sum())(x).toArray()).toEqual([0, 0]);
      expect(grad((y: Tensor) => grad(f)(y.tanh()).sum())(x).toArray()).toEqual([0, 0]);
      const slope = (): Tensor => valueAndGrad(() => f(x), { x }).grads.x.sum();
      expect(valueAndGrad(slope, { x }).grads.x.toArray()).toEqual([0, 0]);
      const pulled = vjp((y) => vjp(f, [y]).pullBack(tensor(1))[0]!, [x]);
      expect(pulled.pullBack(ones([2]))[0]!.toArray()).toEqual([0, 0]);
    }
    expect(() => grad((y: Tensor) => grad((z) => z.mul(3).sum())(y.detach()).sum())(x)).toThrow(
      ArgumentError,
    );
  });

  test("mixed with others are unchanged", () => {
    const [x, w] = [tensor([2]), tensor([5])];
    const slope = (a: Tensor, b: Tensor): Tensor => grad((y: Tensor) => y.mul(b).sum())(a).sum();
    expect(grad(slope)(x, w).toArray()).toEqual([0]);
    expect(grad(slope, { argnums: 1 })(x, w).toArray()).toEqual([1]);
  });
});

describe("a function that returns a freed tensor", () => {
  const freed = (x: Tensor): Tensor => {
    const y = x.mul(2).sum();
    y.dispose();
    return y;
  };

  test("throws in every form of a gradient", () => {
    const x = tensor([1, 2]);
    expect(() => grad(freed)(x)).toThrow(FreedTensorError);
    expect(() => valueAndGrad(() => freed(x), { x })).toThrow(FreedTensorError);
    expect(() => valueAndGrad(() => ({ loss: freed(x) }), { x })).toThrow(FreedTensorError);
    expect(() => vjp(freed, [x])).toThrow(FreedTensorError);
    expect(() => grad((y: Tensor) => checkpoint(() => freed(y)))(x)).toThrow(FreedTensorError);
  });
});
