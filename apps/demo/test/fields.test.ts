import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimal, flag, list, oneOf, whole } from "../src/app/address.ts";

describe("fields of the address", () => {
  it("read back what they wrote", () => {
    const ratio = decimal(-2, 6, 2);
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 600 }), (hundredths) => {
        expect(ratio.parse(ratio.format(hundredths / 100))).toBeCloseTo(hundredths / 100, 10);
      }),
    );
    const numbers = list(whole(0, 9), 5);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), (values) => {
        expect(numbers.parse(numbers.format(values))).toEqual(values);
      }),
    );
    expect([true, false].map((value) => flag.parse(flag.format(value)))).toEqual([true, false]);
    expect(oneOf(["a", "b"]).parse("b")).toBe("b");
  });

  it("refuse what is no value of theirs", () => {
    for (const text of ["", " ", "NaN", "Infinity", "1e999", "0x10", "1;2", "-1", "11", "ten"]) {
      expect(decimal(0, 10).parse(text)).toBeUndefined();
    }
    expect(whole(0, 10).parse("1.5")).toBeUndefined();
    expect(oneOf(["a"]).parse("__proto__")).toBeUndefined();
    expect(flag.parse("true")).toBeUndefined();
    expect(list(whole(0, 9), 2).parse("1,2,3")).toBeUndefined();
    expect(list(whole(0, 9), 3).parse("1,x")).toBeUndefined();
  });
});
