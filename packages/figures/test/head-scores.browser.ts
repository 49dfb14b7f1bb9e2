import { type ComponentChild, h } from "preact";
import { expect, test } from "vitest";
import { HeadPairs, HeadScores } from "../src/head-scores/head-scores.tsx";
import { LayerTable, type PointedGuess } from "../src/language-model/layer-table.tsx";
import { find, mounted, press, textOf, texts } from "./shown.ts";

let root: HTMLElement;

async function show(node: ComponentChild): Promise<void> {
  root = await mounted(node, 343); // a phone
}

const cellsOf = (): string[] => [...root.querySelectorAll("tbody td")].map((cell) => cell.textContent ?? "");

test("each head has its scores by step, a line at the chosen step, and its heading", async () => {
  const values = [
    [0, 0.5],
    [0.25, 1],
    [0.5, 0],
  ];
  await show(
    h(HeadScores, {
      layers: 2,
      heads: 1,
      steps: [0, 20, 40],
      scores: [{ name: "induction", values }],
      at: 1,
      end: 80,
      label: (layer: number, head: number) => `${layer}.${head}`,
      above: (layer: number) => h("b", null, `above ${layer}`),
      isOff: (layer: number) => layer === 1,
    }),
  );
  expect([...root.querySelectorAll("svg")].map((svg) => svg.getAttribute("aria-label"))).toEqual([
    "0.0",
    "1.0",
  ]);
  const paths = [...root.querySelectorAll("path.induction")].map((path) => path.getAttribute("d"));
  expect(paths).toEqual(["M0.0 48.0L25.0 36.0L50.0 24.0", "M0.0 24.0L25.0 0.0L50.0 48.0"]);
  expect(find(root, "path.at").getAttribute("d")).toBe("M25.0 0V48");
  expect([...root.querySelectorAll(".head")].map((head) => head.className)).toEqual(["head", "head off"]);
  expect(root.textContent).toBe("above 0above 1");
  expect(root.scrollWidth).toBeLessThanOrEqual(root.clientWidth);
});

test("a table has the heads of two networks, and its rows mark the most similar", async () => {
  await show(
    h(HeadPairs, {
      values: [0.25, 0.5, 1, 0.125],
      left: ["a", "b"],
      right: ["c", "d"],
      caption: "a to b",
    }),
  );
  expect(cellsOf()).toEqual([".25", ".50", "1.00", ".13"]);
  expect(texts(root, "td.most")).toEqual([".50", "1.00"]);
  expect(textOf(root, "figcaption")).toBe("a to b");
});

test("guesses by layer are read by pointer and arrow keys, and the right ones are framed", async () => {
  const guesses = {
    tokens: ["a", "b", "c"],
    unshown: 0,
    guesses: [
      ["a", "b", "c"],
      ["b", "c", "d"],
    ],
    shares: [
      [0.5, 0.25, 1],
      [0.125, 0.75, 0.0001],
    ],
    right: ["b", "c", null],
    ms: 1,
  };
  let pointed: PointedGuess | null = null;
  const look = (at: PointedGuess | null): Promise<void> => {
    const onPoint = (next: PointedGuess | null): void => {
      pointed = next;
    };
    return show(h(LayerTable, { guesses, names: ["first", "last"], pointed: at, onPoint, label: "guesses" }));
  };
  await look(null);
  expect(cellsOf()).toEqual(["a 50.0 %", "b 25.0 %", "c 100.0 %", "b 12.5 %", "c 75.0 %", "d <0.1 %"]);
  expect(texts(root, "td.right")).toEqual(["b 12.5 %", "c 75.0 %"]);
  const table = find(root, ".layer-table");
  await press(table, "ArrowLeft");
  expect(pointed).toEqual({ layer: 1, place: 2 }); // begins at the last
  await look({ layer: 1, place: 2 });
  await press(table, "ArrowUp");
  expect(pointed).toEqual({ layer: 0, place: 2 });
  await press(table, "ArrowRight");
  expect(pointed).toEqual({ layer: 1, place: 2 }); // the last place
  expect(textOf(root, ".pointed")).toBe("d <0.1 %");
  const cell = root.querySelectorAll("tbody td")[1]!;
  cell.dispatchEvent(new PointerEvent("pointerenter", { bubbles: true }));
  expect(pointed).toEqual({ layer: 0, place: 1 });
  table.dispatchEvent(new PointerEvent("pointerleave"));
  expect(pointed).toBeNull();
});
