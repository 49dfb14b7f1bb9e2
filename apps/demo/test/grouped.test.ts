import { expect, test } from "vitest";
import { grouped } from "../src/ui/grouped.ts";

test("numbers are grouped as English groups them", () => {
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1234.5, 0.25, 123_456.78, -1000, -999]) {
    expect(grouped(value)).toBe(value.toLocaleString("en"));
  }
});
