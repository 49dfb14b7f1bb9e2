import {
  chunkedMemory,
  deltaProduct,
  entmax,
  fenwickLevels,
  hopfieldEnergies,
  type LatentWeights,
  latentAttention,
  linearMemory,
  type Memory,
  type MemoryTerms,
  parallelMemory,
  recurrentMemory,
  sparsemax,
  unitRows,
} from "@saccade/attention/definitions/ladder";
import { grad } from "@saccade/autograd";
import { Generator, randn, type Tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eluPlusOne, linearAttention } from "../../src/definitions/attention.ts";
import { expectClose } from "../helpers.ts";

interface Sizes {
  readonly t: number;
  readonly dk: number;
  readonly dv: number;
  readonly chunk: number;
  readonly gate: "none" | "token" | "feature";
  readonly delta: boolean;
  readonly started: boolean;
  readonly seed: number;
}

const sizes = fc.record<Sizes>({
  t: fc.integer({ min: 1, max: 12 }),
  dk: fc.integer({ min: 1, max: 4 }),
  dv: fc.integer({ min: 1, max: 5 }),
  chunk: fc.integer({ min: 1, max: 13 }),
  gate: fc.constantFrom("none", "token", "feature"),
  delta: fc.boolean(),
  started: fc.boolean(),
  seed: fc.nat(),
});

type Given = readonly [q: Tensor, k: Tensor, v: Tensor, terms: MemoryTerms];

function given({ t, dk, dv, gate, delta, started, seed }: Sizes): Given {
  const generator = new Generator(seed);
  const draw = (...shape: number[]): Tensor => randn([2, ...shape], { generator, dtype: "float64" });
  // Decays down to e^-100: exp(-100) and its inverse are no float32 numbers.
  const gates = { none: undefined, token: draw(t), feature: draw(t, dk) };
  const terms: MemoryTerms = {
    g: gates[gate]?.mul(20).softplus().neg(),
    beta: delta ? draw(t).sigmoid().mul(2) : undefined,
    state: started ? draw(dk, dv) : undefined,
  };
  return [unitRows(draw(t, dk)), unitRows(draw(t, dk)), draw(t, dv), terms];
}

describe("a memory is the same", () => {
  const agree = (form: (of: Sizes) => Memory): void => {
    fc.assert(
      fc.property(sizes, (of) => {
        const [q, k, v, terms] = given(of);
        const [a, b] = [recurrentMemory(q, k, v, terms), form(of)(q, k, v, terms)];
        expectClose(a.output, b.output, 1e-9);
        expectClose(a.state, b.state, 1e-9);
      }),
    );
  };

  it("token by token and all tokens at once", () => agree(() => parallelMemory));
  it("in chunks of any size", () => agree(({ chunk }) => chunkedMemory(chunk)));

  it("in its gradients", () => {
    fc.assert(
      fc.property(sizes, (of) => {
        const [q, k, v, terms] = given(of);
        const slopes = (memory: Memory): Tensor[] => {
          const loss = (a: Tensor, b: Tensor, c: Tensor): Tensor =>
            memory(a, b, c, terms).output.square().sum();
          return grad(loss, { argnums: [0, 1, 2] })(q, k, v);
        };
        const [one, other] = [slopes(recurrentMemory), slopes(chunkedMemory(of.chunk))];
        for (const [i, x] of one.entries()) expectClose(x, other[i]!, 1e-7);
      }),
      { numRuns: 40 },
    );
  });

  it("after a cut anywhere, with the state of the first part", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (of, at) => {
        const [q, k, v, { g, beta, state }] = given(of);
        const cut = at % of.t;
        if (cut === 0) return;
        const part = (start: number, length: number, first: Tensor | undefined) =>
          recurrentMemory(
            q.narrow(1, start, length),
            k.narrow(1, start, length),
            v.narrow(1, start, length),
            { g: g?.narrow(1, start, length), beta: beta?.narrow(1, start, length), state: first },
          );
        const rest = part(cut, of.t - cut, part(0, cut, state).state);
        expectClose(rest.state, recurrentMemory(q, k, v, { g, beta, state }).state, 1e-9);
      }),
    );
  });
});

describe("one memory is another's special case", () => {
  const [q, k, v, terms] = given({
    t: 6,
    dk: 3,
    dv: 2,
    chunk: 2,
    gate: "token",
    delta: true,
    started: false,
    seed: 4,
  });

  it("a delta product of one step is the delta rule", () => {
    expectClose(deltaProduct(q, k, v, 1, terms).output, recurrentMemory(q, k, v, terms).output, 1e-12);
  });

  it("linear attention is causal attention with its weights", () => {
    const mask = zeros([6, 6]).add(1).tril().ne(0);
    expectClose(linearMemory(q, k, v).output, linearAttention(q, k, v, mask).output, 1e-9);
  });
});

it("reads a latent cache without keys and values, as with them", () => {
  const generator = new Generator(2);
  const draw = (...shape: number[]): Tensor => randn(shape, { generator, dtype: "float64" });
  const [heads, e, r, dn, dr, dv] = [2, 5, 3, 4, 2, 3];
  const weights: LatentWeights = {
    upQuery: draw(heads * dn, e),
    turnedQuery: draw(heads * dr, e),
    down: draw(r, e),
    norm: draw(r),
    turnedKey: draw(dr, e),
    upKey: draw(heads * dn, r),
    upValue: draw(heads * dv, r),
    out: draw(e, heads * dv),
  };
  const x = draw(2, 6, e);
  const whole = latentAttention(x, weights, heads);
  expectClose(latentAttention(x, weights, heads, { absorbs: true }).output, whole.output, 1e-9);
  const cache = latentAttention(x.narrow(1, 0, 4), weights, heads);
  const rest = latentAttention(x.narrow(1, 4, 2), weights, heads, { cache, absorbs: true });
  expectClose(rest.output, whole.output.narrow(1, 4, 2), 1e-9);
});

describe("sparse weights", () => {
  const scores = (seed: number, n: number): Tensor =>
    randn([3, n], { generator: new Generator(seed), dtype: "float64" }).mul(2);

  it("sum to 1, and grow with their scores", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 1.1, max: 4, noNaN: true }),
        (seed, n, alpha) => {
          const z = scores(seed, n);
          for (const p of [entmax(z, alpha), sparsemax(z)]) {
            expectClose(p.sum(-1), zeros([3], { dtype: "float64" }).add(1), 1e-7);
            expect(p.ge(0).all().item()).toBe(1);
            const larger = z.unsqueeze(-1).gt(z.unsqueeze(-2));
            expect(
              larger
                .logicalAnd(p.unsqueeze(-1).lt(p.unsqueeze(-2)))
                .any()
                .item(),
            ).toBe(0);
          }
        },
      ),
    );
  });

  it("are softmax for α near 1, and sparsemax for 2", () => {
    const z = scores(3, 5);
    expectClose(entmax(z, 1.0001), z.softmax(-1), 1e-3);
    expectClose(entmax(z, 2), sparsemax(z), 1e-9);
  });
});

it("recall never raises the energy", () => {
  const generator = new Generator(5);
  const [x, patterns] = [randn([2, 3, 4], { generator }), randn([2, 6, 4], { generator })];
  const energies = hopfieldEnergies(x, patterns, 2, 4).flatten(0, 1).toArray() as number[][];
  for (const row of energies)
    for (let step = 1; step < row.length; step++)
      expect(row[step]).toBeLessThanOrEqual(row[step - 1]! + 1e-5);
});

it("levels are the segments of a Fenwick tree", () => {
  fenwickLevels(40).forEach((levels, t) => {
    expect(levels).toHaveLength(t + 1);
    expect(levels[t]).toBe(0);
    // Each level is one segment, of 2^(level − 1) tokens, and the segments grow with the distance.
    const runs = levels.slice(0, t).filter((level, s) => level !== levels[s - 1]);
    expect(runs).toEqual([...new Set(runs)].sort((a, b) => b - a));
    for (const level of runs)
      expect(levels.slice(0, t).filter((l) => l === level)).toHaveLength(2 ** (level - 1));
  });
});

it("the feature map of linear attention has the slope 1 at 0", () => {
  expect(grad((x: Tensor) => eluPlusOne(x).sum())(zeros([2])).toArray()).toEqual([1, 1]);
});
