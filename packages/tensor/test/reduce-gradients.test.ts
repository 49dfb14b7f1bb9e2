import { describe, expect, it } from "vitest";
import { apply, numelOf, type Op } from "../src/backend.ts";
import { fromData, type Shape, type Tensor } from "../src/index.ts";
import { cumprodOp, cumsumOp, linearScanOp } from "../src/ops/reduce/cumulative.ts";
import { amaxOp, aminOp, maxOp, minOp } from "../src/ops/reduce/extremes.ts";
import { normOp } from "../src/ops/reduce/norm.ts";
import { logSoftmaxOp, logsumexpOp, softmaxOp } from "../src/ops/reduce/softmax.ts";
import { sortOp, topkOp } from "../src/ops/reduce/sort.ts";
import { prodOp } from "../src/ops/reduce/sum.ts";
import { stdOp, varianceOp } from "../src/ops/reduce/variance.ts";

const weight = (i: number): number => 1 + Math.sin(1.7 * i);
const weights = (shape: Shape): Tensor =>
  fromData(
    Float64Array.from({ length: numelOf(shape) }, (_, i) => weight(i)),
    shape,
  );

/** The gradients of an op's inputs, for fixed irregular cotangents of its output. */
function gradients<In extends readonly Tensor[], A extends object>(
  op: Op<In, readonly [Tensor], A>,
  inputs: In,
  attrs: A,
): number[][] {
  const outputs = apply(op, inputs, attrs);
  return op.gradient([weights(outputs[0].shape)], inputs, outputs, attrs).map(read);
}

/** The gradient of an op that gives values and indices. */
function gradientOfValues<A extends object>(
  op: Op<readonly [Tensor], readonly [Tensor, Tensor], A>,
  x: Tensor,
  attrs: A,
): number[] {
  const outputs = apply(op, [x], attrs);
  return read(op.gradient([weights(outputs[0].shape), outputs[1]], [x], outputs, attrs)[0]);
}

function read(grad: (() => Tensor) | null): number[] {
  return Array.from(grad!().dataSync());
}

/** Central differences of the same weighted sum, of one element after the other. */
function differences(f: (x: Tensor) => Tensor, x: Tensor): number[] {
  const valueAt = (k: number, step: number): number => {
    const data = x.dataSync();
    data[k] = data[k]! + step;
    const y = f(fromData(data, x.shape));
    return y.mul(weights(y.shape)).sum().item();
  };
  const eps = 1e-6;
  return Array.from({ length: x.numel }, (_, k) => (valueAt(k, eps) - valueAt(k, -eps)) / (2 * eps));
}

function expectClose(got: readonly number[], expected: readonly number[]): void {
  expect(got).toHaveLength(expected.length);
  got.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 6);
  });
}

const smooth = fromData(
  Float64Array.from({ length: 12 }, (_, i) => Math.sin(2.3 * i + 1) * 2),
  [3, 4],
);
const withZeros = fromData(Float64Array.of(1.5, 0, -2, 0, 0, 3, 0.5, -1, 2, -1, 0.7, 1.1), [3, 4]);
const row = { dims: [1], keepdim: false };
const column = { dims: [0], keepdim: true };
const whole = { dims: [0, 1], keepdim: false };

type Reduction<A extends object> = Op<readonly [Tensor], readonly [Tensor], A>;

function checkOne<A extends object>(op: Reduction<A>, x: Tensor, attrs: A): void {
  const f = (at: Tensor): Tensor => apply(op, [at], attrs)[0];
  expectClose(gradients(op, [x], attrs)[0]!, differences(f, x));
}

describe("gradients agree with finite differences", () => {
  it.each([amaxOp, aminOp, prodOp, logsumexpOp])("$name", (op) => {
    checkOne(op, smooth, row);
    checkOne(op, smooth, column);
  });

  it.each([amaxOp, aminOp, logsumexpOp])("$name over all dims", (op) => {
    checkOne(op, smooth, whole);
  });

  it.each([varianceOp, stdOp])("$name", (op) => {
    checkOne(op, smooth, { ...row, correction: 1, whole: false });
    checkOne(op, smooth, { ...whole, correction: 0, whole: false });
  });

  it.each([0.5, 1, 1.5, 2, 3, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "norm, p = %d",
    (p) => {
      checkOne(normOp, smooth, { ...row, p });
      checkOne(normOp, smooth, { ...whole, p });
    },
  );

  it("prod with zeros in a row", () => {
    checkOne(prodOp, withZeros, row);
    checkOne(prodOp, withZeros, column);
  });

  it.each([softmaxOp, logSoftmaxOp])("$name", (op) => {
    checkOne(op, smooth, { dim: 0 });
    checkOne(op, smooth, { dim: 1 });
  });

  it.each([cumsumOp, cumprodOp])("$name, with zeros and in both directions", (op) => {
    for (const reverse of [false, true]) {
      checkOne(op, withZeros, { dim: 1, reverse });
      checkOne(op, withZeros, { dim: 0, reverse });
    }
  });

  it("linearScan, for both inputs", () => {
    for (const reverse of [false, true]) {
      const attrs = { dim: 1, reverse };
      const [a, b] = gradients(linearScanOp, [withZeros, smooth], attrs);
      expectClose(
        a!,
        differences((x) => apply(linearScanOp, [x, smooth], attrs)[0], withZeros),
      );
      expectClose(
        b!,
        differences((x) => apply(linearScanOp, [withZeros, x], attrs)[0], smooth),
      );
    }
  });

  it.each([maxOp, minOp])("$name along a dim", (op) => {
    for (const attrs of [row, column]) {
      const got = gradientOfValues(op, smooth, attrs);
      expectClose(
        got,
        differences((x) => apply(op, [x], attrs)[0], smooth),
      );
    }
  });

  it("sort and topk", () => {
    const order = { dim: 0, descending: true };
    const sorted = gradientOfValues(sortOp, smooth, order);
    expectClose(
      sorted,
      differences((x) => apply(sortOp, [x], order)[0], smooth),
    );
    const best = { dim: 1, k: 2, largest: false };
    const picked = gradientOfValues(topkOp, smooth, best);
    expectClose(
      picked,
      differences((x) => apply(topkOp, [x], best)[0], smooth),
    );
  });
});

describe("gradients where there is a choice", () => {
  const ties = fromData(Float64Array.of(1, 3, 3, 1), [4]);
  const all = { dims: [0], keepdim: false };
  const one = weight(0);

  it("amax shares among ties, max(dim) gives all to the first", () => {
    expect(gradients(amaxOp, [ties], all)).toEqual([[0, one / 2, one / 2, 0]]);
    expect(gradients(aminOp, [ties], all)).toEqual([[one / 2, 0, 0, one / 2]]);
    expect(gradientOfValues(maxOp, ties, all)).toEqual([0, one, 0, 0]);
  });

  it("max of all shares among NaNs; amax, where nothing equals NaN, divides 0 by 0", () => {
    const x = fromData(Float64Array.of(1, Number.NaN, Number.NaN), [3]);
    expect(gradients(amaxOp, [x], { ...all, shareNaN: true })).toEqual([[0, one / 2, one / 2]]);
    expect(gradients(amaxOp, [x], all)).toEqual([[Number.NaN, Number.NaN, Number.NaN]]);
  });

  it("norm and std have none at a vector of equal elements", () => {
    const flat = fromData(new Float64Array(3), [3]);
    for (const p of [1, 1.5, 2, 3, Number.POSITIVE_INFINITY]) {
      expect(gradients(normOp, [flat], { ...all, p })[0]!.map(Math.abs)).toEqual([0, 0, 0]);
    }
    expect(gradients(stdOp, [flat], { ...all, correction: 1, whole: false })).toEqual([[0, 0, 0]]);
  });

  it("the infinity norm shares among elements of one size, with their signs", () => {
    const x = fromData(Float64Array.of(2, -2, 1), [3]);
    expect(gradients(normOp, [x], { ...all, p: Number.POSITIVE_INFINITY })).toEqual([[one / 2, -one / 2, 0]]);
  });
});
