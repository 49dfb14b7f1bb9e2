import * as T from "@saccade/tensor";
import { eye, Generator, memory, ones, randn, scope, type Tensor, tensor } from "@saccade/tensor";
import {
  type AnyOp,
  apply,
  applyView,
  defineOp,
  defineView,
  dropoutOp,
  hostOps,
  ops,
} from "@saccade/tensor/backend";
import { describe, expect, test, vi } from "vitest";
import { checkpoint, compile, grad, valueAndGrad, vjp, vmap } from "../src/index.ts";
import { ruleOf } from "../src/vmap/rules.ts";
import { elementwiseCases } from "./host/elementwise.cases.ts";
import { indexingCases } from "./host/indexing.cases.ts";
import { linalgCases } from "./host/linalg.cases.ts";
import { type Case, opCases } from "./op-cases.ts";

/** Ops that run on the host. Their rules are those of ops of the table, so the loop would give the same; it must not run. */
const hostCases: Readonly<Record<string, readonly Case[] | string>> = {
  ...elementwiseCases,
  ...indexingCases,
  ...linalgCases,
};
/** Ops without a gradient, with results that count. */
const counted = (f: (...xs: Tensor[]) => Tensor, ...inputs: (() => Tensor)[]): Case => ({
  f: (...xs) => f(...xs).to("float64"),
  inputs: () => inputs.map((input) => input()),
});
const whole = (f: (x: Tensor, y: Tensor) => Tensor): Case =>
  counted((x, y) => f(x!.to("int32"), y!.to("int32")), counts, counts);
const withoutGradient: Readonly<Record<string, readonly Case[]>> = {
  isin: [counted((x) => T.isin(x!, tensor([0, 1])), counts)],
  frexpExponent: [counted((x) => T.frexp(x!).exponent, counts)],
  bitwiseNot: [counted((x) => T.bitwiseNot(x!.to("int32")), counts)],
  bitwiseAnd: [whole(T.bitwiseAnd)],
  gcd: [whole(T.gcd)],
  cummaxIndex: [counted((x) => T.cummax(x!, 1).indices, counts)],
  longestRun: [counted((x) => T.mode(x!, 0).indices, counts)],
  searchsorted: [
    counted((x, y) => T.searchsorted(x!.square(), y!), ascending, counts),
    counted((x, y) => T.searchsorted(y!, x!), counts, ascending),
    counted(
      (x, y) => T.searchsorted(x!.sort(1).values, y!),
      counts,
      () => counts().add(0.5),
    ),
  ],
  geqrf: [counted((x) => T.geqrf(x!.detach()).a, counts)],
  pivotsToPermutation: [
    counted(
      (x) => T.linalg.lu(x!.add(eye(3))).P,
      () => counts(3),
    ),
  ],
};
function counts(rows = 2): Tensor {
  return randn([rows, 3], { generator, dtype: "float64" }).mul(3).round();
}
function ascending(): Tensor {
  return tensor([1, 2, 3], { dtype: "float64" });
}

const generator = new Generator(5);
const near = (got: Tensor, want: Tensor): void => {
  expect(got.shape).toEqual(want.shape);
  expect(got.dtype).toEqual(want.dtype);
  const [a, b] = [got.dataSync(), want.dataSync()];
  a.forEach((value, i) => {
    if (!Object.is(value, b[i]) && !(Math.abs(value - b[i]!) <= 1e-9 * Math.max(1, Math.abs(b[i]!))))
      expect.fail(`element ${i} is ${value}, not ${b[i]}`);
  });
};
const listOf = (value: Tensor | readonly Tensor[]): readonly Tensor[] => [value].flat() as Tensor[];

/** Three of each: the tensor itself, one that differs, and a third. */
function three(x: Tensor): Tensor[] {
  if (x.dtype !== "float64") return [x, x, x];
  return [x, x.mul(0.9), x.mul(1.07)];
}

describe("every op: what vmap gives is what the op gives each, gradients included", () => {
  for (const [name, cases] of [
    ...Object.entries(opCases),
    ...Object.entries(hostCases),
    ...Object.entries(withoutGradient),
  ]) {
    if (typeof cases === "string") continue;
    test(name, () => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
      for (const { f, inputs } of cases) {
        const given = inputs();
        const copies = given.map(three);
        const stacked = copies.map((xs) => T.stack(xs));
        const floats = given.flatMap((x, i) => (x.dtype === "float64" ? [i] : []));
        const program = (...xs: Tensor[]): Tensor[] => {
          const { value, pullBack } = vjp(
            (...some: Tensor[]) =>
              listOf(f(...xs.map((x, i) => some[floats.indexOf(i)] ?? x))).filter(
                (y) => y.dtype === "float64",
              ),
            floats.map((i) => xs[i]!),
          );
          return [...value, ...pullBack(value.map((y) => y.mul(0).add(0.7)))];
        };
        const got = vmap(program, { randomness: "same" })(...stacked);
        const want = [0, 1, 2].map((b) => program(...copies.map((xs) => xs[b]!)));
        for (const [k, y] of got.entries()) near(y, T.stack(want.map((ys) => ys[k]!)));
        // The first argument alone is mapped over.
        const first = vmap(program, {
          randomness: "same",
          inDims: given.map((_, i) => (i === 0 ? 0 : null)),
        })(stacked[0]!, ...given.slice(1));
        const own = [0, 1, 2].map((b) => program(copies[0]![b]!, ...given.slice(1)));
        for (const [k, y] of first.entries()) near(y, T.stack(own.map((ys) => ys[k]!)));
      }
      const loops = warn.mock.calls.filter(([text]) => String(text).includes("vmap has no rule"));
      vi.restoreAllMocks();
      if (!(name in opCases)) expect(loops).toEqual([]);
    });
  }
});

test("every op runs once for all, by its declaration or a rule, but for these", () => {
  const isOp = (op: object): op is AnyOp => "infer" in op;
  const loop = ruleOf({ ...ops.uniform, name: "unknown" } as AnyOp);
  const loops = Object.values<object>({ ...ops, ...hostOps })
    .filter(isOp)
    .filter((op) => ruleOf(op) === loop);
  // Draws, updates of parameters, and calls of many steps, whose weights are the same for all or whose values are not.
  const known =
    "adagradStep adamStep additiveScores additiveScoresBackward clipFactor gruSequence gruSequenceBackward";
  const more =
    "halfLinear lstmSequence lstmSequenceBackward normal rmspropStep sgdStep totalNorm uniform widenHalf";
  expect(loops.map(({ name }) => name).sort()).toEqual(`${known} ${more}`.split(" "));
});

const net = (x: Tensor, w: Tensor): Tensor => w.mul(x).tanh().sum();
const points = tensor([[1, 2], [3, -1], [0.5, 0.25]], { dtype: "float64" }); // biome-ignore format: one line
const weights = tensor([0.3, -0.2], { dtype: "float64" });

describe("vmap", () => {
  test("of grad gives the gradients of each sample, with shared weights", () => {
    const each = vmap(grad(net, { argnums: 1 }), { inDims: [0, null] })(points, weights);
    near(each, T.stack([0, 1, 2].map((i) => grad(net, { argnums: 1 })(points.select(0, i), weights))));
  });

  test("of valueAndGrad gives records of gradients", () => {
    const w = weights;
    const { grads, value } = vmap((x: Tensor) => valueAndGrad(() => net(x, w), { w }))(points);
    near(value, vmap((x: Tensor) => net(x, w))(points));
    near(grads.w, vmap(grad(net, { argnums: 1 }), { inDims: [0, null] })(points, w));
  });

  test("inside grad: the gradient of a mean over samples", () => {
    const mean = (w: Tensor): Tensor => vmap((x: Tensor) => net(x, w))(points).mean();
    near(grad(mean)(weights), grad((w: Tensor) => points.mul(w).tanh().sum(1).mean())(weights));
  });

  test.each<[string, (x: Tensor) => Tensor, (all: Tensor) => Tensor]>([
    ["chunk", (x) => x.chunk(2)[0]!.square(), (all) => all.narrow(1, 0, 1).square()],
    ["slice", (x) => x.slice(0, { start: 1 }).exp(), (all) => all.narrow(1, 1, 1).exp()],
    ["select", (x) => x.select(0, 1).sin(), (all) => all.select(1, 1).sin()],
    ["unbind", (x) => x.unbind(0)[1]!.sin(), (all) => all.unbind(1)[1]!.sin()],
    ["diagonal", (x) => x.outer(x).diagonal(), (all) => all.square()],
    ["permute", (x) => x.outer(x.exp()).t().select(0, 0), (all) => all.mul(all.exp().narrow(1, 0, 1))],
    ["reshape", (x) => x.reshape([2, 1]).square(), (all) => all.square()],
    ["expand", (x) => x.expand([3, 2]).square(), (all) => all.square().mul(3)],
    ["stack", (x) => T.stack([x, x.square()]), (all) => all.add(all.square())],
    ["einsum", (x) => T.einsum("i,j->", x, x), (all) => all.sum(1).square()],
  ])("inside grad: the gradient of each sample goes through %s", (_name, one, all) => {
    near(grad((x: Tensor) => vmap(one)(x).sum())(points), grad((x: Tensor) => all(x).sum())(points));
    const slope = (f: (x: Tensor) => Tensor) => grad((y: Tensor) => f(y).sum());
    const slopes = (f: (x: Tensor) => Tensor) => grad((x: Tensor) => slope(f)(x).sin().sum());
    near(slopes(vmap(one))(points), slopes(all)(points));
  });

  test("inside and around checkpoint", () => {
    const two = tensor([2, 3], { dtype: "float64" });
    const f = (x: Tensor): Tensor => x.mul(two).mul(weights).narrow(0, 0, 1).sin();
    const before = memory().tensors;
    scope(() => {
      const want = grad((x: Tensor) => T.stack(x.unbind(0).map(f)).sum())(points);
      near(grad((x: Tensor) => vmap((one: Tensor) => checkpoint(() => f(one)))(x).sum())(points), want);
      near(grad((x: Tensor) => checkpoint(() => vmap(f)(x)).sum())(points), want);
    });
    expect(memory().tensors).toBe(before);
  });

  test("inside checkpoint, what all share counts once", () => {
    const f = (w: Tensor): Tensor => {
      const [own, shared] = vmap((x: Tensor) => checkpoint(() => [x.mul(w).sum(), w.square()] as const))(
        points,
      );
      return own!.sum().add(shared!.sum());
    };
    near(grad(f)(weights), points.sum(0).add(weights.mul(6)));
  });

  test("a pull-back that was made outside is mapped, one that was made inside ends with it", () => {
    const { pullBack } = vjp((x) => x.square(), [weights]);
    near(vmap((g: Tensor) => pullBack(g))(points)[0]!, points.mul(weights).mul(2));
    let late = pullBack;
    vmap((x: Tensor) => {
      const inner = vjp((y) => y.square(), [x]);
      late = inner.pullBack;
      return inner.value;
    })(points);
    expect(() => late(weights)).toThrow("belongs to a vmap that has returned");
  });

  test("a compiled function runs inside as it is", () => {
    const double = compile((x: Tensor) => x.mul(2));
    near(vmap((x: Tensor) => double(x))(points), points.mul(2));
    expect(double.recordings).toBe(0);
  });

  test("compiled, it draws new numbers at each call", () => {
    const step = compile((x: Tensor) =>
      vmap((y: Tensor) => y.add(randn([2], { dtype: "float64" })), { randomness: "different" })(x),
    );
    const [a, b, c] = [step(points), step(points), step(points)];
    expect([step.recordings, a!.eq(b!).any().item(), b!.eq(c!).any().item()]).toEqual([1, 0, 0]);
    step.dispose();
  });

  test("in one that draws different numbers, another draws as it says itself", () => {
    const drop = (x: Tensor): Tensor => apply(dropoutOp, [x], { p: 0.5, state: generator.next() })[0];
    const all = vmap(
      (_: Tensor) =>
        vmap((x: Tensor) => drop(x), { randomness: "different" })(ones([2, 64], { dtype: "float64" })),
      { randomness: "different" },
    )(points);
    const rows = all.reshape([6, 64]).unbind(0);
    for (const [i, row] of rows.entries())
      for (const other of rows.slice(i + 1)) expect(row.sub(other).abs().max().item()).toBe(2);
  });

  test("nested: every pair", () => {
    const all = vmap((x: Tensor) => vmap((y: Tensor) => x.dot(y))(points))(points);
    near(all, points.matmul(points.t()));
    const slopes = vmap((x: Tensor) => vmap(grad((y: Tensor) => x.dot(y).exp()))(points))(points);
    near(slopes, points.matmul(points.t()).exp().unsqueeze(2).mul(points.unsqueeze(1)));
  });

  test("maps over other dims, and puts the results' dim elsewhere", () => {
    const x = randn([2, 3, 4], { generator });
    near(vmap((y: Tensor) => y.t(), { inDims: -1, outDims: 1 })(x), x.permute([1, 2, 0]));
  });

  test("frees all but its results", () => {
    const before = memory().tensors;
    const out = vmap(grad((x: Tensor) => x.square().sum()))(points);
    expect(memory().tensors).toBe(before + 1);
    out.dispose();
  });

  test("draws random numbers as it is told", () => {
    const f = (x: Tensor): Tensor => x.add(randn([2], { generator }));
    expect(() => vmap(f)(points)).toThrow("vmap: normal draws random numbers inside");
    const zeros = points.mul(0);
    const same = vmap(f, { randomness: "same" })(zeros);
    near(same, same.narrow(0, 0, 1).expand([3, 2]));
    const different = vmap(f, { randomness: "different" })(zeros);
    expect(different.select(0, 0).sub(different.select(0, 1)).abs().sum().item()).toBeGreaterThan(0);
  });

  test("drops other elements of each, also of a tensor that all share, and so do the gradients", () => {
    const x = ones([2, 64], { dtype: "float64" });
    const drop = (x: Tensor): Tensor => apply(dropoutOp, [x], { p: 0.5, state: generator.next() })[0];
    for (const [mapped, inDims] of [
      [x, 0],
      [x.select(0, 0), null],
    ] as const) {
      const each = vmap((y: Tensor, _: Tensor) => drop(y), { inDims: [inDims, 0], randomness: "different" });
      const [a, b] = each(mapped, points.narrow(0, 0, 2)).unbind(0);
      expect([a!.shape, a!.max().item(), b!.max().item()]).toEqual([[64], 2, 2]);
      expect(a!.sub(b!).abs().max().item()).toBe(2);
    }
    const slopes = vmap(
      grad((y: Tensor) => drop(y).sum()),
      { randomness: "different" },
    )(x);
    expect(slopes.select(0, 0).sub(slopes.select(0, 1)).abs().max().item()).toBe(2);
  });

  test("draws other indices for each", () => {
    const indices = (weights: Tensor): Tensor => weights.multinomial(16, { replacement: true, generator });
    for (const shape of [
      [2, 9],
      [2, 3, 9],
    ]) {
      const drawn = vmap(indices, { randomness: "different" })(ones(shape));
      expect(drawn.shape).toEqual([...shape.slice(0, -1), 16]);
      expect(drawn.select(0, 0).eq(drawn.select(0, 1)).all().item()).toBe(0);
    }
  });

  test("elements cannot be read inside, and the message says so", () => {
    expect(() => vmap((x: Tensor) => x.mul(x.sum().item()))(points)).toThrow(
      "item: float64[] is one of many in vmap",
    );
    expect(() => vmap((x: Tensor) => x.nonzero())(points)).toThrow(
      "nonzero: float64[2] is one of many in vmap",
    );
  });

  test("an op of one's own says how it batches", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const halve = defineOp<readonly [Tensor], readonly [Tensor], object>({
      name: "halve",
      batch: true,
      infer: ([x]) => [x],
      forward([x], [y]) {
        y.data.set(x.data.map((value) => value / 2));
      },
      gradient: ([g]) => [() => g.div(2)],
    });
    const reverse = defineOp<readonly [Tensor], readonly [Tensor], { readonly dim: number }>({
      name: "reverse",
      batch: true,
      infer: ([x]) => [x],
      forward([x], [y], { dim }) {
        y.data.set(T.fromData(x.data, x.shape).flip(dim).dataSync());
      },
      gradient: ([g], _inputs, _outputs, { dim }) => [() => g.flip(dim)],
    });
    near(vmap((x: Tensor) => apply(halve, [x], {})[0])(points), points.mul(0.5));
    near(vmap((x: Tensor) => apply(reverse, [x], { dim: 0 })[0])(points), points.flip(1));
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test("an op without a rule runs in a loop and says so once", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const twice = defineOp<readonly [Tensor], readonly [Tensor], object>({
      name: "twice",
      infer: ([x]) => [x],
      forward([x], [y]) {
        for (let i = 0; i < y.data.length; i++) y.data[i] = 2 * x.data[i]!;
      },
      gradient: ([g]) => [() => g.mul(2)],
    });
    const f = (x: Tensor): Tensor => apply(twice, [x], {})[0];
    near(vmap(f)(points), points.mul(2));
    near(vmap(grad((x: Tensor) => f(x).sum()))(points), points.mul(0).add(2));
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      "saccade: vmap has no rule for twice, so it runs 3 times, once for each.",
    ]);
    warn.mockRestore();
  });

  test("a tensor that was kept from a vmap that has returned is refused, also in a later one", () => {
    let kept = points;
    vmap((x: Tensor) => {
      kept = T.keep(x.mul(1));
      return x;
    })(points);
    expect(() => kept.add(1)).toThrow("belongs to a vmap that has returned");
    expect(() => vmap((x: Tensor) => x.add(kept))(points)).toThrow("belongs to a vmap that has returned");
    expect(() => kept.t()).toThrow("belongs to a vmap that has returned");
  });

  test("a view of one's own is differentiated from outside", () => {
    const everySecond = defineView<object>({
      name: "everySecond",
      view: ({ shape, strides, offset }) => ({
        shape: [Math.ceil(shape[0]! / 2)],
        strides: [2 * strides[0]!],
        offset,
      }),
      gradient: (g, x) =>
        T.stack([g, g.mul(0)], 1)
          .flatten()
          .narrow(0, 0, x.numel),
    });
    const x = randn([2, 5], { generator, dtype: "float64" });
    const f = (y: Tensor): Tensor => applyView(everySecond, y, {}).square();
    const want = grad((y: Tensor) => T.stack(y.unbind(0).map(f)).sum())(x);
    near(grad((y: Tensor) => vmap(f)(y).sum())(x), want);
  });

  test("an own op with the name of a built-in one runs by its own kernel", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const rowSum = defineOp<readonly [Tensor], readonly [Tensor], object>({
      name: "cholesky",
      infer: ([{ dtype }]) => [{ shape: [], dtype }],
      forward([x], [y]) {
        y.data[0] = Array.from(x.data).reduce((sum, value) => sum + value, 0);
      },
      gradient: ([g], [x]) => [() => g.expand(x.shape)],
    });
    near(vmap((x: Tensor) => apply(rowSum, [x], {})[0])(points), points.sum(1));
    warn.mockRestore();
  });

  test("wrong calls name the argument and the fix", () => {
    expect(() => vmap((x: Tensor) => x)(tensor(1))).toThrow("argument 0 is float32[], without a dim 0");
    expect(() => vmap((x: Tensor, y: Tensor) => x.add(y))(points, weights)).toThrow(
      "the arguments before have 3",
    );
    expect(() => vmap((x: Tensor) => x, { inDims: [null] })(points)).toThrow("no argument is mapped over");
    expect(() => vmap((x: Tensor) => x, { inDims: [0, 0] })(points)).toThrow("2 entries for 1 arguments");
  });
});
