import { showCell } from "@saccade/figures/attention";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCell } from "../../src/pages/scoring/settings.ts";

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
