import { type ComponentChild, h } from "preact";
import { expect, test } from "vitest";
import { AttendedLine, HeadMap, HeadsGrid, leftOutOf, type Pointed } from "../src/head-maps/drawings.ts";
import type { HeadAsk, HeadMaps } from "../src/language-model/lens.ts";
import { find, mounted, press, textOf } from "./shown.ts";

let root: HTMLElement;

async function show(node: ComponentChild): Promise<void> {
  root = await mounted(node);
}

/** Two layers of two heads on `n` tokens; a head's weights rise by its number. */
function makeMaps(n: number): HeadMaps {
  const weights = Float32Array.from({ length: 4 * n * n }, (_, i) => (1 + Math.floor(i / (n * n))) / 4);
  return { tokens: Array.from({ length: n }, (_, i) => `t${i}`), layers: 2, heads: 2, weights, ms: 1 };
}

test("the grid has a map of each head, a pixel a weight, and a button that chooses it", async () => {
  const chosen: HeadAsk[] = [];
  const props = { maps: makeMaps(3), chosen: { layer: 0, head: 1 }, theme: "light" };
  await show(h(HeadsGrid, { ...props, onChoose: (head: HeadAsk) => chosen.push(head) }));
  expect(root.querySelectorAll(".layer")).toHaveLength(2);
  const buttons = [...root.querySelectorAll("button")];
  const names = buttons.map((button) => button.getAttribute("aria-label"));
  expect(names.join(" ")).toBe("L0H0 L0H1 L1H0 L1H1");
  expect(root.querySelectorAll("[aria-pressed=true]")).toHaveLength(1);
  expect(buttons[1]!.getAttribute("aria-pressed")).toBe("true");
  buttons[2]!.click();
  expect(chosen).toEqual([{ layer: 1, head: 0 }]);
  for (const [i, canvas] of [...root.querySelectorAll("canvas")].entries()) {
    expect([canvas.width, canvas.height]).toEqual([3, 3]);
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, 3, 3);
    expect([data[3], data[35]]).toEqual(Array(2).fill(Math.round(255 * Math.sqrt((i + 1) / 4))));
  }
});

test("the map of a long text shows its end, and is read by arrow keys and pointer", async () => {
  const maps = makeMaps(40);
  expect([leftOutOf(maps), leftOutOf(makeMaps(5))]).toEqual([8, 0]);
  let pointed: Pointed | null = null;
  const look = (at: Pointed): Promise<void> => {
    const onPoint = (next: Pointed | null): void => {
      pointed = next;
    };
    const label = (shown: number): string => `${shown} tokens`;
    return show(h(HeadMap, { maps, head: { layer: 1, head: 1 }, pointed: at, onPoint, label }));
  };
  await look({ query: 39, key: null });
  const map = find(root, ".head-map");
  expect(map.getAttribute("aria-label")).toBe("32 tokens");
  expect(root.querySelectorAll("text")).toHaveLength(2 * 32);
  expect(root.querySelector("text")?.textContent).toBe("t8");
  const drawnCells = find<SVGPathElement>(root, ".weights path").getAttribute("d")!;
  expect(drawnCells.match(/M/g)).toHaveLength(32 ** 2); // all weights of this head are 1
  await press(map, "End");
  expect(pointed).toEqual({ query: 39, key: 39 });
  await look({ query: 8, key: 9 });
  expect(textOf(root, "text.chosen")).toBe("t9");
  await press(map, "ArrowUp");
  expect(pointed).toEqual({ query: 8, key: 9 }); // the first that is drawn
  await press(map, "ArrowLeft");
  expect(pointed).toEqual({ query: 8, key: 8 });
  const svg = find<SVGSVGElement>(root, "svg");
  const { right, bottom } = svg.getBoundingClientRect();
  const at = { bubbles: true, clientX: right - 2, clientY: bottom - 2 };
  svg.dispatchEvent(new PointerEvent("pointerdown", at));
  expect(pointed).toEqual({ query: 39, key: 39 });
  svg.dispatchEvent(new PointerEvent("pointerleave", at));
  expect(pointed).toBeNull();
});

test("the line shades what a token attends to, and a long one can be scrolled by keys", async () => {
  const queries: (number | null)[] = [];
  const line = (n: number): ComponentChild =>
    h(AttendedLine, {
      tokens: makeMaps(n).tokens,
      query: 1,
      weights: Float32Array.from({ length: n }, (_, i) => (i === 0 ? 0.25 : 0)),
      caption: "looks",
      onQuery: (query: number | null) => queries.push(query),
    });
  await show(line(3));
  const words = [...root.querySelectorAll<HTMLElement>(".word")];
  expect(words.map(({ title }) => title)).toEqual(["25.0 %", "0.0 %", "0.0 %"]);
  expect(words.map(({ classList }) => classList.contains("query"))).toEqual([false, true, false]);
  expect(words[0]?.style.getPropertyValue("--looked")).toBe("0.25");
  words[2]?.dispatchEvent(new PointerEvent("pointerenter"));
  find(root, "figure").dispatchEvent(new PointerEvent("pointerleave"));
  expect(queries).toEqual([2, null]);
  expect(root.querySelector("[tabindex]")).toBeNull();
  await show(line(65));
  expect(find(root, "p").tabIndex).toBe(0);
});
