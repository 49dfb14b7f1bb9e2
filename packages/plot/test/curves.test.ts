/// <reference lib="dom" />
import { describe, expect, it } from "vitest";
import { plot } from "../src/index.ts";
import { newDocument, texts } from "./fixtures.ts";

const document = newDocument();

const lines = (svg: SVGSVGElement) => Array.from(svg.querySelectorAll("g[aria-label=line] path"));
const dots = (svg: SVGSVGElement) => Array.from(svg.querySelectorAll("g[aria-label=dot] circle"));

describe("plot", () => {
  it("draws lines, dashes and dots, with a legend and a title inside a single svg", () => {
    const svg = plot({
      series: [
        { name: "Truth", y: [0, 1, 2], kind: "dashed" },
        { name: "Prediction", y: [0, 2, 1], kind: "line" },
        { name: "Training points", x: [0.5, 1.5], y: [1, 1], kind: "dots" },
      ],
      xlabel: "x",
      ylabel: "y",
      title: "Kernel regression",
      document,
    });
    expect(svg.localName).toBe("svg");
    expect(svg.querySelectorAll("svg")).toHaveLength(0);
    expect(lines(svg)).toHaveLength(2);
    expect(svg.querySelectorAll("g[aria-label=line][stroke-dasharray]")).toHaveLength(1);
    expect(dots(svg)).toHaveLength(2);
    const legends = svg.querySelectorAll(".legend");
    expect(legends).toHaveLength(1);
    expect(texts(legends[0] ?? svg)).toEqual(["Truth", "Prediction", "Training points"]);
    expect(texts(svg)).toEqual(expect.arrayContaining(["x", "y", "Kernel regression"]));
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toBe(
      "Plot of Kernel regression: Truth, Prediction, Training points",
    );
  });

  it("gives each curve a colour of its own", () => {
    const svg = plot({ ys: [1, 2, 3].map((y) => [y, y + 1]), legend: ["a", "b", "c"], document });
    const colors = Array.from(svg.querySelectorAll("g[aria-label=line]"), (group) =>
      group.getAttribute("stroke"),
    );
    expect(new Set(colors).size).toBe(3);
  });

  it("takes one curve, several, and a tensor of curves", () => {
    const tensor = { shape: [2, 3], dataSync: () => [1, 2, 3, 4, 5, 6] };
    expect(lines(plot({ ys: [3, 2, 1], document }))).toHaveLength(1);
    expect(lines(plot({ ys: Float32Array.of(3, 2, 1), document }))).toHaveLength(1);
    expect(lines(plot({ x: [1, 2, 3], ys: tensor, document }))).toHaveLength(2);
  });

  it("has no legend for curves without names", () => {
    expect(plot({ ys: [1, 2], document }).querySelectorAll(".legend")).toHaveLength(0);
  });

  it("leaves a gap at NaN", () => {
    const path = lines(plot({ ys: [1, 2, Number.NaN, 2, 1], document }))[0]?.getAttribute("d") ?? "";
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path).not.toContain("NaN");
  });

  it("draws constant curves, single points, and values far from zero", () => {
    for (const ys of [[2, 2, 2], [5], [Number.NaN], [1e20, 1e20 + 32768], [0, 1e-12]]) {
      expect(plot({ ys, document }).outerHTML).not.toContain("NaN");
    }
  });

  it("clips to the limits asked for", () => {
    expect(plot({ ys: [1, 2, 3], xlim: [0, 1], document }).querySelectorAll("clipPath")).toHaveLength(1);
    expect(plot({ ys: [1, 2, 3], document }).querySelectorAll("clipPath")).toHaveLength(0);
  });

  it("writes all ticks of an axis with the same decimals", () => {
    const shown = texts(plot({ ys: [0.02, 0.27], ylim: [0, 0.3], xlim: [0, 1], document }));
    expect(shown).toEqual(expect.arrayContaining(["0.10", "0.15", "0.20"]));
  });
});
