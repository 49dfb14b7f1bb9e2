import { h } from "preact";
import { expect, test } from "vitest";
import { Curves } from "../src/ui/index.ts";
import { find, labelOf, mounted } from "./shown.ts";

test("curves share their axes, from 0 to the largest, and the first has dots where they are asked for", async () => {
  const curves = [
    { name: "train", x: [10, 20, 40], y: [4, 2, 1] },
    { name: "held-out", x: [40], y: [3] },
  ];
  const props = { curves, dots: [15, 40, 90], height: 135, end: 50, label: "from 4 to 1" };
  const root = await mounted(h(Curves, props), 244); // 200 of it between the axes
  expect(labelOf(root, "svg")).toBe("from 4 to 1");
  // 100 pixels high: the loss 4 is at the top, at 11; step 50 is 200 pixels from the left, at 36.
  expect(find(root, "path.train").getAttribute("d")).toBe("M76.0 11.0L116.0 61.0L196.0 86.0");
  expect(find(root, "path.held-out").getAttribute("d")).toBe("M196.0 36.0");
  const dots = [...root.querySelectorAll("circle")].map((dot) => [
    Number(dot.getAttribute("cx")),
    Number(dot.getAttribute("cy")),
  ]);
  // Between two points, the later one's loss; none after the last.
  expect(dots).toEqual([
    [96, 61],
    [196, 86],
  ]);
});
