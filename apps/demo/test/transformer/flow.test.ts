import { expect, it } from "vitest";
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
