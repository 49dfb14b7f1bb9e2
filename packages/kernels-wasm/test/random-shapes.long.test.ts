import { cat, div, fromData, gt, le, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { calls, holdAgainstReference, noGradients } from "./contract.ts";
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

/** As int32, with what does not fit taken in. */
function whole(x: Tensor): Tensor {
  return x
    .isnan()
    .where(0, x.clamp({ min: -9, max: 9 }))
    .to("int32");
}

const comparisons = "eq ne lt le gt ge";
const functions = "neg abs sign square sqrt rsqrt reciprocal floor ceil trunc round exp expm1 log log1p log2";
const activations = "tanh sigmoid erf relu gelu silu softplus logSigmoid leakyRelu";

describe.each(await backends())("%s, any shape and strides", (way, backend) => {
  const options = runsOf(way, 150);
  test("two operands", () => {
    fc.assert(
      fc.property(shapes, looks, looks, (shape, lookA, lookB) => {
        const [a, viewA] = seen(shape, lookA, true);
        const [b, viewB] = seen(shape, lookB, true);
        const both = (f: (a: Tensor, b: Tensor) => Tensor[]) => (x: Tensor, y: Tensor) =>
          f(viewA(x), viewB(y));
        const floats = both((p, q) => [
          ...calls(p, `add sub mul div maximum minimum ${comparisons}`, q),
          ...calls(p, `add sub rsub mul div maximum minimum ${comparisons}`, 3),
          ...[p.lt(q).where(p, q), p.sub(0.3), p.minimum(-0.5), p.le(0), div(2, p), gt(1, p)],
          p.isfinite().logicalAnd(q.gt(0)),
        ]);
        holdAgainstReference(backend, floats, [a, b], noGradients);
        const ints = both((p, q) => {
          const [i, j] = [whole(p), whole(q)];
          const mixed = [i.lt(j).where(i, j), i.sub(0.5), le(2, i)];
          return [
            ...calls(i, `add sub mul div ${comparisons}`, j),
            ...calls(i, "add rsub gt ne", 3),
            ...mixed,
          ];
        });
        holdAgainstReference(backend, ints, [a, b], noGradients);
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
          const bool = y.to("bool");
          return [
            ...calls(y, `${functions} ${activations} clone`),
            ...[y.gelu({ approximate: "tanh" }), y.elu({ alpha: 0.3 })],
            ...[y.clamp({ min: -2, max: 1 }), y.clamp({ min: 0 }), y.powScalar(2), y.powScalar(3)],
            ...[bool, whole(y), bool.to("float32"), bool.to("int32").to("float32"), bool.logicalNot()],
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
        const dim = shape.length > 0 ? chosen % shape.length : 0;
        const all = (t: Tensor): Tensor[] => {
          const y = view(t);
          return [
            ...[y.sum(), y.gt(0).sum(dims), whole(y).sum(dims, { keepdim }), y.sum(dims, { keepdim })],
            ...[...calls(y, "mean logsumexp", dims), ...calls(y, "softmax logSoftmax", dim)],
            ...(shape.includes(0) ? [] : [y.amax(dims, { keepdim }), y.amin(dims)]),
          ];
        };
        holdAgainstReference(backend, all, [x], noGradients);
      }),
      options,
    );
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
});
