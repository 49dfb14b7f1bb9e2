import * as attention from "@saccade/attention";
import * as definitions from "@saccade/attention/definitions";
import { valueAndGrad } from "@saccade/autograd";
import {
  arange,
  type Backend,
  fromData,
  Generator,
  ones,
  randn,
  referenceBackend,
  scope,
  type Tensor,
  where,
} from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { expectClose } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

// What is masked does not exist, and what is not always shows: attention against its definition.

const close = { relative: 1e-4, absolute: 1e-4 };
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
  readonly options: attention.ScaledDotProductOptions;
  /** Whether query i of a head may attend to key j. */
  readonly allowed: Tensor;
}

function inputsOf({ b, h, lq, lk, d, dv, mask, lengths, causal, biased, places, seed }: Call): Inputs {
  const generator = new Generator(seed);
  const noise = (shape: number[]): Tensor => randn(shape, { generator });
  const shapes = [[b, h, lq, d], [b, h, lk, d], [b, h, lk, dv], ...(biased ? [[b, h, lq, lk]] : [])];
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
  const masks = [
    ...(pairs ? [pairs] : []),
    ...(keys ? [keys.reshape([b, 1, 1, lk])] : []),
    ...(lens ? [arange(lk).lt(lens.reshape([b, 1, lengths === "queries" ? lq : 1, 1]))] : []),
    ...(causal ? [definitions.causalMask(lq, lk)] : []),
  ];
  const allowed = masks.reduce((a, m) => a.logicalAnd(m), ones([b, h, lq, lk], { dtype: "bool" }));
  const given = {
    ...(pairs && { mask: pairs }),
    ...(keys && { keyMask: keys }),
    ...(lens && { validLens: lens }),
  };
  return { floats, options: { ...given, causal }, allowed };
}

function toBackend(
  options: attention.ScaledDotProductOptions,
  backend: Backend,
): attention.ScaledDotProductOptions {
  const moved = Object.entries(options).map(([name, x]) => [name, typeof x === "object" ? x.to(backend) : x]);
  return Object.fromEntries(moved);
}

/** The output of a program and the gradients of its inputs for a cotangent. */
function derivatives(program: () => Tensor, inputs: readonly Tensor[], cotangent: Tensor): readonly Tensor[] {
  const { value, grads } = valueAndGrad(() => {
    const output = program();
    return { loss: output.mul(cotangent).sum(), output };
  }, inputs);
  return [value.output, ...grads];
}

describe.each([["reference", referenceBackend()] as const, ...(await backends())])("%s", (way, backend) => {
  test("attention is its definition, with weights and without, second order recorded or not", () => {
    const property = fc.property(call, (drawn) => {
      scope(() => {
        const { floats, options, allowed } = inputsOf(drawn);
        const r = randn([drawn.b, drawn.h, drawn.lq, drawn.dv], { generator: new Generator(drawn.seed + 1) });
        const [q, k, v, bias] = floats.map((x) => x.to("float64"));
        const defined = (): Tensor =>
          definitions.scaledDotProductAttention(q!, k!, v!, { mask: allowed, bias }).output;
        const wide = [q, k, v, bias].filter((x) => x !== undefined);
        const want = derivatives(defined, wide, r.to("float64")).map((x) => x.to("float32"));
        const [xs, cotangent] = [floats.map((x) => x.to(backend)), r.to(backend)];
        const moved = toBackend(options, backend);
        for (const needWeights of [true, false]) {
          const run = (): Tensor =>
            attention.scaledDotProductAttention(xs[0]!, xs[1]!, xs[2]!, {
              ...moved,
              bias: xs[3],
              needWeights,
            }).output;
          const first = (): readonly Tensor[] => derivatives(run, xs, cotangent);
          // Under an outer tape the gradients are made of ops.
          const recorded = valueAndGrad(() => {
            const [output, ...inner] = first();
            return { loss: inner[0]!.sum(), output: output!, inner };
          }, [cotangent]).value;
          for (const got of [first(), [recorded.output, ...recorded.inner]]) {
            want.forEach((x, i) => {
              expectClose(
                got[i]!,
                x,
                `needWeights ${needWeights}, result ${i} of the output and gradients`,
                close,
              );
            });
          }
        }
      });
    });
    fc.assert(property, way === "reference" ? runs(150) : runsOf(way, 150));
  });

  test("layers with projections: masked keys have no part in any parameter's gradient", () => {
    scope(() => {
      const noise = (shape: number[], seed: number) =>
        randn(shape, { generator: new Generator(seed) }).to(backend);
      const keyMask = fromData(new Uint8Array([1, 1, 0, 1, 0, 0]), [2, 3], { dtype: "bool" }).to(backend);
      const [q, k, v] = [noise([2, 4, 6], 1), noise([2, 3, 6], 2), noise([2, 3, 6], 3)];
      const holed = (x: Tensor, value: number): Tensor => where(keyMask.unsqueeze(-1), x, value);
      const multihead = new attention.MultiheadAttention(6, 2, { batchFirst: true });
      const additive = new attention.AdditiveAttention(6, 6, 5);
      for (const module of [multihead, additive]) {
        module.to(backend);
        for (const needWeights of [true, false]) {
          const output = (keys: Tensor, values: Tensor): Tensor =>
            module instanceof attention.MultiheadAttention
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
            expectClose(got.value.y, want.value.y, "output", close);
            for (const [name, grad] of Object.entries(want.grads)) {
              expectClose(Object(got.grads)[name], grad, `gradient of ${name}`, close);
            }
          }
        }
      }
    });
  });
});
