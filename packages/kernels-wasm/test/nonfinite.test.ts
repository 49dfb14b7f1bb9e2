import * as attention from "@saccade/attention";
import * as definitions from "@saccade/attention/definitions";
import { valueAndGrad } from "@saccade/autograd";
import * as t from "@saccade/tensor";
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
  readonly floats: readonly t.Tensor[];
  readonly options: attention.ScaledDotProductOptions;
  /** Whether query i of a head may attend to key j. */
  readonly allowed: t.Tensor;
}

function inputsOf({ b, h, lq, lk, d, dv, mask, lengths, causal, biased, places, seed }: Call): Inputs {
  const generator = new t.Generator(seed);
  const noise = (shape: number[]): t.Tensor => t.randn(shape, { generator });
  const shapes = [[b, h, lq, d], [b, h, lk, d], [b, h, lk, dv], ...(biased ? [[b, h, lq, lk]] : [])];
  const floats = shapes.map((shape, operand) => {
    const data = noise(shape).dataSync().slice();
    for (const place of places) {
      if (place.operand === operand && data.length > 0) data[place.at % data.length] = place.value;
    }
    return t.fromData(data, shape);
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
    ...(lens ? [t.arange(lk).lt(lens.reshape([b, 1, lengths === "queries" ? lq : 1, 1]))] : []),
    ...(causal ? [definitions.causalMask(lq, lk)] : []),
  ];
  const allowed = masks.reduce((a, m) => a.logicalAnd(m), t.ones([b, h, lq, lk], { dtype: "bool" }));
  const given = {
    ...(pairs && { mask: pairs }),
    ...(keys && { keyMask: keys }),
    ...(lens && { validLens: lens }),
  };
  return { floats, options: { ...given, causal }, allowed };
}

function toBackend(
  options: attention.ScaledDotProductOptions,
  backend: t.Backend,
): attention.ScaledDotProductOptions {
  const moved = Object.entries(options).map(([name, x]) => [name, typeof x === "object" ? x.to(backend) : x]);
  return Object.fromEntries(moved);
}

/** The output of a program and the gradients of its inputs for a cotangent. */
function derivatives(
  program: () => t.Tensor,
  inputs: readonly t.Tensor[],
  cotangent: t.Tensor,
): readonly t.Tensor[] {
  const { value, grads } = valueAndGrad(() => {
    const output = program();
    return { loss: output.mul(cotangent).sum(), output };
  }, inputs);
  return [value.output, ...grads];
}

describe.each([["reference", t.referenceBackend()] as const, ...(await backends())])("%s", (way, backend) => {
  test("attention is its definition, with weights and without, second order recorded or not", () => {
    const property = fc.property(call, (drawn) => {
      t.scope(() => {
        const { floats, options, allowed } = inputsOf(drawn);
        const r = t.randn([drawn.b, drawn.h, drawn.lq, drawn.dv], {
          generator: new t.Generator(drawn.seed + 1),
        });
        const [q, k, v, bias] = floats.map((x) => x.to("float64"));
        const defined = (): t.Tensor =>
          definitions.scaledDotProductAttention(q!, k!, v!, { mask: allowed, bias }).output;
        const wide = [q, k, v, bias].filter((x) => x !== undefined);
        const want = derivatives(defined, wide, r.to("float64")).map((x) => x.to("float32"));
        const [xs, cotangent] = [floats.map((x) => x.to(backend)), r.to(backend)];
        const moved = toBackend(options, backend);
        for (const needWeights of [true, false]) {
          const run = (): t.Tensor =>
            attention.scaledDotProductAttention(xs[0]!, xs[1]!, xs[2]!, {
              ...moved,
              bias: xs[3],
              needWeights,
            }).output;
          const first = (): readonly t.Tensor[] => derivatives(run, xs, cotangent);
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
});
