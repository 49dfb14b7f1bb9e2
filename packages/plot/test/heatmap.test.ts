/// <reference lib="dom" />
import { describe, expect, it } from "vitest";
import { heatmap, showHeatmaps } from "../src/index.ts";
import { cells, newDocument, rising, texts } from "./fixtures.ts";

const document = newDocument();

function grid(rows: number, cols: number, queries: number, keys: number): number[][][][] {
  return Array.from({ length: rows }, () => Array.from({ length: cols }, () => rising(queries, keys)));
}

describe("showHeatmaps", () => {
  it("draws every cell of a grid, one legend, and a title above each column, in a single svg", () => {
    const titles = ["Head 1", "Head 2", "Head 3", "Head 4"];
    const svg = showHeatmaps(grid(2, 4, 3, 5), { xlabel: "Keys", ylabel: "Queries", titles, document });
    expect(svg.localName).toBe("svg");
    expect(svg.querySelectorAll("svg")).toHaveLength(0);
    expect(cells(svg)).toHaveLength(2 * 4 * 3 * 5);
    expect(svg.querySelectorAll(".legend")).toHaveLength(1);
    for (const title of titles) expect(texts(svg).filter((text) => text === title)).toHaveLength(1);
  });

  it("labels the axes once, on the outer edge", () => {
    const svg = showHeatmaps(grid(2, 2, 2, 2), { xlabel: "Keys", ylabel: "Queries", document });
    expect(texts(svg).filter((text) => text === "Keys")).toHaveLength(1);
    expect(texts(svg).filter((text) => text === "Queries")).toHaveLength(1);
  });

  it("colours equal values alike in different panels", () => {
    const panels = [[[[0, 1]], [[1, 10]]]];
    const fills = cells(showHeatmaps(panels, { document })).map((cell) => cell.getAttribute("fill"));
    expect(fills).toHaveLength(4);
    expect(fills[1]).toBe(fills[2]);
    expect(new Set(fills).size).toBe(3);
  });

  it("takes one matrix as a grid of one", () => {
    expect(cells(showHeatmaps(rising(3, 4), { document }))).toHaveLength(12);
  });

  it("takes anything with a shape and its data", () => {
    const tensor = { shape: [1, 2, 2, 2], dataSync: () => Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]) };
    expect(cells(showHeatmaps(tensor, { document }))).toHaveLength(8);
  });

  it("draws square cells of whole pixels", () => {
    const cell = cells(showHeatmaps(rising(50, 50), { document }))[7];
    expect(cell?.getAttribute("width")).toBe("6");
    expect(cell?.getAttribute("height")).toBe("6");
  });

  it("is an image with a name, on white", () => {
    const svg = showHeatmaps(grid(2, 1, 3, 4), { xlabel: "Keys", ylabel: "Queries", document });
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toBe("2 by 1 grid of heatmaps: 3 Queries by 4 Keys");
    expect(svg.querySelector(".background")?.getAttribute("fill")).toBe("#ffffff");
  });

  it("keeps to the width asked for, to the nearest whole cell", () => {
    const drawn = Number(showHeatmaps(grid(1, 2, 4, 4), { width: 500, document }).getAttribute("width"));
    expect(drawn).toBeLessThanOrEqual(500);
    expect(drawn).toBeGreaterThan(500 - 2 * 4);
  });
});

describe("heatmap", () => {
  const xTicks = ["ils", "été", "émerveillés"];
  const yTicks = ["they", "were"];

  it("shows every token, accents included, and the title", () => {
    const shown = texts(heatmap(rising(2, 3), { xTicks, yTicks, title: "Alignment", document }));
    expect(shown).toEqual(expect.arrayContaining([...xTicks, ...yTicks, "Alignment"]));
  });

  it("turns tokens that are longer than a cell, and leaves short ones level", () => {
    const label = (tokens: string[], find: string): string => {
      const svg = heatmap(rising(2, 3), { xTicks: tokens, document });
      const node = Array.from(svg.querySelectorAll("text")).find((text) => text.textContent === find);
      return node?.getAttribute("transform") ?? "";
    };
    expect(label(xTicks, "ils")).toContain("rotate(-45)");
    expect(label(["a", "b", "c"], "a")).not.toContain("rotate");
  });

  it("draws NaN and infinite cells in a colour of their own and says what it means", () => {
    const svg = heatmap([[0, Number.NaN, Number.NEGATIVE_INFINITY, 1]], { document });
    expect(svg.querySelectorAll('g[fill="#e3ddd0"] rect')).toHaveLength(2);
    expect(texts(svg)).toContain("no value");
    expect(texts(heatmap([[0, 1]], { document }))).not.toContain("no value");
  });

  it("writes values into the cells, in ink that contrasts", () => {
    const svg = heatmap([[0, 0.5, 1]], { showValues: true, document });
    const inks = ["0.00", "1.00"].map((value) =>
      Array.from(svg.querySelectorAll("text"))
        .find((text) => text.textContent === value)
        ?.getAttribute("fill"),
    );
    expect(inks).toEqual(["#000000", "#ffffff"]);
  });

  it("draws equal values, a single cell, and a matrix with no value at all", () => {
    const matrices = [[[0.25, 0.25]], [[0]], [[-3]], [[Number.NaN]], [[1e300, -1e300]]];
    for (const matrix of matrices) {
      const svg = heatmap(matrix, { document });
      expect(cells(svg)).toHaveLength(matrix.flat().length);
      expect(svg.outerHTML).not.toContain("NaN");
    }
  });

  it("clamps values outside the domain to its ends", () => {
    const fills = cells(heatmap([[-5, 0, 1, 7]], { domain: [0, 1], document })).map((cell) =>
      cell.getAttribute("fill"),
    );
    expect(fills[0]).toBe(fills[1]);
    expect(fills[2]).toBe(fills[3]);
  });

  it("says where a document comes from when there is none", () => {
    expect(() => heatmap(rising(1, 1))).toThrow("@saccade/plot/node");
  });
});
