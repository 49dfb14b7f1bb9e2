/// <reference lib="dom" preserve="true" />
import { type ColorScheme, scale } from "@observablehq/plot";
import type { Domain } from "./domain.ts";

/** Names of the sequential schemes that stay ordered for colour-blind readers and in print. */
export type SequentialScheme =
  | "blues"
  | "greens"
  | "greys"
  | "oranges"
  | "purples"
  | "reds"
  | "viridis"
  | "cividis"
  | "magma";

/** Okabe and Ito's palette without its yellow, which is too faint on white. */
export const seriesColors: readonly string[] = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#000000",
];

/** The fill of a cell that holds no finite number. */
export const noValueColor = "#e3ddd0";
export const ink = "#262626";
export const hairline = "#b8b8b8";

const schemes: Record<SequentialScheme, ColorScheme> = {
  blues: "blues",
  greens: "greens",
  greys: "greys",
  oranges: "oranges",
  purples: "purples",
  reds: "reds",
  viridis: "viridis",
  cividis: "cividis",
  magma: "magma",
};

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The colour of each value of a domain; values outside it take the nearer end's colour.
 * @throws RangeError for a scheme that is not one of {@link SequentialScheme}
 */
export function colorScale(domain: Domain, scheme: SequentialScheme): (value: number) => Rgb {
  if (!Object.hasOwn(schemes, scheme)) {
    throw new RangeError(`unknown colorScheme "${scheme}"; choose one of ${Object.keys(schemes).join(", ")}`);
  }
  const made = scale({
    color: { type: "linear", domain: [...domain], scheme: schemes[scheme], clamp: true },
  });
  return (value) => parseColor(String(made?.apply(value)));
}

export function css([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The text colour with the better contrast on a fill (relative luminance as WCAG defines it). */
export function contrastingInk(fill: Rgb): string {
  const [red, green, blue] = fill.map((part) => {
    const level = part / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return luminance > 0.2 ? ink : "#ffffff";
}

function parseColor(text: string): Rgb {
  const parts = text.startsWith("#")
    ? [text.slice(1, 3), text.slice(3, 5), text.slice(5, 7)].map((hex) => Number.parseInt(hex, 16))
    : (text.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts;
  return [red, green, blue];
}
