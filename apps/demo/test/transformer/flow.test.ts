import { expect, it } from "vitest";
import { cellPaths } from "../../src/pages/transformer/cell-paths.ts";
import { arc, flow } from "../../src/pages/transformer/flow.ts";

it("words fill a line and go on in the next", () => {
  const { spots, end } = flow([100, 100, 100], 250, 0);
  expect(spots.map(({ x }) => x)).toEqual([50, 153, 50]);
  expect(spots[0]!.top).toBe(spots[1]!.top);
  expect(spots[2]!.top).toBeGreaterThan(spots[0]!.bottom);
  expect(end).toBeGreaterThan(spots[2]!.bottom);
});

it("arcs rise over a line, join facing sides of two lines, and loop back to their own word", () => {
  const [a, b, below] = flow([100, 100, 100], 250, 0).spots;
  expect(arc(a!, b!)).toMatch(new RegExp(`^M50.0 ${a!.top.toFixed(1)}C.* 153.0 ${b!.top.toFixed(1)}$`));
  expect(arc(below!, a!)).toMatch(
    new RegExp(`^M50.0 ${below!.top.toFixed(1)}C.* 50.0 ${a!.bottom.toFixed(1)}$`),
  );
  expect(arc(a!, a!)).toMatch(/^M43.0 .* 57.0 /);
});

it("a matrix is drawn as one path a shade, masked cells as one of their own", () => {
  const shades = cellPaths(
    [
      [1, null],
      [0.5, 0.5],
    ],
    10,
    20,
    5,
  );
  expect(shades.map(({ weight }) => weight)).toEqual([1, null, 0.5]);
  expect(shades[2]!.d).toBe("M10 25h4v4h-4zM15 25h4v4h-4z");
});
