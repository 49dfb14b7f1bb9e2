import { expect, test } from "vitest";
import { apart } from "../src/word-map/lay-out.ts";
import { likeness, nearest, vectors, width, words } from "../src/word-map/words.ts";
import { drawn, find, labelOf, press, shown, texts } from "./shown.ts";

test("in the trained embedding a word's nearest words are of its kind", () => {
  const near = (word: string): (string | undefined)[] => nearest(words.indexOf(word), 3).map((i) => words[i]);
  expect(vectors.every((vector) => vector.length === width && vector.every(Number.isFinite))).toBe(true);
  expect(near("cat")).toEqual(["dog", "duck", "rabbit"]);
  expect(near("red").every((word) => ["green", "blue", "white", "black"].includes(word!))).toBe(true);
  expect(near("river").every((word) => ["lake", "forest", "park", "bridge", "garden"].includes(word!))).toBe(
    true,
  );
  expect(near("they")).toContain("he");
  expect(likeness(3, 3)).toBeCloseTo(1, 12);
});

test("boxes that overlap are moved apart and stay inside, and others stay where they are", () => {
  const box = (x: number, y: number) => ({ x, y, w: 40, h: 20 });
  const alone = box(300, 100);
  const placed = apart([box(0, 0), box(5, 3), box(10, 6), alone], { w: 400, h: 200 });
  for (const [i, a] of placed.entries()) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= 400 && a.y + a.h <= 200).toBe(true);
    for (const b of placed.slice(i + 1))
      expect(Math.abs(a.x - b.x) >= 39.9 || Math.abs(a.y - b.y) >= 19.9).toBe(true);
  }
  expect(placed[3]).toEqual(alone);
});

test("a chosen word shows its nearest words and their numbers, by pointer and by keyboard", async () => {
  const figure = await shown("word-map");
  expect(labelOf(figure, "svg.chart")).toBe("A map of 44 words. cat is nearest to dog, duck, rabbit, mouse.");
  expect(texts(figure, ".word.key")).toHaveLength(4);
  expect(figure.querySelectorAll("line")).toHaveLength(4);
  expect(texts(figure, ".strips .number")[0]).toBe("1.00");
  const red = find<SVGGElement>(figure, "[aria-label^='red, nearest']");
  red.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await drawn();
  expect(texts(figure, ".strips > div > span:first-child")[0]).toBe("red");
  expect(find(figure, ".word[aria-pressed=true]").textContent).toBe("red");
  const blue = find<SVGGElement>(figure, "[aria-label^='blue, nearest']");
  blue.focus();
  await press(blue, "Enter");
  expect(texts(figure, ".strips > div > span:first-child")[0]).toBe("blue");
});
