import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageFrom } from "../.vitepress/runner/messages.ts";
import { textOf } from "../.vitepress/runner/text.ts";

const kinds = fc.constantFrom("line", "done", "failed", "other", null, 1);
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
});

describe("what a program's worker sends", () => {
  it("is a message of a known shape, or nothing", () => {
    const sent = fc.oneof(
      anything,
      fc.record(
        { kind: kinds, text: fc.oneof(fc.string(), anything), line: fc.oneof(fc.nat(), anything) },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(sent, (data) => {
        const message = messageFrom(data);
        if (message === null) return;
        if (message.kind === "done") expect(message).toEqual({ kind: "done" });
        else expect(typeof message.text).toBe("string");
        if (message.kind === "failed") expect(["number", "object"]).toContain(typeof message.line);
        expect(Object.keys(message).every((key) => ["kind", "text", "line"].includes(key))).toBe(true);
      }),
    );
  });
});

describe("what a program throws or prints", () => {
  it("is cut to what a page can show", () => {
    const text = "x".repeat(3_000_000);
    const sizes = ["line", "failed"].map((kind) => {
      const message = messageFrom({ kind, text, line: 1 });
      return message !== null && "text" in message ? message.text.length : 0;
    });
    expect(sizes).toEqual([1_000_001, 10_001]);
  });
});

describe("what a program prints", () => {
  it("is shown as Node shows it, near enough", () => {
    const loop: unknown[] = [1];
    loop.push(loop);
    const cases: readonly (readonly [unknown, string])[] = [
      ["text", "text"],
      [[1, "a", [true, null]], '[1, "a", [true, null]]'],
      [{ a: 1, b: { c: undefined } }, "{ a: 1, b: { c: undefined } }"],
      [{}, "{}"],
      [Float32Array.of(1, 2), "[1, 2]"],
      [new Map([["a", 1]]), 'Map { ["a", 1] }'],
      [new Set([1, 2]), "Set { 1, 2 }"],
      [Symbol("s"), "Symbol(s)"],
      [10n, "10"],
      [loop, "[1, [Circular]]"],
      [new RangeError("far"), "RangeError: far"],
      [Math.max, "[Function max]"],
      [Object.create(null), "{}"],
    ];
    for (const [value, text] of cases) expect(textOf(value)).toBe(text);
  });
});
