import { h } from "preact";
import { expect, test } from "vitest";
import { arc, flow } from "../src/word-arcs/flow.ts";
import { WordArcs } from "../src/word-arcs/word-arcs.tsx";
import { find, mounted, press, texts } from "./shown.ts";

test("words fill a line and go on in the next", () => {
  const { spots, end } = flow([100, 100, 100], 250, 0);
  expect(spots.map(({ x }) => x)).toEqual([50, 153, 50]);
  expect(spots[0]!.top).toBe(spots[1]!.top);
  expect(spots[2]!.top).toBeGreaterThan(spots[0]!.bottom);
  expect(end).toBeGreaterThan(spots[2]!.bottom);
});

test("arcs rise over a line, join facing sides of two lines, and loop back to their own word", () => {
  const { spots } = flow([100, 100, 100], 250, 0);
  const [a, b, below] = spots;
  expect(arc(a!, b!, spots)).toMatch(
    new RegExp(`^M50.0 ${a!.top.toFixed(1)}C.* 153.0 ${b!.top.toFixed(1)}$`),
  );
  expect(arc(below!, a!, spots)).toMatch(
    new RegExp(`^M50.0 ${below!.top.toFixed(1)}C.* 50.0 ${a!.bottom.toFixed(1)}$`),
  );
  expect(arc(a!, a!, spots)).toMatch(/^M43.0 .* 57.0 /);
});

test("arcs to a distant line run between the words of the lines that they cross, upwards and downwards", () => {
  const widths = [60, 34, 72, 41, 55, 90, 38, 64, 47, 80, 36, 58, 71, 44, 66, 52];
  const { spots } = flow(widths, 330, 0);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const from of spots)
    for (const to of spots) {
      if (from.top === to.top) continue;
      path.setAttribute("d", arc(from, to, spots));
      const crossed = spots.filter((spot) => (spot.top - from.top) * (spot.top - to.top) < 0);
      for (let at = 0; at <= 1; at += 0.01) {
        const { x, y } = path.getPointAtLength(at * path.getTotalLength());
        const under = crossed.filter(
          (spot) => y > spot.top && y < spot.bottom && Math.abs(x - spot.x) < spot.width / 2,
        );
        expect(under, `${spots.indexOf(from)} to ${spots.indexOf(to)}`).toEqual([]);
      }
    }
});

test("arcs are as wide as weights, masked words have none, and the shares are next to their words", async () => {
  const picked: [number, number][] = [];
  const root = await mounted(
    h(WordArcs, {
      sentences: [
        { words: ["the", "cat", "."], title: "read", leastWidth: 20 },
        { words: ["<bos>", "le"], title: "written", leastWidth: 20 },
      ],
      from: [1, 1],
      to: 0,
      weights: [0.75, 0.01, null],
      shareOf: (weight) => (weight < 0.05 ? "" : String(weight)),
      label: "le looks",
      words: { labelOf: (word) => `from ${word}`, onPick: (i, j) => picked.push([i, j]) },
    }),
  );
  const svg = find(root, ".word-arcs svg");
  expect([svg.getAttribute("role"), svg.getAttribute("aria-label")]).toEqual(["group", "le looks"]);
  const arcs = [...svg.querySelectorAll(".arc")];
  expect(arcs.map((path) => path.getAttribute("stroke-width"))).toEqual(["9.3", "1.1"]);
  expect(arcs.map((path) => Number(path.getAttribute("opacity")))).toEqual([0.8125, 0]);
  expect(texts(svg, ".share")).toEqual(["0.75"]);
  const words = [...svg.querySelectorAll<SVGGElement>(".word")];
  expect(words.map((word) => word.getAttribute("data-weight"))).toEqual(["0.75", "0.01", null, null, null]);
  expect(words.map((word) => word.classList.contains("masked"))).toEqual([false, false, true, false, false]);
  expect(words[4]!.getAttribute("aria-pressed")).toBe("true");
  expect(words[1]!.getAttribute("aria-label")).toBe("from cat");
  await press(words[1]!, "Enter");
  words[3]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(picked).toEqual([
    [0, 1],
    [1, 0],
  ]);
});
