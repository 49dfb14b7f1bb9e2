import { cat, div, fromData, gt, le, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

let seed = 1;

/** Floats with ties, both signs, and sometimes what is not finite. */
function values(shape: readonly number[], special: boolean): Tensor {
  const odd = [Number.NaN, Infinity, -Infinity, 0, -0, 3];
  const n = shape.reduce((a, b) => a * b, 1);
  const data = Float32Array.from({ length: n }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return special && seed % 7 === 0 ? odd[seed % 6]! : Math.round((seed / 2 ** 31 - 0.5) * 60) / 8;
  });
  return fromData(data, shape);
}

const sizes = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }) },
  fc.integer({ min: 0, max: 40 }),
);
const shapes = fc.array(sizes, { maxLength: 4 }).filter((shape) => shape.reduce((a, b) => a * b, 1) < 4000);

/** How an input is looked at: its dims in another order, every second element, expanded dims. */
interface Look {
  readonly order: number;
  readonly skip: number;
  readonly still: number;
}
const looks = fc.record({ order: fc.nat(23), skip: fc.nat(6), still: fc.nat(9) });

function orderOf(ndim: number, code: number): number[] {
  const left = Array.from({ length: ndim }, (_, i) => i);
  return Array.from({ length: ndim }, () => left.splice(code % left.length, 1)[0]!);
}

/** A tensor of another shape, and the view of it that has the shape asked for. */
function seen(
  shape: readonly number[],
  { order, skip, still }: Look,
  special: boolean,
): [Tensor, (x: Tensor) => Tensor] {
  const dims = orderOf(shape.length, order);
  const stored = dims.map((d) => (d === still ? 1 : d === skip ? shape[d]! * 2 : shape[d]!));
  const back = dims.map((_, i) => dims.indexOf(i));
  const look = (x: Tensor): Tensor => {
    let y = x.permute(back);
    if (skip < shape.length && skip !== still) y = y.slice(skip, { step: 2 });
    return y.expand(shape);
  };
  return [values(stored, special), look];
}

const noGradients = { gradients: false };

/** As int32, with what does not fit taken in. */
function whole(x: Tensor): Tensor {
  return x
    .isnan()
    .where(0, x.clamp({ min: -9, max: 9 }))
    .to("int32");
}

describe.each(await backends())("%s, any shape and strides", (way, backend) => {
  const options = runsOf(way, 150);
  test("two operands", () => {
    fc.assert(
      fc.property(shapes, looks, looks, (shape, lookA, lookB) => {
        const [a, viewA] = seen(shape, lookA, true);
        const [b, viewB] = seen(shape, lookB, true);
        const both = (f: (a: Tensor, b: Tensor) => Tensor | Tensor[]) => (x: Tensor, y: Tensor) =>
          f(viewA(x), viewB(y));
        const all = both((p, q) => [
          p.add(q),
          p.sub(q),
          p.mul(q),
          p.div(q),
          p.maximum(q),
          p.minimum(q),
          p.eq(q),
          p.ne(q),
          p.lt(q),
          p.le(q),
          p.gt(q),
          p.ge(q),
          p.lt(q).where(p, q),
          p.mul(2),
          p.rsub(1),
          p.sub(0.3),
          p.div(7),
          div(2, p),
          p.maximum(1),
          p.minimum(-0.5),
          p.eq(3),
          p.ne(3),
          p.lt(1),
          p.le(0),
          p.gt(1),
          p.ge(3),
          gt(1, p),
          p.isfinite().logicalAnd(q.gt(0)),
        ]);
        holdAgainstReference(backend, all, [a, b], noGradients);
        const int = both((p, q) => {
          const [i, j] = [p.clamp({ min: -9, max: 9 }), q.clamp({ min: -9, max: 9 })].map((t) =>
            t.isnan().where(0, t).to("int32"),
          ) as [Tensor, Tensor];
          return [
            i.add(j),
            i.sub(j),
            i.mul(j),
            i.lt(j),
            i.eq(j),
            i.le(j),
            i.ne(j),
            i.lt(j).where(i, j),
            i.div(j),
            i.add(3),
            i.rsub(3),
            i.sub(0.5),
            i.gt(2),
            le(2, i),
            i.ne(0),
          ];
        });
        holdAgainstReference(backend, int, [a, b], noGradients);
      }),
      options,
    );
  });

  test("one operand, values and types", () => {
    fc.assert(
      fc.property(shapes, looks, (shape, look) => {
        const [x, view] = seen(shape, look, true);
        const all = (t: Tensor): Tensor[] => {
          const y = view(t);
          return [
            y.neg(),
            y.abs(),
            y.sign(),
            y.square(),
            y.sqrt(),
            y.rsqrt(),
            y.reciprocal(),
            y.floor(),
            y.ceil(),
            y.trunc(),
            y.round(),
            y.exp(),
            y.expm1(),
            y.log(),
            y.log1p(),
            y.log2(),
            y.tanh(),
            y.sigmoid(),
            y.erf(),
            y.relu(),
            y.gelu(),
            y.gelu({ approximate: "tanh" }),
            y.silu(),
            y.softplus(),
            y.logSigmoid(),
            y.elu({ alpha: 0.3 }),
            y.leakyRelu(),
            y.clamp({ min: -2, max: 1 }),
            y.clamp({ min: 0 }),
            y.to("bool"),
            whole(y),
            y.to("bool").to("float32"),
            y.to("bool").to("int32").to("float32"),
            y.to("bool").logicalNot(),
            y.clone(),
            y.powScalar(2),
            y.powScalar(3),
          ];
        };
        holdAgainstReference(backend, all, [x], noGradients);
      }),
      options,
    );
  });

  test("reductions over any dims", () => {
    fc.assert(
      fc.property(shapes, looks, fc.nat(15), fc.boolean(), (shape, look, chosen, keepdim) => {
        const [x, view] = seen(shape, look, false);
        const dims = shape.map((_, d) => d).filter((d) => (chosen >> d) % 2 === 1);
        const empty = shape.includes(0);
        const dim = shape.length > 0 ? chosen % shape.length : 0;
        const all = (t: Tensor): Tensor[] => {
          const y = view(t);
          const out = [
            y.sum(dims, { keepdim }),
            y.sum(),
            y.mean(dims),
            y.logsumexp(dims),
            y.softmax(dim),
            y.gt(0).sum(dims),
            whole(y).sum(dims, { keepdim }),
            y.logSoftmax(dim),
          ];
          return empty ? out : [...out, y.amax(dims, { keepdim }), y.amin(dims)];
        };
        holdAgainstReference(backend, all, [x], noGradients);
      }),
      options,
    );
  });

  test("long sums along either axis", () => {
    for (const shape of [
      [3, 5000],
      [5000, 3],
      [300, 37],
      [2, 200, 21],
      [1, 70000],
    ]) {
      const x = values(shape, false);
      const close = { relative: 1e-6, absolute: 1e-3 };
      const all = (t: Tensor): Tensor[] => [...shape.map((_, d) => t.sum(d)), t.sum(), t.square().mean()];
      holdAgainstReference(backend, all, [x], { ...noGradients, close });
    }
  });

  test("NaN and infinities in reductions and softmax", () => {
    for (const shape of [
      [7, 9],
      [4, 3],
      [5, 33],
    ]) {
      const all = (t: Tensor): Tensor[] => [
        t.amax(0),
        t.amax(1),
        t.amin(0),
        t.amin(1),
        t.sum(0),
        t.sum(1),
        t.softmax(1),
        t.logSoftmax(1),
        t.softmax(0),
        t.logsumexp(1),
        t.logsumexp(0),
      ];
      holdAgainstReference(backend, all, [values(shape, true)], noGradients);
      const none = values(shape, false).mul(0).add(-Infinity);
      holdAgainstReference(backend, all, [none], noGradients);
    }
  });

  test("logsumexp of rows that hold an infinity, with and without NaN", () => {
    for (const row of [
      [Infinity, 1, 2],
      [Infinity, -Infinity, 5],
      [Infinity, Number.NaN, 5],
      [-Infinity, -Infinity],
      [Number.NaN, 1],
    ]) {
      for (const n of [row.length, 33]) {
        const data = Float32Array.from({ length: n }, (_, i) => row[i] ?? Math.sin(i));
        holdAgainstReference(
          backend,
          (t) => [t.logsumexp(1), t.t().logsumexp(0)],
          [fromData(data, [1, n])],
          noGradients,
        );
      }
    }
  });

  test("copies: permuted, joined, cut, padded, picked", () => {
    fc.assert(
      fc.property(
        shapes.filter((s) => s.length > 0),
        looks,
        fc.nat(3),
        fc.nat(4),
        (shape, look, d, extra) => {
          const dim = d % shape.length;
          const [x, view] = seen(shape, look, false);
          const size = shape[dim]!;
          const picks = Int32Array.from(
            { length: size === 0 ? 0 : 3 + extra },
            (_, i) => (i * 7 + extra) % size,
          );
          const index = fromData(picks, [picks.length]);
          const all = (t: Tensor, i: Tensor): Tensor[] => {
            const y = view(t);
            const last = [extra, 1, -(extra % 2), 2].slice(0, 2 * Math.min(2, shape.length));
            const out = [
              y.clone(),
              cat([y, y.mul(2), y.slice(dim, { start: 1 })], dim),
              y.slice(dim, { step: 2 }).clone(),
              y.gt(0).clone(),
              whole(y).clone(),
              y.indexSelect(dim, i),
              y.indexAdd(dim, i, y.indexSelect(dim, i).mul(2)),
            ];
            return size > 0 && shape.every((s) => s > 1) ? [...out, y.pad(last, { value: 5 })] : out;
          };
          holdAgainstReference(backend, all, [x, index]);
        },
      ),
      options,
    );
  });

  test("gather, scatterAdd and embedding with gradients", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 19 }),
        fc.nat(1),
        looks,
        (n, m, dim, look) => {
          const shape = [n, m];
          const [x, view] = seen(shape, { ...look, still: 9 }, false);
          const size = shape[dim]!;
          const index = fromData(
            Int32Array.from({ length: n * m }, (_, i) => (i * 5 + (i % 3)) % size),
            shape,
          );
          const rows = fromData(
            Int32Array.from({ length: 12 }, (_, i) => (i * 3) % n),
            [3, 4],
          );
          const all = (t: Tensor, i: Tensor, r: Tensor): Tensor[] => {
            const y = view(t);
            return [
              y.gather(dim, i),
              y.gather(dim, i.slice(0, { step: 2 })),
              y.scatterAdd(dim, i, y.mul(3)),
              y.embedding(r).square(),
              y.embedding(r.transpose(0, 1), { paddingIdx: 0 }).square(),
            ];
          };
          holdAgainstReference(backend, all, [x, index, rows]);
        },
      ),
      options,
    );
  });
});
