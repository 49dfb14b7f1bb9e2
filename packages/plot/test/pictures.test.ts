/// <reference lib="dom" />
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { toPng, toSvg } from "../src/node.ts";
import {
  attributionBars,
  colorScale,
  css,
  fitWidth,
  headGrid,
  layerHeatmap,
  lensTable,
  tokenView,
} from "../src/page.ts";
import { texts } from "./fixtures.ts";

let window: JSDOM["window"];
let document: Document;
beforeEach(() => {
  ({ window } = new JSDOM());
  ({ document } = window);
});

const tokens = ["The", " cat", " sat"];
const pattern = [
  [1, 0, 0],
  [0.9, 0.1, 0],
  [0.2, 0.7, 0.1],
];
const effects = [
  [0.5, -1, Number.NaN],
  [0, 0.25, 1],
];
const predicted = [
  [" dog", "\n", " on"],
  [" cat", " sat", " on"],
];
const sure = [
  [0.1, 0.2, 0.3],
  [0.5, 0.6, 0.9],
];

const named = (svg: SVGSVGElement): string[] =>
  Array.from(svg.querySelectorAll("[data-place] > title"), ({ textContent }) => textContent ?? "");
const fillOf = (place: Element | null | undefined): string | null | undefined =>
  place?.querySelector("rect")?.getAttribute("fill");
const places = (svg: SVGSVGElement) => Array.from(svg.querySelectorAll<SVGElement>("[data-place]"));
const readout = (svg: SVGSVGElement): string =>
  Array.from(svg.querySelectorAll(".readout"), ({ textContent }) => textContent)
    .join(" ")
    .trim();

/** A picture in the page. */
function shown(svg: SVGSVGElement): SVGSVGElement {
  document.body.replaceChildren(svg);
  return svg;
}
function fire(at: Element | undefined, type: string, init: object = {}): void {
  at?.dispatchEvent(Object.assign(new window.Event(type, { bubbles: true, cancelable: true }), init));
}

describe("layerHeatmap", () => {
  it("colours signed values around 0, and says where the largest and the smallest are", () => {
    const svg = layerHeatmap(effects, { document });
    const color = colorScale([-1, 1], "rdbu");
    const fills = places(svg).map(fillOf);
    expect(fills).toEqual([
      ...[css(color(0.5)), css(color(-1)), "#e3ddd0"],
      ...[css(color(0)), css(color(0.25)), css(color(1))],
    ]);
    expect(svg.getAttribute("aria-label")).toContain(
      "Largest: layer 1, head 2: 1. Smallest: layer 0, head 1: −1.",
    );
    expect(texts(svg)).toEqual(expect.arrayContaining(["−1", "1", "no value"]));
  });

  it("is a grid whose cells are named by layer and token", () => {
    const svg = layerHeatmap(effects, { xTicks: tokens, document });
    expect(svg.getAttribute("role")).toBe("grid");
    expect(svg.querySelectorAll("[role=gridcell]")).toHaveLength(6);
    expect(named(svg)[1]).toBe("layer 0, position 1 “ cat”: −1");
    expect(named(svg)[2]).toBe("layer 0, position 2 “ sat”: no value");
    for (const role of ["gridcell", "columnheader", "rowheader"]) {
      for (const cell of svg.querySelectorAll(`[role=${role}]`))
        expect(cell.parentElement?.getAttribute("role")).toBe("row");
    }
  });

  it("leads from cell to cell by arrow keys, and tells which was chosen", () => {
    const chosen: number[][] = [];
    const onChoose = (row: number, col: number) => void chosen.push([row, col]);
    const svg = shown(layerHeatmap(effects, { onChoose, document }));
    const cells = places(svg);
    const rest = readout(svg);
    expect(cells.map((cell) => cell.getAttribute("tabindex"))).toEqual(["0", "-1", "-1", "-1", "-1", "-1"]);
    cells[0]?.focus();
    fire(cells[0], "keydown", { key: "ArrowRight" });
    fire(cells[1], "keydown", { key: "ArrowDown" });
    expect(document.activeElement).toBe(cells[4]);
    expect(readout(svg)).toBe("layer 1, head 1: 0.25");
    expect(cells.map((cell) => cell.getAttribute("tabindex"))).toEqual(["-1", "-1", "-1", "-1", "0", "-1"]);
    fire(cells[4], "keydown", { key: "ArrowDown" });
    expect(document.activeElement).toBe(cells[4]);
    fire(cells[4], "keydown", { key: "Enter" });
    fire(cells[2], "click");
    expect(chosen).toEqual([
      [1, 1],
      [0, 2],
    ]);
    fire(cells[4], "keydown", { key: "Escape" });
    expect(readout(svg)).toBe(rest);
  });

  it("shows what is pointed at, and then again what has the focus", () => {
    const svg = shown(layerHeatmap(effects, { document }));
    const cells = places(svg);
    cells[0]?.focus();
    fire(cells[5]?.querySelector("rect") ?? undefined, "pointerover");
    expect(readout(svg)).toBe("layer 1, head 2: 1");
    fire(svg, "pointerleave");
    expect(readout(svg)).toBe("layer 0, head 0: 0.5");
  });
});

describe("lensTable", () => {
  it("shows the token of each layer and position, with its spaces, coloured by its probability", () => {
    const svg = lensTable(sure, { predicted, xTicks: tokens, document });
    expect(texts(svg)).toEqual(expect.arrayContaining(["·dog", "↵", "·on", "·cat", "·sat"]));
    expect(named(svg)[4]).toBe("layer 1, position 1 “ cat”: predicts “ sat”, 0.6");
    expect(fillOf(places(svg)[5])).toBe(css(colorScale([0, 1], "blues")(0.9)));
    expect(svg.getAttribute("aria-label")).toContain(
      "At the last position, layer 1 predicts “ on” (0.9); it is the most probable token from layer 0 on.",
    );
  });

  it("says what the layer before predicts where the last one changes its mind", () => {
    const svg = lensTable([[0.2], [0.9]], { predicted: [[" it"], [" on"]], document });
    expect(readout(svg)).toContain("layer 1 predicts “ on” (0.9); layer 0 still predicts “ it”.");
  });
});

describe("headGrid", () => {
  it("has every head, named by what it attends to", () => {
    const uniform = pattern.map((_, q) => pattern.map((_, k) => (k <= q ? 1 / (q + 1) : 0)));
    const svg = headGrid([[pattern, uniform]], { tokens, document });
    expect(named(svg)).toEqual([
      "layer 0, head 0: to the first token 0.55, the previous 0.80, itself 0.10; most from “ cat” to “The”, 0.9",
      "layer 0, head 1: to the first token 0.42, the previous 0.42, itself 0.42; most from “ cat” to “The”, 0.5",
    ]);
    expect(svg.getAttribute("aria-label")).toContain("to the previous token: layer 0, head 0 (0.80)");
  });

  it("keeps a lone weight in sight where a pattern has more cells than pixels", () => {
    const sparse = Array.from({ length: 300 }, (_, q) =>
      Array.from({ length: 300 }, (_, k) => Number(q === 217 && k === 111)),
    );
    const svg = headGrid([[sparse]], { document });
    const paths = Array.from(svg.querySelectorAll("path"));
    expect(paths).toHaveLength(1);
    expect(paths[0]?.getAttribute("fill")).toBe(css(colorScale([0, 1], "blues")(1)));
  });
});

describe("tokenView", () => {
  const color = colorScale([0, 1], "blues");

  it("shows the chosen token's row, another token's while it is pointed at, and keeps a token that is clicked", () => {
    const onChoose = vi.fn();
    const svg = shown(tokenView(pattern, { tokens, chosen: 1, onChoose, document }));
    const fills = () => places(svg).map(fillOf);
    const row = (i: number) => (pattern[i] ?? []).map((value) => css(color(value)));
    expect(fills()).toEqual(row(1));
    fire(places(svg)[2], "pointerover");
    expect(fills()).toEqual(row(2));
    expect(readout(svg)).toBe("Token 2 “ sat” → “ cat” 0.7, “The” 0.2, “ sat” 0.1");
    fire(svg, "pointerleave");
    expect(fills()).toEqual(row(1));
    fire(places(svg)[2], "click");
    fire(svg, "pointerleave");
    expect(fills()).toEqual(row(2));
    expect(places(svg).map((place) => place.getAttribute("aria-selected"))).toEqual([
      "false",
      "false",
      "true",
    ]);
    expect(onChoose).toHaveBeenCalledWith(2);
  });

  it("colours tokens by a value each, or the keys below by a query's row", () => {
    const saliency = tokenView([0.5, -1, 0], { tokens, document });
    expect(saliency.getAttribute("role")).toBe("list");
    expect(places(saliency).map(fillOf)[1]).toBe(css(colorScale([-1, 1], "rdbu")(-1)));
    const across = tokenView([[0, 1]], { tokens: ["il"], keys: ["the", "animal"], document });
    expect(places(across)).toHaveLength(1);
    expect(readout(across)).toBe("Token 0 “il” → “animal” 1");
  });
});

describe("attributionBars", () => {
  const labels = ["embed", "head 0.0", "head 0.1", "mlp"];

  it("draws bars to both sides of 0, the largest first when sorted, and sums up the rest", () => {
    const svg = attributionBars([0.5, -2, 1, 0.25], { labels, sorted: true, most: 2, document });
    expect(named(svg)).toEqual(["head 0.0: −2", "head 0.1: 1", "2 others: 0.75"]);
    const axis = Number(svg.querySelector("line")?.getAttribute("x1"));
    const bars = Array.from(svg.querySelectorAll("[data-place] rect:nth-of-type(2)"), (bar) => {
      const x = Number(bar.getAttribute("x"));
      return [x, x + Number(bar.getAttribute("width"))];
    });
    expect(bars[0]?.[1]).toBeCloseTo(axis);
    expect(bars[1]?.[0]).toBeCloseTo(axis);
  });

  it("loses nothing: the bars add up to all values", () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), fc.nat(11), (values, most) => {
        const svg = attributionBars(values, {
          labels: values.map(String),
          most: most + 1,
          sorted: most % 2 === 0,
          document,
        });
        const numbers = Array.from(
          svg.querySelectorAll("[data-place] text:nth-of-type(2)"),
          ({ textContent }) => Number(textContent?.replace("−", "-")),
        );
        expect(numbers.length).toBe(Math.min(values.length, most + 2));
        // Each is rounded to three digits.
        const sum = values.reduce((a, b) => a + b, 0);
        expect(Math.abs(numbers.reduce((a, b) => a + b, 0) - sum)).toBeLessThanOrEqual(60);
      }),
      runs(30),
    );
  });
});

describe("every picture of a model", () => {
  const draw = (options: { document: Document; width?: number; paper?: boolean; dark?: boolean }) => [
    headGrid([[pattern, pattern]], { tokens, ...options }),
    layerHeatmap(effects, { xTicks: tokens, ...options }),
    lensTable(sure, { predicted, xTicks: tokens, ...options }),
    tokenView(pattern, { tokens, ...options }),
    attributionBars([1, -1, 0.5], { labels: tokens, ...options }),
  ];

  it("keeps to the width of a phone, whatever the number of layers, heads and tokens", () => {
    const word = fc.string({ minLength: 1, maxLength: 14 });
    const shape = fc.record({
      layers: fc.integer({ min: 1, max: 4 }),
      words: fc.array(word, { minLength: 1, maxLength: 24 }),
    });
    fc.assert(
      fc.property(shape, ({ layers, words }) => {
        const values = Array.from({ length: layers }, (_, l) => words.map((_, i) => Math.sin(l + i)));
        const options = { width: 343, document };
        const drawn = [
          headGrid([values.map(() => values), values.map(() => values)], options),
          layerHeatmap(values, { xTicks: words, showValues: words.length % 2 === 0, ...options }),
          lensTable(values, { predicted: values.map(() => words), xTicks: words, ...options }),
          tokenView(values[0] ?? [], { tokens: words, ...options }),
          attributionBars(values[0] ?? [], { labels: words, ...options }),
        ];
        for (const svg of drawn) {
          expect(Number(svg.getAttribute("width"))).toBeLessThanOrEqual(343);
          expect(svg.outerHTML).not.toMatch(/NaN|Infinity|="-\d+(\.\d+)?" (width|height)="-/);
        }
      }),
      runs(15),
    );
  });

  it("has one place in the tab order, a label that says what it shows, and no picture role that hides its parts", () => {
    for (const svg of draw({ document })) {
      expect(svg.querySelectorAll("[tabindex='0']")).toHaveLength(1);
      expect(svg.getAttribute("aria-label")?.length).toBeGreaterThan(30);
      expect(["grid", "list", "listbox"]).toContain(svg.getAttribute("role"));
    }
  });

  it("goes to files, on white or dark paper", async () => {
    for (const [dark, fill] of [
      [false, "#ffffff"],
      [true, "#17181b"],
    ] as const) {
      for (const i of [0, 1, 2, 3, 4]) {
        const svg = await toSvg((page) => draw({ document: page, paper: true, dark })[i] as SVGSVGElement);
        expect(svg).toContain(`fill="${fill}"`);
        expect((await toPng(svg, { scale: 1 })).length).toBeGreaterThan(500);
      }
    }
  });
});

describe("colours on a dark ground", () => {
  it("grow lighter from no value on, to both sides for signed values", () => {
    const lightness = (value: number, scheme: Parameters<typeof colorScale>[1]): number => {
      const [red, green, blue] = colorScale([-1, 1], scheme, { dark: true })(value);
      return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2;
    };
    const steps = Array.from({ length: 33 }, (_, i) => i / 32);
    const rises = (values: number[]) =>
      values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0) * 0.999);
    for (const scheme of ["rdbu", "puor"] as const) {
      expect(rises(steps.map((step) => lightness(step, scheme)))).toBe(true);
      expect(rises(steps.map((step) => lightness(-step, scheme)))).toBe(true);
    }
    for (const scheme of ["blues", "greens", "greys", "oranges", "purples", "reds", "viridis"] as const)
      expect(rises(steps.map((step) => lightness(2 * step - 1, scheme)))).toBe(true);
  });
});

describe("fitWidth", () => {
  it("draws as wide as the element, and anew when that changes, until it is stopped", () => {
    let resized = (): void => undefined;
    const disconnect = vi.fn();
    class Observer {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe(): void {}
      disconnect = disconnect;
    }
    vi.stubGlobal("ResizeObserver", Observer);
    const element = document.createElement("div");
    let width = 600;
    Object.defineProperty(element, "clientWidth", { get: () => width });
    const draw = vi.fn((room: number) => attributionBars([1], { labels: ["a"], width: room, document }));
    const stop = fitWidth(element, draw);
    resized();
    width = 343;
    resized();
    expect(draw.mock.calls).toEqual([[600], [343]]);
    expect(element.children).toHaveLength(1);
    stop();
    expect(disconnect).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});
