import { expect, it } from "vitest";
import { runBench } from "../src/run.ts";
import { quick } from "../src/settings.ts";
import { workloads } from "../src/workloads/index.ts";

const quiet = { ceiling: () => {}, workload: () => {}, case: () => {}, status: () => {} };

it("runs a tiny workload, and says who could not take part", async () => {
  const cases = workloads["matmul"]!.cases.filter(({ name }) => name === "32×32");
  const settings = {
    ...quick,
    players: ["reference", "torch"] as const,
    asked: [],
    checkers: [],
    base: null,
    before: null,
  };
  const results = await runBench([{ workload: "matmul", cases }], settings, ["no-such-python"], quiet);
  expect(results.ceiling.mulAdd).toBeGreaterThan(0);
  expect(results.players["torch"]).toContain("no torch in no-such-python");
  const [reference] = results.cases[0]!.players;
  expect(reference).toMatchObject({ player: "reference", samples: quick.rounds });
  expect(reference!.median).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify(results))).toMatchObject({
    machine: { versions: { node: expect.any(String) } },
  });
});

it("has every name of a case once in its workload", () => {
  for (const { cases } of Object.values(workloads)) {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  }
});
