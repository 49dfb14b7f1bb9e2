import { h } from "preact";
import { expect, test } from "vitest";
import { Cells, cellPaths } from "../src/ui/index.ts";
import { find, mounted, texts } from "./shown.ts";

test("a matrix is drawn as one path a shade, masked cells as one of their own", () => {
  const rows = [
    [1, null],
    [0.5, 0.5],
  ];
  const shades = cellPaths(rows, { left: 10, top: 20, side: 5, gap: 1 });
  expect(shades.map(({ weight }) => weight)).toEqual([1, null, 0.5]);
  expect(shades[2]!.d).toBe("M10 25h4v4h-4zM15 25h4v4h-4z");
  expect(cellPaths([[1, -2]], { largest: 2, upright: true })).toEqual([
    { weight: 0.5, d: "M0 0h1v1h-1z" },
    { weight: -1, d: "M0 1h1v1h-1z" },
  ]);
});

test("stronger numbers are more opaque, negative ones have a colour of their own, a chosen row stays without a veil", async () => {
  const rows = [
    [0, 1],
    [-1, 0.5],
  ];
  const svg = find(
    await mounted(h(Cells, { rows, chosen: 1, label: "four", titleOf: String })),
    "svg.color-cells",
  );
  expect([svg.getAttribute("role"), svg.getAttribute("aria-label")]).toEqual(["img", "four"]);
  const drawn = [...svg.querySelectorAll("path:not(.veil)")];
  expect(drawn.map((path) => [path.getAttribute("class"), Number(path.getAttribute("opacity"))])).toEqual([
    ["plus", 0.04],
    ["plus", 1],
    ["minus", 1],
    ["plus", 0.52],
  ]);
  const colors = new Set(drawn.map((path) => getComputedStyle(path).fill));
  expect(colors.size).toBe(2);
  const veils = [...svg.querySelectorAll(".veil")].map((path) => path.getAttribute("d"));
  expect(veils).toEqual(["M0 0V1H2V0z", "M0 2V2H2V2z"]);
  expect(texts(svg, "title").join(" ")).toBe("0 1 -1 0.5");
});
