import { describe, expect, it, vi } from "vitest";
import { dictionary, fill, grouped, translated, translations } from "../src/messages.ts";

describe("fill", () => {
  it("puts values into a message", () => {
    expect(fill("{a} of {b}", { a: 3, b: "many" })).toBe("3 of many");
    expect(fill("nothing to fill", {})).toBe("nothing to fill");
    expect(fill("{a}", { a: "{b}" })).toBe("{b}");
  });

  it("groups numbers where the message says so", () => {
    expect(fill("{n}, {n, number}", { n: 12345 })).toBe("12345, 12,345");
  });

  it("chooses a form by number", () => {
    const message = "{n, plural, =0 {no heads} one {1 head} other {{n, number} heads}}!";
    expect([0, 1, 2, 4000].map((n) => fill(message, { n }))).toEqual([
      "no heads!",
      "1 head!",
      "2 heads!",
      "4,000 heads!",
    ]);
  });

  it("chooses a form by value, also within another", () => {
    const message = "{side, select, left {L{open, select, true { (open)} other {}}} null {–} other {R}}";
    expect(fill(message, { side: "left", open: true })).toBe("L (open)");
    expect(fill(message, { side: "left", open: false })).toBe("L");
    expect(fill(message, { side: null, open: false })).toBe("–");
    expect(fill(message, { side: "right", open: false })).toBe("R");
  });

  it("refuses what it cannot fill", () => {
    expect(() => fill("{a} and {b}", { a: 1 })).toThrow('fill: "{b}" has no value.');
    expect(() => fill("{a, select, x {1}}", { a: "y" })).toThrow(
      'fill: "{a, select, x {1}}" has no form for y.',
    );
    expect(() => fill("{a", { a: 1 })).toThrow('fill: a brace of "{a" is not closed.');
  });
});

describe("dictionary", () => {
  it("has the type of the English file", () => {
    const words = dictionary({ title: "Title", status: { idle: "Idle" } }, async () => ({ default: {} }));
    // @ts-expect-error: the English file has no such text
    expect(words.en.status.done).toBeUndefined();
    // @ts-expect-error: a translation has the groups of the English file
    expect(translated({ status: { idle: "Idle" } }, { status: "闲" }).status).toBe("闲");
  });

  it("shows in English what Chinese lacks", () => {
    const en = { title: "Title", status: { idle: "Idle", done: "Done" }, list: ["one", "two"] };
    expect(translated(en, { title: "标题", status: { done: "完成" } })).toEqual({
      title: "标题",
      status: { idle: "Idle", done: "完成" },
      list: ["one", "two"],
    });
    expect(translated(en, { list: ["一", "二"] }).list).toEqual(["一", "二"]);
  });

  it("loads Chinese once, when it is asked for, and again after a failure", async () => {
    const load = vi.fn(async () => ({ default: { title: "标题" } }));
    const words = dictionary({ title: "Title" }, load);
    await translations("en");
    expect(load).not.toHaveBeenCalled();
    load.mockRejectedValueOnce(new Error("no network"));
    await expect(translations("zh")).rejects.toThrow("no network");
    expect(words.zh).toEqual({ title: "Title" });
    await translations("zh");
    await translations("zh");
    expect(words).toEqual({ en: { title: "Title" }, zh: { title: "标题" } });
    expect(load).toHaveBeenCalledTimes(2);
  });
});

it("numbers are grouped as English groups them", () => {
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1234.5, 0.25, 123_456.78, -1000, -999]) {
    expect(grouped(value)).toBe(value.toLocaleString("en"));
  }
});
