import { describe, expect, it } from "vitest";
import { applyMutant, mutants, runtimeCode } from "../src/mutants.ts";
import { shuffled } from "../src/shuffle.ts";

const all = (source: string): string[] =>
  mutants("x.ts", source).map((mutant) => applyMutant(source, mutant));

describe("mutants", () => {
  it.each([
    ["a < b", ["a <= b", "a >= b"]],
    ["(a) + (b)", ["(a) - (b)"]],
    ["f(!a)", ["f(a)"]],
    ["f(-a)", ["f(a)"]],
    ["i++", ["i--"]],
    ["--i", ["++i"]],
    ["a?.b", ["a.b"]],
    ["a?.[b]", ["a[b]"]],
    ["f?.()", ["f()"]],
    ["a ?? b", ["a && b"]],
    ["x += y", ["x -= y"]],
    ["Math.min(a, b)", ["Math.max(a, b)"]],
    ["f(true)", ["f(false)"]],
    ["f(1)", ["f(2)", "f(0)"]],
    ["f(0.25)", ["f(0.5)"]],
  ])("of %s change one token", (source, expected) => {
    expect(all(source)).toEqual(expected);
  });

  it.each(["f('a + b')", "f(`a + b`)", "// a + b", "type A = 1 | -1;", "interface A { b: true }", "f<1>(a)"])(
    "of %s there are none",
    (source) => {
      expect(all(source)).toEqual([]);
    },
  );

  it("reach expressions inside templates and before `as`", () => {
    const template = (code: string): string => ["f(`", "$", "{", code, "}`)"].join("");
    expect(all(template("a + b"))).toEqual([template("a - b")]);
    expect(all("(a + b) as 1")).toEqual(["(a - b) as 1"]);
  });

  it("that change nothing at run time give the same code", async () => {
    const [typed, plain, other] = await Promise.all(
      ["export const a: 1 | 2 = f(1 + b)", "export const a = f(1 + b) // c", "export const a = f(1 - b)"].map(
        (source) => runtimeCode("x.ts", source),
      ),
    );
    expect(typed).toBe(plain);
    expect(other).not.toBe(plain);
  });
});

describe("shuffled", () => {
  it("keeps every item and depends on the seed alone", () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    expect(shuffled(items, 3)).toEqual(shuffled(items, 3));
    expect(shuffled(items, 3)).not.toEqual(shuffled(items, 4));
    expect(shuffled(items, 3).sort((a, b) => a - b)).toEqual(items);
  });
});
