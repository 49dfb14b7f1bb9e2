import { h } from "preact";
import { expect, test } from "vitest";
import { AlignmentMap, type AlignmentMapProps, WordRow } from "../src/alignment/alignment-map.tsx";
import "../src/styles/tokens.css";
import "../src/styles/charts.css";
import { find, mounted, textOf, texts } from "./shown.ts";

const chosen: number[] = [];
const props: AlignmentMapProps = {
  source: ["she", "sleeps", "."],
  target: ["elle", "dort"],
  weights: [
    [0.8, 0.15, 0.05],
    [0, 1, 0],
  ],
  at: 1,
  onChoose: (at) => chosen.push(at),
  label: "Weights",
};

async function shownMap(more: Partial<AlignmentMapProps> = {}, scheme = "light"): Promise<HTMLElement> {
  const root = await mounted(h(AlignmentMap, { ...props, ...more }));
  root.style.cssText += `color-scheme: ${scheme}; color: var(--ink)`;
  return find(root, "table");
}

const cells = (map: Element): HTMLElement[] => [...map.querySelectorAll<HTMLElement>("tbody td")];

test("is a table of the weights: a row for each word of the translation, a column for each of the sentence", async () => {
  const map = await shownMap({ languages: ["en", "fr"] });
  expect(map.getAttribute("aria-label")).toBe("Weights");
  expect(texts(map, "th[scope=col] [lang=en]")).toEqual(props.source);
  expect(texts(map, "th[scope=row] [lang=fr]")).toEqual(props.target);
  expect(cells(map).map((cell) => cell.textContent)).toEqual([".80", ".15", ".05", ".00", "1.00", ".00"]);
  expect(textOf(map, ".now th")).toBe("dort");
});

test("numbers are read in a small map and seen in a numbered one, on colours between which they can be read", async () => {
  const width = (map: Element): number => find(map, "tbody td span").getBoundingClientRect().width;
  expect(width(await shownMap())).toBeLessThanOrEqual(1);
  for (const scheme of ["light", "dark"]) {
    const weights = [
      [0, 0.25, 0.5],
      [0.75, 0.9, 1],
    ];
    const map = await shownMap({ numbered: true, weights }, scheme);
    expect(width(map)).toBeGreaterThan(8);
    for (const cell of cells(map)) expect(contrast(cell)).toBeGreaterThan(4.5);
  }
});

test("the larger a weight, the bluer its cell, and gold links are framed, the merely possible ones dashed", async () => {
  const map = await shownMap({ sure: [[0, 0]], possible: [[1, 1]] });
  const [most, some, least] = cells(map).map((cell) => luminance(getComputedStyle(cell).backgroundColor));
  expect(most).toBeLessThan(some!);
  expect(some).toBeLessThan(least!);
  expect(cells(map).map((cell) => getComputedStyle(cell).outlineStyle)).toEqual([
    ...["solid", "none", "none", "none", "dashed", "none"],
  ]);
});

test("a row is chosen by pointing, a word by a click, the focus or pointing", async () => {
  const map = await shownMap();
  chosen.length = 0;
  find(map, "tbody tr").dispatchEvent(new PointerEvent("pointerenter"));
  expect(chosen).toEqual([0]);
  const row = h(WordRow, { words: ["elle", "dort"], at: 1, onChoose: props.onChoose, label: "Words" });
  const root = await mounted(row);
  const [first, second] = root.querySelectorAll("button");
  expect(second!.getAttribute("aria-pressed")).toBe("true");
  first!.focus();
  first!.click();
  second!.dispatchEvent(new PointerEvent("pointerenter"));
  expect(chosen).toEqual([0, 0, 0, 1]);
});

/** Red, green and blue of a colour as it is painted. */
function painted(color: string): readonly number[] {
  const pen = new OffscreenCanvas(1, 1).getContext("2d")!;
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** Relative luminance (WCAG 2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = painted(color).map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(element: Element): number {
  const { color, backgroundColor } = getComputedStyle(element);
  const [dark = 0, light = 0] = [color, backgroundColor].map(luminance).toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
