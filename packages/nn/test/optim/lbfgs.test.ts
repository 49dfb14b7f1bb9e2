import { readFileSync } from "node:fs";
import { type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { LBFGS, type LBFGSOptions, OptimizerStateError } from "../../src/index.ts";
import { keepsMemory, near } from "../helpers.ts";

interface Run {
  readonly lineSearchFn: LBFGSOptions["lineSearchFn"];
  readonly lr: number;
  readonly maxIter: number;
  readonly steps: readonly {
    readonly loss: number;
    readonly p: readonly number[];
    readonly q: number;
    readonly n_iter: number;
    readonly func_evals: number;
  }[];
}

const runs: readonly Run[] = JSON.parse(
  readFileSync(new URL("../fixtures/lbfgs.json", import.meta.url), "utf8"),
);

function problem({ lr, maxIter, lineSearchFn }: Omit<Run, "steps">) {
  const [p, q] = [tensor([-1.2, 1], { dtype: "float64" }), tensor(0.5, { dtype: "float64" })];
  const optimizer = new LBFGS([p, q], { lr, maxIter, lineSearchFn, historySize: 3 });
  const loss = (): Tensor => {
    const [a, b] = [p.select(0, 0), p.select(0, 1)];
    const valley = b.sub(a.square()).square().mul(100).add(a.sub(1).square());
    return valley.add(q.sub(2).square().mul(b.square())).add(q.square());
  };
  return { p, q, optimizer, loss };
}

test.each(runs.map((run) => [`${run.lineSearchFn}, lr ${run.lr}`, run] as const))(
  "PyTorch's LBFGS: %s",
  (_, run) => {
    const { p, q, optimizer, loss } = problem(run);
    for (const [i, wanted] of run.steps.entries()) {
      expect(optimizer.step(loss).item() / wanted.loss, `loss ${i}`).toBeCloseTo(1, 6);
      near(p, wanted.p, 1e-6);
      near(q, [wanted.q], 1e-6);
      const state = optimizer.stateDict().state[0]!;
      expect(state["step"]).toBe(wanted.n_iter);
      expect((state["func_evals"] as Tensor).item()).toBe(wanted.func_evals);
    }
  },
);

test("a state loaded into a new optimizer goes on to the same numbers, and memory stays", () => {
  const options = { lr: 1, maxIter: 4, lineSearchFn: "strong_wolfe" } as const;
  const whole = problem(options);
  for (let i = 0; i < 5; i++) whole.optimizer.step(whole.loss);
  const half = problem(options);
  for (let i = 0; i < 2; i++) half.optimizer.step(half.loss);
  const resumed = new LBFGS([half.p, half.q]);
  resumed.loadStateDict(half.optimizer.stateDict());
  keepsMemory(() => resumed.step(half.loss), 2);
  expect([half.p.toArray(), half.q.item()]).toEqual([whole.p.toArray(), whole.q.item()]);
});

test.each(["strong_wolfe", null] as const)(
  "a closure that throws leaves parameters and state as they were (%s)",
  (lineSearchFn) => {
    const options = { lr: 0.001, maxIter: 6, lineSearchFn };
    const whole = problem(options);
    for (let i = 0; i < 4; i++) whole.optimizer.step(whole.loss);
    const { p, q, optimizer, loss } = problem(options);
    for (let step = 0; step < 4; step++) {
      const now = (): unknown => [p.toArray(), q.item(), ...Object.values(optimizer.stateDict().state[0] ?? {}).map(String)]; // biome-ignore format: one line
      for (const bad of [1, 2, 4]) {
        const before = now();
        let calls = 0;
        const failing = (): Tensor => {
          if (++calls === bad) throw new RangeError("no luck");
          return loss();
        };
        expect(() => optimizer.step(failing)).toThrow("no luck");
        expect(now()).toEqual(before);
      }
      optimizer.step(loss);
    }
    expect([p.toArray(), q.item()]).toEqual([whole.p.toArray(), whole.q.item()]);
  },
);

test("a state that does not fit is refused, and nothing is changed", () => {
  const { optimizer, loss, p } = problem({ lr: 1, maxIter: 4, lineSearchFn: null });
  optimizer.step(loss);
  const { state, paramGroups } = optimizer.stateDict();
  const fresh_ = new LBFGS([p], { lr: 0.25 });
  const now = (): unknown => [optimizer.lr, Object.values(optimizer.stateDict().state[0]!).map(String)];
  const before = now();
  for (const change of [{ step: -1 }, { step: "x" }, { step: 1.5 }, { t: tensor([1, 2]) }, { d: 3 }]) {
    const bad = { state: { 0: { ...state[0], ...change } }, paramGroups: [{ ...paramGroups[0]!, lr: 3 }] };
    expect(() => Reflect.apply(optimizer.loadStateDict, optimizer, [bad])).toThrow(OptimizerStateError);
    expect(now()).toEqual(before);
  }
  expect(() => fresh_.loadStateDict(optimizer.stateDict())).toThrow(OptimizerStateError);
  expect(fresh_.lr).toBe(0.25);
});

test("what it cannot do is refused", () => {
  const w = tensor([1]);
  expect(() => new LBFGS([w]).update([w])).toThrow("write optimizer.step(() => loss)");
  expect(() => new LBFGS([w], { clipGradNorm: 1 })).toThrow("leave it out");
  expect(() => new LBFGS([{ params: [w] }, { params: [tensor([1])] }])).toThrow(
    "one group of parameters, got 2",
  );
  const bad = { state: { 0: { step: 1, d: w } }, paramGroups: new LBFGS([w]).stateDict().paramGroups };
  expect(() => new LBFGS([w]).loadStateDict(bad)).toThrow(/func_evals must be a tensor/);
});
