import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Test } from "../scripts/claims/claim.ts";
import { claimsPage, judge, numberOf, type Records } from "../scripts/claims/page.ts";
import { readRecords, valuesOf } from "../scripts/claims/records.ts";
import { intervalOf, verdictOf } from "../scripts/claims/statistics.ts";
import { topics } from "../scripts/claims/topics.ts";

const tests = topics.flatMap(({ claims }) => claims.flatMap((claim) => claim.tests));
const records = readRecords();

describe("an interval", () => {
  test("is the mean ± t · s / √n", () => {
    // s = 1, and t of two degrees of freedom is 4.303.
    const { mean, half, count } = intervalOf([1, 2, 3]);
    expect([mean, count]).toEqual([2, 3]);
    expect(half).toBeCloseTo(4.303 / Math.sqrt(3), 12);
    expect(numberOf(intervalOf([0.5, 0.5, 0.5]))).toBe("0.500 ± 0.000");
    expect(numberOf({ mean: -0.12345, half: 0.0123, low: 0, high: 0, count: 3 })).toBe("−0.123 ± 0.012");
  });

  test("takes three seeds, and finite values", () => {
    expect(() => intervalOf([1, 2])).toThrow("2 seeds; an interval takes 3 to 11.");
    expect(() => intervalOf([1, 2, Number.NaN])).toThrow("not all finite");
  });
});

describe("a verdict", () => {
  test("follows from where the interval lies", () => {
    const at = (mean: number, half: number) =>
      intervalOf(
        [mean - half, mean, mean + half].map((value) => mean + ((value - mean) * Math.sqrt(3)) / 4.303),
      );
    expect(verdictOf(at(1, 0.5), { above: 0 })).toBe("confirmed");
    expect(verdictOf(at(1, 1.5), { above: 0 })).toBe("undecided");
    expect(verdictOf(at(-1, 0.5), { above: 0 })).toBe("refuted");
    expect(verdictOf(at(-1, 0.5), { below: 0 })).toBe("confirmed");
    expect(verdictOf(at(1, 0.5), { above: 0, below: 1.2 })).toBe("undecided");
    expect(verdictOf(at(3, 0.5), { above: 0, below: 1.2 })).toBe("refuted");
    expect(verdictOf(intervalOf([0, 0, 0]), { above: 0 })).toBe("undecided");
  });

  test("of every test turns around with the numbers", () => {
    for (const one of tests) {
      const { interval, verdict } = judge(one, records);
      const { above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = one.claimed;
      const beyond = Number.isFinite(above) ? above - interval.half - 1 : below + interval.half + 1;
      const moved = { ...interval, low: beyond - interval.half, high: beyond + interval.half };
      expect([one.shows.en, verdictOf(moved, one.claimed)]).toEqual([one.shows.en, "refuted"]);
      expect(verdict).toBe(verdictOf(interval, one.claimed));
    }
  });
});

describe("the records", () => {
  test("have seeds that differ, and every figure for each", () => {
    for (const { program, runs } of records.values())
      expect([program, new Set(runs.map(({ seed }) => seed)).size]).toEqual([program, runs.length]);
    for (const one of tests) expect(valuesOf(records.get(one.program)!, one.value)).toSatisfy(allFinite);
  });

  test("are all used, and come from examples that exist", () => {
    expect([...records.keys()].toSorted()).toEqual(
      [...new Set(tests.map(({ program }) => program))].toSorted(),
    );
    for (const program of records.keys())
      expect(existsSync(new URL(`../../../examples/${program}.ts`, import.meta.url))).toBe(true);
  });

  test("that lack a figure or a program say how to record it", () => {
    const [one] = tests as [Test];
    expect(() => judge({ ...one, value: { figure: "none" } }, records)).toThrow(
      'no figure "none" for seed 0',
    );
    const none: Records = new Map();
    expect(() => judge(one, none)).toThrow(`run pnpm docs:claims --record ${one.program}`);
  });
});

test.each([
  ["../book/claims.md", "en"],
  ["../zh/book/claims.md", "zh"],
] as const)("%s is what the records give", (path, lang) => {
  const page = readFileSync(new URL(path, import.meta.url), "utf8");
  expect(page, "run pnpm docs:claims").toBe(claimsPage(topics, records, lang));
  expect(page.split("\n").filter((line) => line.includes("± ")).length).toBeGreaterThanOrEqual(tests.length);
});

function allFinite(values: readonly number[]): boolean {
  return values.length >= 3 && values.every(Number.isFinite);
}
