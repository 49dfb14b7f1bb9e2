import { beforeAll, describe, expect, it } from "vitest";
import { goalOf, reached, seededRandom } from "../program.ts";
import { type Ended, runHere } from "./run-program.ts";

describe("a figure", () => {
  it("reaches its goal on the right side of it, and never as NaN", () => {
    expect(reached({ name: "a", value: 0.95, atLeast: 0.95 })).toBe(true);
    expect(reached({ name: "a", value: 0.94, atLeast: 0.95 })).toBe(false);
    expect(reached({ name: "a", value: 0.81, atMost: 0.8 })).toBe(false);
    expect(reached({ name: "a", value: Number.NaN })).toBe(false);
    expect(goalOf({ name: "a", value: 0, atLeast: 0.1, atMost: 0.8 })).toBe("≥ 0.1, ≤ 0.8");
  });
});

describe("seededRandom", () => {
  it("repeats its numbers for a seed, and has others for another", () => {
    const numbers = (seed: number): number[] => Array.from({ length: 1000 }, seededRandom(seed));
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    expect(numbers(2 ** 40)).not.toEqual(numbers(0));
    const mean = numbers(3).reduce((sum, u) => sum + u, 0) / 1000;
    expect(mean).toBeGreaterThan(0.45); // 3.3 standard errors of 1000 uniform numbers, and the seed is fixed
    expect(mean).toBeLessThan(0.55);
  });
});

describe("a program of pnpm examples", () => {
  let quick: Ended;
  beforeAll(async () => {
    quick = await runHere("reversal.ts", ["--quick", "--json", "--seed", "3", "--backend", "reference"]);
  });

  it("prints its figures as one line of JSON and the rest on standard error", () => {
    expect(quick.code).toBe(0);
    const result = JSON.parse(quick.stdout);
    expect(result).toMatchObject({ program: "reversal", seed: 3, quick: true, faults: [] });
    expect(result.figures).toHaveLength(1);
    expect(quick.stderr).toContain("Each output token attends");
  });

  it.each([
    [["--sead", "1"], "unknown option --sead."],
    [["--seed=-1"], "--seed takes a whole number from 0 up, once, not -1."],
    [["--seed", "1", "--seed", "2"], "--seed takes a whole number from 0 up, once, not [1,2]."],
    [["--backend", "gpu"], "--backend gpu: choose one of reference, wasm, auto."],
    [["extra"], 'unexpected argument "extra".'],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await runHere("reversal.ts", args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
