import { grad, vmap } from "@saccade/autograd";
import { Generator, memory, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { unitRows } from "../../src/definitions/ladder/memories.ts";
import * as ladder from "../../src/ladder/index.ts";
import { expectClose, leaked, noise, numbers } from "../helpers.ts";

/** A function of this entry on random inputs (b, h, t, d), with the part of them from `start` on and an earlier state. */
interface Case {
  readonly t: number;
  readonly gates: Readonly<Record<string, Tensor>>;
  run(start: number, length: number, options: object): { readonly output: Tensor; readonly state: Tensor };
}

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];
type Run = (q: Tensor, k: Tensor, v: Tensor, options: object) => { output: Tensor; state: Tensor };
const runs: Readonly<Record<string, readonly [Run, readonly string[]]>> = {
  retention: [ladder.retention, []],
  "gatedLinearAttention, a decay for each feature": [
    (q, k, v, { gk: g, ...more }: { gk?: Tensor }) =>
      ladder.gatedLinearAttention(q, k, v, { g: g!, ...more }),
    ["gk"],
  ],
  "gatedLinearAttention, a decay for each token": [
    (q, k, v, { g, ...more }: { g?: Tensor }) => ladder.gatedLinearAttention(q, k, v, { g: g!, ...more }),
    ["g"],
  ],
  deltaRule: [(q, k, v, more) => ladder.deltaRule(q, k, v, more as ladder.DeltaRuleOptions), ["beta"]],
  gatedDeltaRule: [
    (q, k, v, more) =>
      ladder.gatedDeltaRule(q, k, v, { allowNegEigval: true, ...(more as ladder.GatedDeltaRuleOptions) }),
    ["g", "beta2"],
  ],
  kimiDeltaAttention: [
    (q, k, v, { gk, ...more }: { gk?: Tensor }) =>
      ladder.kimiDeltaAttention(q, k, v, { g: gk!, ...(more as { beta: Tensor }) }),
    ["gk", "beta"],
  ],
};

function caseOf([run, names]: (typeof runs)[string], t: number, seed: number): Case & { inputs: Inputs } {
  const generator = new Generator(seed);
  const draw = (...shape: number[]): Tensor => randn([2, 2, ...shape], { generator, dtype: "float64" });
  const inputs = [unitRows(draw(t, 3)), unitRows(draw(t, 3)), draw(t, 4)] as const;
  const drawn: Record<string, () => readonly [string, Tensor]> = {
    g: () => ["g", draw(t).mul(9).softplus().neg()],
    gk: () => ["gk", draw(t, 3).mul(9).softplus().neg()],
    beta: () => ["beta", draw(t).sigmoid()],
    beta2: () => ["beta", draw(t).sigmoid().mul(2)],
  };
  const gates = Object.fromEntries(names.map((name) => drawn[name]!()));
  return {
    t,
    gates,
    inputs,
    run(start, length, options) {
      const part = (x: Tensor): Tensor => x.narrow(2, start, length);
      const [q, k, v] = inputs.map(part) as [Tensor, Tensor, Tensor];
      const some = Object.fromEntries(Object.entries(gates).map(([name, x]) => [name, part(x)]));
      return run(q, k, v, { ...some, ...options });
    },
  };
}

describe.each(Object.entries(runs))("%s", (_, entry) => {
  it("is the same in chunks of any size, and after a cut anywhere", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 24 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (t, at, seed, chunkSize) => {
          const one = caseOf(entry, t, seed);
          const whole = one.run(0, t, {});
          const chunks = one.run(0, t, { chunkSize });
          const cut = 1 + (at % (t - 1));
          const first = one.run(0, cut, {});
          const rest = one.run(cut, t - cut, { state: first.state, chunkSize });
          expectClose(chunks.output, whole.output, 1e-9);
          expectClose(rest.output, whole.output.narrow(2, cut, t - cut), 1e-9);
          expectClose(rest.state, whole.state, 1e-9);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("has gradients for all inputs, one by one as for many", () => {
    const one = caseOf(entry, 7, 5);
    const [q, k, v] = one.inputs;
    const loss = (...[a, b, c]: Inputs): Tensor => entry[0](a, b, c, one.gates).output.square().sum();
    const all = grad(loss, { argnums: [0, 1, 2] })(q, k, v);
    for (const x of all) expect(numbers(x).every((y) => Number.isFinite(y) && y !== 0)).toBe(true);
    if (one.gates["beta"] === undefined && one.gates["g"] === undefined && one.gates["gk"] === undefined) {
      const each = vmap((a: Tensor, b: Tensor, c: Tensor) =>
        entry[0](a.unsqueeze(0), b.unsqueeze(0), c.unsqueeze(0), {}).output.squeeze(0),
      );
      expectClose(each(q, k, v), entry[0](q, k, v, {}).output);
    }
  });

  it("leaves nothing behind but its results", () => {
    const one = caseOf(entry, 7, 5);
    expect(leaked(() => one.run(0, 7, { chunkSize: 3 }))).toBe(0);
    const before = memory().tensors;
    const results = entry[0](...one.inputs, { ...one.gates, chunkSize: 3 });
    expect(memory().tensors - before).toBe(2);
    expect(results.state.shape).toEqual([2, 2, 3, 4]);
  });
});

test("gates out of their range are refused, by name", () => {
  const x = noise([1, 2, 3, 4]);
  const gates = { g: zeros([1, 2, 3]), beta: zeros([1, 2, 3]).add(1.5) };
  expect(() => ladder.gatedDeltaRule(x, x, x, gates)).toThrow(
    /gatedDeltaRule: beta has 1.5; it must be from 0 to 1; allow up to 2 by allowNegEigval: true/,
  );
  expect(ladder.gatedDeltaRule(x, x, x, { ...gates, allowNegEigval: true }).output.shape).toEqual(x.shape);
  const beta = gates.beta.neg();
  expect(() => ladder.deltaRule(x, x, x, { beta })).toThrow(
    /beta has -1.5; it must be from 0 to 1; take a sigmoid/,
  );
  expect(() => ladder.gatedLinearAttention(x, x, x, { g: x })).toThrow(
    /logarithms of decays, which are not positive/,
  );
  expect(() => ladder.gatedLinearAttention(x, x, x, { g: tensor([0]) })).toThrow(
    /\(…, t, dk\) = \[1, 2, 3, 4\]/,
  );
  expect(() => ladder.retention(x, x, x, { chunkSize: 0 })).toThrow(/chunkSize must be a whole number ≥ 1/);
  const none = x.narrow(2, 0, 0);
  expect(() => ladder.retention(none, none, none)).toThrow(/at least one token/);
  expect(() => new ladder.DeltaNet(6, 4)).toThrow(/embedDim 6 does not divide into 4 heads/);
  expect(() => new ladder.MultiScaleRetention(6, 2)).toThrow(/headDim 3/);
});
