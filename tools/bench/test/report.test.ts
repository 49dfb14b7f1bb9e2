import { describe, expect, it } from "vitest";
import { difference } from "../src/check.ts";
import { judge } from "../src/goals.ts";
import { caseTable } from "../src/print.ts";
import type { CaseResult, PlayerResult } from "../src/results.ts";
import { formatPercent, formatSeconds, formatTable } from "../src/table.ts";

function result(player: PlayerResult["player"], seconds: number): PlayerResult {
  return {
    player,
    variant: "plain",
    samples: 1,
    median: seconds,
    best: seconds,
    spread: 0.1,
    gflops: 1,
    ceiling: 0.5,
    adapter: null,
    ratio: 1,
    facts: { extraMiB: 8 },
    raw: [seconds],
  };
}

const measured: CaseResult = {
  workload: "matmul",
  case: "64×64",
  flops: 524288,
  base: "wasm",
  players: [result("wasm", 1e-5), result("tfjs", 3e-5)],
  absent: { jax: "not installed" },
};

describe("tables", () => {
  it("aligns columns", () => {
    const columns = [{ title: "name", align: "left" }, { title: "n" }] as const;
    expect(
      formatTable(columns, [
        ["a", "1"],
        ["longer", "20"],
      ]),
    ).toBe("name     n\na        1\nlonger  20");
  });

  it("has three digits and a unit", () => {
    expect([2.5, 0.0123, 4.567e-5, 8e-9, -0.002].map(formatSeconds)).toEqual([
      "2.50 s",
      "12.3 ms",
      "45.7 µs",
      "8.00 ns",
      "-2.00 ms",
    ]);
    expect(formatPercent(0.876)).toBe("88 %");
    expect(formatSeconds(Number.NaN)).toBe("–");
  });

  it("names who is missing, and why", () => {
    const text = caseTable(measured);
    expect(text).toContain("10.0 µs");
    expect(text).toContain("extraMiB 8.00");
    expect(text).toContain("jax: not installed");
  });
});

describe("judge", () => {
  const inputs = () => ({});

  it("holds goals against what was measured", () => {
    const goals = [
      { player: "wasm", ceiling: 0.8 },
      { player: "wasm", over: "tfjs", factor: 2 },
      { player: "wasm", over: "jax", factor: 2 },
      { player: "wasm", fact: { name: "extraMiB", most: 24 } },
    ] as const;
    const found = judge("matmul", { name: "64×64", inputs, programs: {}, goals }, [measured]);
    expect(found.map(({ goal, reached, met }) => [goal, reached, met])).toEqual([
      ["≥ 80 % of the ceiling", "50 %", false],
      ["≥ 2.00× tfjs", "3.00×", true],
      ["≥ 2.00× jax", null, null],
      ["≤ 24 extraMiB", "8.00", true],
    ]);
  });
});

describe("difference", () => {
  it("is relative to the largest magnitude", () => {
    expect(difference([[100, 0.001]], [[100, 0]], 1e-4)).toBeNull();
    expect(difference([[100, 1]], [[100, 0]], 1e-4)).toContain("1.0e-2");
  });

  it("finds invalid numbers and missing results", () => {
    expect(difference([[Number.NaN]], [[1]], 1e-4)).toContain("NaN");
    expect(difference([[1, 2]], [[1]], 1e-4)).toContain("2 numbers, not 1");
    expect(difference([], [[1]], 1e-4)).toContain("0 results");
  });
});
