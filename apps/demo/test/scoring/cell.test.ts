import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brief } from "../../src/pages/scoring/brief.ts";
import { readCell, showCell } from "../../src/pages/scoring/cell.ts";
import { expression } from "../../src/pages/scoring/expression.ts";

describe("a cell", () => {
  it("reads what it shows", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_000, max: 999_000 }), (thousandths) => {
        expect(readCell(showCell(thousandths / 1000))).toBeCloseTo(thousandths / 1000, 9);
      }),
    );
    expect(readCell(" 1,5 ")).toBe(1.5);
    expect(readCell("−2")).toBe(-2);
    expect(showCell(-0)).toBe("0");
  });

  it("takes nothing else for a number", () => {
    for (const text of ["", "abc", "1e9", "NaN", "Infinity", "1 2", "0x10", "--1", "1000", "<b>1</b>"]) {
      expect(readCell(text)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = readCell(text);
        expect(value === undefined || Math.abs(value) <= 999).toBe(true);
      }),
    );
  });
});

describe("a score written out", () => {
  it("shows every product, with brackets about negative factors", () => {
    const pairs = [
      [2, -1],
      [0.5, 3],
    ];
    expect(expression("scaled", pairs, 1)).toBe("(2·(−1) + 0.5·3) / √2");
    expect(expression("scaled", pairs, 0.5)).toBe("(2·(−1) + 0.5·3) / (√2 · 0.5)");
    expect(expression("dot", pairs, 2)).toBe("(2·(−1) + 0.5·3) / 2");
    expect(expression("gaussian", pairs, 1)).toBe("−½ ((2 − (−1))² + (0.5 − 3)²)");
    expect(expression("additive", pairs, 1)).toBe("2·tanh(−1) + 0.5·tanh(3)");
  });
});

describe("a number in a box", () => {
  it("is short, and never a negative zero", () => {
    expect([0.871, 12.5, -1, 123.4, -0.001, 3_992_004].map(brief)).toEqual([
      "0.87",
      "12.5",
      "−1",
      "123",
      "0",
      "4e6",
    ]);
  });
});
