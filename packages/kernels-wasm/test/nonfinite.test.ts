import {
  AdditiveAttention,
  MultiheadAttention,
  type ScaledDotProductOptions,
  scaledDotProductAttention,
} from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import {
  type Backend,
  fromData,
  Generator,
  randn,
  referenceBackend,
  scope,
  type Tensor,
  where,
} from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backends, runsOf } from "./hosts.ts";

// What is masked does not exist, and what is not always shows: attention against plain loops over the allowed pairs.

const size = fc.integer({ min: 1, max: 5 });
const wild = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
const call = fc.record({
  b: fc.integer({ min: 1, max: 2 }),
  h: fc.integer({ min: 1, max: 2 }),
  lq: size,
  lk: fc.integer({ min: 0, max: 5 }),
  d: size,
  dv: size,
  mask: fc.constantFrom("none", "pairs", "sequences", "heads", "all", "keys"),
  lengths: fc.constantFrom("none", "sequences", "queries"),
  causal: fc.boolean(),
  biased: fc.boolean(),
  places: fc.array(fc.record({ operand: fc.nat(3), at: fc.nat(999), value: wild }), { maxLength: 4 }),
  seed: fc.nat(9999),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

interface Inputs {
  /** q, k, v and the bias. */
  readonly floats: readonly Tensor[];
  readonly options: ScaledDotProductOptions;
  /** Whether query i of a head may attend to key j. */
  readonly allowed: (b: number, h: number, i: number, j: number) => boolean;
}

function inputsOf({ b, h, lq, lk, d, dv, mask, lengths, causal, places, seed }: Call): Inputs {
  const generator = new Generator(seed);
  const noise = (shape: number[]): Tensor => randn(shape, { generator });
  const shapes = [
    [b, h, lq, d],
    [b, h, lk, d],
    [b, h, lk, dv],
    [b, h, lq, lk],
  ];
  const floats = shapes.map((shape, operand) => {
    const data = noise(shape).dataSync().slice();
    for (const place of places) {
      if (place.operand === operand && data.length > 0) data[place.at % data.length] = place.value;
    }
    return fromData(data, shape);
  });
  const maskShape = { none: null, pairs: [lq, lk], sequences: [b, 1, lq, lk], heads: [1, h, lq, lk] };
  const more = { ...maskShape, all: [b, h, lq, lk], keys: null }[mask];
  const pairs = more && noise(more).gt(0);
  const keys = mask === "keys" ? noise([b, lk]).gt(0) : null;
  const lensShape = { none: null, sequences: [b], queries: [b, lq] }[lengths];
  const lens = lensShape && noise(lensShape).abs().mul(2).clamp({ max: lk }).to("int32");
  const whole = pairs?.expand([b, h, lq, lk]).contiguous().dataSync();
  const allowed = (n: number, head: number, i: number, j: number): boolean =>
    (whole === undefined || whole[((n * h + head) * lq + i) * lk + j] !== 0) &&
    (keys === null || keys.dataSync()[n * lk + j] !== 0) &&
    (lens === null || j < lens.dataSync()[lengths === "queries" ? n * lq + i : n]!) &&
    (!causal || j <= i);
  const options = {
    ...(pairs && { mask: pairs }),
    ...(keys && { keyMask: keys }),
    ...(lens && { validLens: lens }),
    causal,
  };
  return { floats, options, allowed };
}

/** The output and the gradients of q, k, v and the bias, for the cotangent `r`. */
function loops({ b, h, lq, lk, d, dv, biased }: Call, { floats, allowed }: Inputs, r: ArrayLike<number>) {
  const [q, k, v, bias] = floats.map((x) => x.dataSync());
  const out = new Float64Array(b * h * lq * dv);
  const grads = floats.map((x) => new Float64Array(x.numel));
  const [dq, dk, dvs, dbias] = grads;
  const add = (to: Float64Array, at: number, x: number): void => {
    to[at] = to[at]! + x;
  };
  for (let head = 0; head < b * h; head++) {
    for (let i = 0; i < lq; i++) {
      const row = head * lq + i;
      const seen = Array.from({ length: lk }, (_, j) => j).filter((j) =>
        allowed(Math.floor(head / h), head % h, i, j),
      );
      const scores = seen.map((j) => {
        let s = 0;
        for (let c = 0; c < d; c++) s += q![row * d + c]! * k![(head * lk + j) * d + c]!;
        return s / Math.sqrt(d) + (biased ? bias![row * lk + j]! : 0);
      });
      const top = Math.max(...scores);
      const powers = scores.map((s) => Math.exp(s - top));
      const total = powers.reduce((a, x) => a + x, 0);
      const weights = powers.map((x) => x / total);
      const slopes = seen.map((j, n) => {
        let slope = 0;
        for (let c = 0; c < dv; c++) {
          const [at, from] = [row * dv + c, (head * lk + j) * dv + c];
          add(out, at, weights[n]! * v![from]!);
          slope += r[at]! * v![from]!;
          add(dvs!, from, weights[n]! * r[at]!);
        }
        return slope;
      });
      const mean = slopes.reduce((a, x, n) => a + x * weights[n]!, 0);
      for (const [n, j] of seen.entries()) {
        const ds = weights[n]! * (slopes[n]! - mean);
        add(dbias!, row * lk + j, ds);
        for (let c = 0; c < d; c++) {
          const [at, from] = [row * d + c, (head * lk + j) * d + c];
          add(dq!, at, (ds * k![from]!) / Math.sqrt(d));
          add(dk!, from, (ds * q![at]!) / Math.sqrt(d));
        }
      }
    }
  }
  return [out, ...(biased ? grads : grads.slice(0, 3))];
}

function expectSame(got: Tensor, want: Float64Array, what: string): void {
  const data = got.dataSync();
  expect(data.length).toBe(want.length);
  for (let i = 0; i < want.length; i++) {
    const [x, y] = [data[i]!, want[i]!];
    const same = Object.is(x, y) || x === y || Math.abs(x - y) <= 1e-4 * (1 + Math.abs(y));
    if (!same) expect.fail(`${what}: element ${i} is ${x}, the loops have ${y}`);
  }
}

function toBackend(options: ScaledDotProductOptions, backend: Backend): ScaledDotProductOptions {
  const moved = Object.entries(options).map(([name, x]) => [name, typeof x === "object" ? x.to(backend) : x]);
  return Object.fromEntries(moved);
}

describe.each([["reference", referenceBackend()] as const, ...(await backends())])("%s", (way, backend) => {
  test("attention is that of the loops, with weights and without, second order recorded or not", () => {
    const property = fc.property(call, (drawn) => {
      scope(() => {
        const inputs = inputsOf(drawn);
        const { b, h, lq, dv, biased, seed } = drawn;
        const r = randn([b, h, lq, dv], { generator: new Generator(seed + 1) });
        const want = loops(drawn, inputs, r.dataSync());
        const floats = inputs.floats.slice(0, biased ? 4 : 3).map((x) => x.to(backend));
        const cotangent = r.to(backend);
        const options = toBackend(inputs.options, backend);
        const first = (needWeights: boolean) =>
          valueAndGrad(() => {
            const [q, k, v, bias] = floats;
            const given = { ...options, bias, needWeights };
            const { output } = scaledDotProductAttention(q!, k!, v!, given);
            return { loss: output.mul(cotangent).sum(), output };
          }, floats);
        for (const needWeights of [true, false]) {
          const { value, grads } = first(needWeights);
          const what = `needWeights ${needWeights}`;
          expectSame(value.output, want[0]!, `${what}, output`);
          grads.forEach((grad, i) => {
            expectSame(grad, want[i + 1]!, `${what}, gradient of ${["q", "k", "v", "bias"][i]}`);
          });
          // Under an outer tape the gradients are made of ops.
          const recorded = valueAndGrad(() => {
            const inner = first(needWeights).grads;
            return { loss: inner[0]!.sum(), inner };
          }, [cotangent]);
          recorded.value.inner.forEach((grad, i) => {
            expectSame(grad, want[i + 1]!, `${what}, recorded gradient of ${["q", "k", "v", "bias"][i]}`);
          });
        }
      });
    });
    fc.assert(property, way === "reference" ? { numRuns: 150 } : runsOf(way, 150));
  });

  test("layers with projections: masked keys have no part in any parameter's gradient", () => {
    scope(() => {
      const noise = (shape: number[], seed: number) =>
        randn(shape, { generator: new Generator(seed) }).to(backend);
      const keyMask = fromData(new Uint8Array([1, 1, 0, 1, 0, 0]), [2, 3], { dtype: "bool" }).to(backend);
      const [q, k, v] = [noise([2, 4, 6], 1), noise([2, 3, 6], 2), noise([2, 3, 6], 3)];
      const holed = (x: Tensor, value: number): Tensor => where(keyMask.unsqueeze(-1), x, value);
      const multihead = new MultiheadAttention(6, 2, { batchFirst: true });
      const additive = new AdditiveAttention(6, 6, 5);
      for (const module of [multihead, additive]) {
        module.to(backend);
        for (const needWeights of [true, false]) {
          const output = (keys: Tensor, values: Tensor): Tensor =>
            module instanceof MultiheadAttention
              ? module.forward(q, keys, values, { keyMask, needWeights }).output
              : module.forward(q, keys, values, undefined, { keyMask }).output;
          const run = (value: number) => {
            const inputs = { keys: holed(k, value), values: holed(v, value) };
            const watched = { ...inputs, ...module.namedParameters() };
            return valueAndGrad(() => {
              const y = output(inputs.keys, inputs.values);
              return { loss: y.square().sum(), y };
            }, watched);
          };
          const want = run(0);
          for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
            const got = run(value);
            expectSame(got.value.y, Float64Array.from(want.value.y.dataSync()), "output");
            for (const [name, grad] of Object.entries(want.grads)) {
              const other: Tensor = Object(got.grads)[name];
              expectSame(other, Float64Array.from(grad.dataSync()), `gradient of ${name}`);
            }
          }
        }
      }
    });
  });
});
