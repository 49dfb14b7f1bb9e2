import {
  interpolateBlues,
  interpolateCividis,
  interpolateGreens,
  interpolateGreys,
  interpolateMagma,
  interpolateOranges,
  interpolatePurples,
  interpolateReds,
  interpolateViridis,
} from "d3-scale-chromatic";
import { type Domain, fraction } from "./domain.ts";

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

const schemes: Readonly<Record<SequentialScheme, (t: number) => string>> = {
  blues: interpolateBlues,
  greens: interpolateGreens,
  greys: interpolateGreys,
  oranges: interpolateOranges,
  purples: interpolatePurples,
  reds: interpolateReds,
  viridis: interpolateViridis,
  cividis: interpolateCividis,
  magma: interpolateMagma,
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
  const interpolate = schemes[scheme];
  return (value) => parseColor(interpolate(fraction(value, domain)));
}

export function css([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever contrasts more with a fill: at least 4.5 to 1 (relative luminance as WCAG defines it). */
export function contrastingInk(fill: Rgb): string {
  const [red, green, blue] = fill.map((part) => {
    const level = part / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  // Where black and white contrast alike: either has 4.58 to 1 there, and more on its own side.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function parseColor(text: string): Rgb {
  const parts = text.startsWith("#")
    ? [text.slice(1, 3), text.slice(3, 5), text.slice(5, 7)].map((hex) => Number.parseInt(hex, 16))
    : (text.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts;
  return [red, green, blue];
}
