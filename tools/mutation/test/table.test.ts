import { describe, expect, it } from "vitest";
import { firstFailure } from "../src/command.ts";
import { toMarkdown } from "../src/table.ts";

describe("the first failure", () => {
  it.each([
    ["Vitest", "dots\n FAIL  test/a.test.ts > a > adds\nAssertionError", "test/a.test.ts > a > adds"],
    ["Playwright", "Running\n  1) [x] › a.e2e.ts:3:1 › opens ─────\n", "[x] › a.e2e.ts:3:1 › opens"],
    ["tsc", "src/a.ts(1,2): error TS2322: no\n", "src/a.ts(1,2): error TS2322: no"],
    ["Biome", "src/a.ts:1:2 lint/a11y/useAlt ━━━\n", "src/a.ts:1:2 lint/a11y/useAlt"],
    ["others", "a\nb error: broken\nc", "b error: broken"],
    ["a quiet program", "a\nlast line\n", "last line"],
  ])("of %s is found in its output", (_, output, expected) => {
    expect(firstFailure(output)).toBe(expected);
  });
});

describe("the table", () => {
  it("counts by kind and level, and has a row for each fault", () => {
    const [before, after] = toMarkdown([
      { id: "a", kind: "key", change: "x | y", caught: { level: "unit", test: "t" } },
      { id: "b", kind: "link", change: "z", caught: undefined },
    ]).split("\n\n");
    expect(before).toContain("| key | 1 | 0 |\n| link | 0 | 1 |\n| all | 1 | 1 |");
    expect(after).toContain("| a | key | x \\| y | unit | t |\n| b | link | z | none |  |");
  });
});
