/// <reference lib="dom" preserve="true" />

import uPlot from "uplot";
import { shortNumber } from "../domain.ts";
import {
  names as allNames,
  checkArgument,
  checkOptions,
  flag,
  list,
  PlotError,
  pixels,
  type Rule,
  type Rules,
  text,
} from "../rules.ts";
import { seriesColors } from "../svg.ts";

/** Options of {@link liveCurve}. */
export interface LiveCurveOptions {
  /** One name a curve. */
  readonly names: readonly string[];
  /** CSS colors, one a curve; of a color-blind safe palette unless given. */
  readonly colors?: readonly string[];
  /** Below the x axis. */
  readonly xlabel?: string;
  /** In pixels; 200 unless given. The width is the element's, and follows it. */
  readonly height?: number;
  /** Whether the y axis is logarithmic, as for a loss that falls by orders of magnitude. Default false. */
  readonly logarithmic?: boolean;
}

/** Curves in a page that new points may be set on. */
export interface LiveCurve {
  /**
   * Shows these points: x of shape (n), rising, and for each name its y of shape (n); null leaves a gap.
   * @throws PlotError when there is not one y for each name, or they differ from x in length
   */
  set(x: readonly number[], ys: readonly (readonly (number | null)[])[]): void;
  /** Draws again, as after a change of the page's colors. */
  redraw(): void;
  /** Removes the curves from the page. */
  destroy(): void;
}

const rules: Rules<LiveCurveOptions> = {
  names: allNames,
  colors: allNames,
  xlabel: text,
  height: pixels,
  logarithmic: flag,
};

const isElement: Rule = {
  must: "an element of the page",
  holds: (value) => typeof Object(value).append === "function",
};

const lists: Rule = {
  must: "an array of arrays, one for each name",
  holds: (value) => Array.isArray(value) && Array.from<unknown>(value).every(Array.isArray),
};

/**
 * Puts curves into an element and lets them grow: uPlot on a canvas, which draws a hundred thousand points within a
 * frame. Axes take the element's text color. The page brings uPlot's style sheet, `uplot/dist/uPlot.min.css`.
 * Give the element role="img" and a label: a canvas has no content for screen readers.
 * @throws PlotError for anything but an element, a missing or unknown option or a wrong value, for no names
 * @example
 * const curve = liveCurve(element, { names: ["loss"], xlabel: "step" });
 * curve.set([1, 2, 3], [[0.9, 0.5, 0.3]]);
 * element.querySelectorAll("canvas").length // 1
 */
export function liveCurve(into: HTMLElement, options: LiveCurveOptions): LiveCurve {
  const what = "liveCurve";
  checkArgument(what, "into", into, isElement);
  checkOptions(what, options, rules, 'liveCurve(element, { names: ["loss"] })', ["names"]);
  const { names, height = 200, logarithmic = false } = options;
  if (names.length === 0)
    throw new PlotError("liveCurve: names is empty: a live curve needs one name a curve");
  const ink = (): string => getComputedStyle(into).color;
  const axis = (label: string | undefined, size: number): uPlot.Axis => ({
    stroke: ink,
    grid: { stroke: () => `color-mix(in srgb, ${ink()} 15%, transparent)`, width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : shortNumber(tick))),
    size,
    ...(label === undefined ? {} : { label, labelSize: 20 }),
  });
  const chart = new uPlot(
    {
      width: Math.max(1, into.clientWidth),
      height,
      scales: { x: { time: false }, y: { distr: logarithmic ? 3 : 1 } },
      axes: [axis(options.xlabel, 30), axis(undefined, 52)],
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      legend: { show: names.length > 1 },
      series: [
        {},
        ...names.map((label, i) => ({
          label,
          stroke: options.colors?.[i] ?? seriesColors[i % seriesColors.length] ?? "#0072b2",
          width: 2,
          points: { show: false },
        })),
      ],
    },
    [[], ...names.map(() => [])],
    into,
  );
  const observer = new ResizeObserver(() => {
    const width = into.clientWidth;
    if (width > 0 && width !== chart.width) chart.setSize({ width, height });
  });
  observer.observe(into);
  return {
    set(x, ys) {
      checkArgument("liveCurve.set", "x", x, list);
      checkArgument("liveCurve.set", "ys", ys, lists);
      if (ys.length !== names.length || ys.some((y) => y.length !== x.length)) {
        throw new PlotError(
          `liveCurve.set: a live curve of ${names.length} names takes as many lists of ${x.length} values, got lengths ` +
            `${ys.map((y) => y.length).join(", ") || "none"}`,
        );
      }
      chart.setData([[...x], ...ys.map((y) => [...y])]);
    },
    redraw: () => chart.redraw(false, true),
    destroy() {
      observer.disconnect();
      chart.destroy();
    },
  };
}
