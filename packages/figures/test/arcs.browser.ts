import { signal } from "@preact/signals";
import { h } from "preact";
import { expect, test } from "vitest";
import { layoutArcs, layoutInBox } from "../src/arcs/layout.ts";
import { type Chosen, movedWords, TranslationArcs } from "../src/arcs/translation-arcs.tsx";
import "../src/styles/tokens.css";
import { drawn, find, mounted } from "./shown.ts";

const source = ["she", "bought", "a", "sheep"];
const target = ["羊", "她", "买了"];
const weights = [
  [0, 0.04, 0.16, 0.8],
  [0.9, 0.1, 0, 0],
  [0.2, 0.7, 0.1, 0],
];

async function shownArcs(options: { said?: number; trust?: number[] } = {}): Promise<HTMLElement> {
  const chosen = signal<Chosen | null>(null);
  const describe = (word: string, others: readonly [string, number][], trust: number): string =>
    `${word}: ${others.map(([other, weight]) => `${other} ${weight}`).join(", ")}; ${trust}`;
  const languages = ["en", "zh"] as const;
  const props = { source, target, weights, chosen, languages, label: "Arcs", describe, ...options };
  return mounted(h(TranslationArcs, props));
}

test("in lines, words have equal gaps and arcs end under and over the middles of theirs", () => {
  const layout = layoutArcs(source, target, 760);
  expect(layout.inLines).toBe(true);
  const { source: from, target: to } = layout;
  const gaps = from.slice(1).map(({ x, width }, j) => x - width / 2 - (from[j]!.x + from[j]!.width / 2));
  for (const gap of gaps) expect(gap).toBeCloseTo(1.4 * layout.fontSize, 3);
  // The sentence is in the middle.
  expect(from[0]!.x - from[0]!.width / 2 + (from[3]!.x + from[3]!.width / 2)).toBeCloseTo(760, 3);
  const [x0, y0, , , , , x1, y1] = layout
    .arc(3, 0)
    .match(/[\d.]+/g)!
    .map(Number);
  expect(x0).toBeCloseTo(from[3]!.x, 1);
  expect(x1).toBeCloseTo(to[0]!.x, 1);
  expect(from[3]!.y < y0! && y0! < y1! && y1! < to[0]!.y).toBe(true);
});

test("where lines do not fit, sentences are columns, and a box holds both however long they are", () => {
  const layout = layoutArcs(source, target, 120);
  expect(layout.inLines).toBe(false);
  const { source: from, target: to } = layout;
  expect(from.every(({ x }) => x < to[0]!.x)).toBe(true);
  expect(from[1]!.y - from[0]!.y).toBeCloseTo(36, 5);
  expect(to[1]!.y).toBeCloseTo((from[1]!.y + from[2]!.y) / 2, 5); // three words beside four
  const many = Array.from({ length: 40 }, (_, i) => `word${i}`);
  for (const [width, height] of [
    [800, 200],
    [300, 400],
  ] as const) {
    const box = layoutInBox(many, target, { width, height });
    expect(box.height).toBe(height);
    for (const { x, y, width: wide } of box.source) {
      expect(y > 0 && y < height).toBe(true);
      expect(x - (box.inLines ? wide / 2 : wide)).toBeGreaterThan(0);
      expect(x + (box.inLines ? wide / 2 : 0)).toBeLessThan(width);
    }
  }
});

test("weights from 0.05 are arcs of 1 + 9w pixels, and the word that moved has its own colour", async () => {
  const figure = await shownArcs({ trust: [1, 0.5, 0.95] });
  const paths = [...figure.querySelectorAll<SVGPathElement>(".arcs path")];
  expect(paths.map((path) => Number.parseFloat(path.style.strokeWidth))).toEqual(
    [0.16, 0.8, 0.9, 0.1, 0.2, 0.7, 0.1].map((weight) => expect.closeTo(1 + 9 * weight, 3)),
  );
  expect(movedWords(weights)).toEqual(new Set([0]));
  expect(paths.map((path) => path.classList.contains("moved"))).toEqual(paths.map((_, i) => i < 2));
  expect(figure.querySelectorAll(".doubt")).toHaveLength(1);
  const labels = [...figure.querySelectorAll("[lang=zh] .word")].map((word) =>
    word.getAttribute("aria-label"),
  );
  expect(labels).toEqual([
    "羊: sheep 0.8, a 0.16; 1",
    "她: she 0.9, bought 0.1; 0.5",
    "买了: bought 0.7, she 0.2, a 0.1; 0.95",
  ]);
});

test("the focus on a word lights its arcs and the words they reach, until it leaves", async () => {
  const figure = await shownArcs({ said: 2 });
  expect(figure.querySelectorAll("[lang=zh] .word")).toHaveLength(2);
  expect(figure.querySelectorAll(".arcs path")).toHaveLength(4); // those of the words said
  const she = find<SVGGElement>(figure, "[lang=en] .word");
  she.focus();
  await drawn();
  expect(she.getAttribute("aria-pressed")).toBe("true");
  expect(figure.querySelectorAll(".arcs.looking .lit")).toHaveLength(1);
  const lit = [...figure.querySelectorAll<SVGRectElement>("[lang=zh] rect")].map((rect) =>
    rect.style.getPropertyValue("--lit"),
  );
  expect(lit).toEqual(["0", "0.9"]);
  she.blur();
  await drawn();
  expect(figure.querySelector(".looking")).toBeNull();
});
