/// <reference lib="dom" />
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { heatmap, plot } from "../src/index.ts";
import { toPng, toSvg } from "../src/node.ts";
import {
  alignment,
  canvasHeatmap,
  contrastingInk,
  linearScale,
  type PaintedCanvas,
  tokenArcs,
} from "../src/page.ts";
import { newDocument, rising, texts } from "./fixtures.ts";

/** As much of a canvas as painting needs. */
function fakeCanvas(width: number, height: number) {
  let painted = new Uint8ClampedArray();
  const canvas: PaintedCanvas = {
    width,
    height,
    getContext: () => ({
      createImageData: (w, h) => ({
        width: w,
        height: h,
        data: new Uint8ClampedArray(w * h * 4),
        colorSpace: "srgb",
      }),
      putImageData: (image) => {
        painted = new Uint8ClampedArray(image.data);
      },
    }),
  };
  const pixel = (x: number, y: number): string => {
    const at = (y * width + x) * 4;
    return Array.from(painted.subarray(at, at + 4)).join();
  };
  return { canvas, pixel };
}

describe("canvasHeatmap", () => {
  it("paints each cell over its share of the canvas", () => {
    const { canvas, pixel } = fakeCanvas(4, 2);
    canvasHeatmap(canvas, [[0, 1]]);
    expect(pixel(0, 0)).toBe("68,1,84,255"); // viridis at its low end
    expect(pixel(1, 1)).toBe(pixel(0, 0));
    expect(pixel(2, 0)).toBe("253,231,37,255"); // and at its high one
    expect(pixel(3, 1)).toBe(pixel(2, 0));
  });

  it("keeps a lone peak in sight where cells are smaller than pixels", () => {
    const peak = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(peak, ([row, col]) => {
        const { canvas, pixel } = fakeCanvas(10, 10);
        const matrix = Array.from({ length: 100 }, (_, r) =>
          Array.from({ length: 100 }, (_, c) => (r === row && c === col ? 1 : 0)),
        );
        canvasHeatmap(canvas, matrix);
        expect(pixel(Math.floor(col / 10), Math.floor(row / 10))).toBe("253,231,37,255");
      }),
      runs(20),
    );
  });

  it("shows a view, tells which cell is where, and gives cells without a value a colour of their own", () => {
    const { canvas, pixel } = fakeCanvas(2, 2);
    const view = { rowFrom: 1, rowTo: 3, colFrom: 2, colTo: 4 };
    const at = canvasHeatmap(canvas, [...rising(2, 4), [8, 9, Number.NaN, 11]], { view });
    expect(at(0, 1)).toEqual({ row: 2, col: 2 });
    expect(at(1, 0)).toEqual({ row: 1, col: 3 });
    expect(at(2, 0)).toBeUndefined();
    expect(pixel(0, 1)).toBe("227,221,208,255");
    expect(() => canvasHeatmap(canvas, rising(2, 2), { view })).toThrow("inside the matrix of 2 × 2");
  });
});

describe("alignment", () => {
  const options = { source: ["ils", "regardent", "."], target: ["they", "watch"] };
  const weights = [
    [0.9, 0.08, 0.02],
    [0.1, Number.NaN, 0.3],
  ];

  it("has a cell for each pair of tokens, which says what it shows", () => {
    const svg = alignment(weights, { ...options, document: newDocument() });
    expect(texts(svg)).toEqual(["ils", "regardent", ".", "they", "watch"]);
    const cells = Array.from(svg.querySelectorAll("rect"));
    expect(cells).toHaveLength(6);
    expect(cells[0]?.querySelector("title")?.textContent).toBe("they → ils: 0.9");
    expect(cells[4]?.querySelector("title")?.textContent).toBe("watch → regardent: no value");
    expect(cells[5]?.getAttribute("data-row")).toBe("1");
    expect(cells[5]?.getAttribute("data-col")).toBe("2");
    expect(svg.getAttribute("role")).toBe("img");
  });

  it("goes to files in Node, its text as text", async () => {
    const text = await toSvg((document) =>
      alignment([[1]], { source: ["<b>"], target: ["&"], paper: true, document }),
    );
    expect(text).toContain("&lt;b&gt;");
    expect((await toPng(text)).length).toBeGreaterThan(200);
  });
});

describe("tokenArcs", () => {
  it("draws what is strong enough, the strongest last", () => {
    const weights = [
      [0.6, 0.38, 0.02],
      [0.1, 0.9, 0],
      [0.3, 0.3, 0.4],
    ];
    const svg = tokenArcs(weights, { tokens: ["the", "cat", "sat"], document: newDocument() });
    const names = Array.from(svg.querySelectorAll("path title"), ({ textContent }) => textContent);
    expect(names).toHaveLength(7);
    expect(names.at(-1)).toBe("cat → cat: 0.9");
  });

  it("sets keys of their own on a second line, and bounds how much it draws", () => {
    const document = newDocument();
    const tokens = Array.from({ length: 40 }, (_, i) => `q${i}`);
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`);
    const even = tokens.map(() => keys.map(() => 0.5));
    const svg = tokenArcs(even, { tokens, keys, document });
    expect(svg.querySelectorAll("path")).toHaveLength(500);
    expect(texts(svg)).toHaveLength(70);
    const lines = new Set(Array.from(svg.querySelectorAll("text"), (text) => text.getAttribute("y")));
    expect(lines.size).toBe(2);
  });
});

describe("every figure", () => {
  it("holds no inline style sheet, which a strict Content-Security-Policy forbids", () => {
    const document = newDocument();
    const drawn = [
      heatmap(rising(2, 2), { document }),
      plot({ ys: [[1, 2, 3]], document }),
      alignment([[1]], { source: ["a"], target: ["b"], document }),
      tokenArcs([[1]], { tokens: ["a"], document }),
    ];
    for (const svg of drawn) expect(svg.querySelector("style")).toBeNull();
  });
});

describe("contrastingInk", () => {
  it("is readable on every fill", () => {
    const part = fc.integer({ min: 0, max: 255 });
    const luminance = (rgb: readonly number[]): number => {
      const [r = 0, g = 0, b = 0] = rgb.map((value) => {
        const level = value / 255;
        return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    fc.assert(
      fc.property(part, part, part, (...fill) => {
        const ink = contrastingInk(fill) === "#ffffff" ? 1 : 0;
        const [high, low] = [Math.max(ink, luminance(fill)), Math.min(ink, luminance(fill))];
        expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5);
      }),
    );
  });
});

describe("linearScale", () => {
  it("gives back the value that it was given", () => {
    const finite = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(finite, finite, (value, low) => {
        const scale = linearScale([low, low + 10], 300, 20);
        expect(scale.value(scale.at(value))).toBeCloseTo(value, 6);
      }),
    );
    expect(() => linearScale([1, 1], 0, 1)).toThrow("low < high");
  });
});
