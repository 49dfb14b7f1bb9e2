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
import { checkDomain, type Domain, fraction } from "./domain.ts";
import { PlotError } from "./errors.ts";
import { type Rule, show } from "./rules.ts";

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

const schemeNames: readonly string[] = Object.keys(schemes);

/** Whether a value is the name of a scheme. */
function isScheme(value: unknown): value is SequentialScheme {
  return typeof value === "string" && Object.hasOwn(schemes, value);
}

/** The rule for the name of a scheme. */
export const scheme: Rule = { must: `one of ${schemeNames.join(", ")}`, holds: isScheme };

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The colour of each value of a domain; values outside it take the nearer end's colour.
 *
 * @throws PlotError for a scheme that is not one of {@link SequentialScheme}, or a domain that is not [low, high] with
 * low < high
 * @example css(colorScale([0, 1], "viridis")(0.5)) // "#21918c"
 */
export function colorScale(domain: Domain, scheme: SequentialScheme): (value: number) => Rgb {
  checkDomain(domain, "colorScale: domain");
  if (!isScheme(scheme)) {
    throw new PlotError(
      `colorScale: unknown colorScheme ${show(scheme)}; choose one of ${schemeNames.join(", ")}`,
    );
  }
  const interpolate = schemes[scheme];
  return (value) => parseColor(interpolate(fraction(value, domain)));
}

/**
 * A colour as CSS writes it.
 *
 * @throws PlotError unless it is [red, green, blue], each a whole number from 0 to 255
 * @example css([255, 0, 0]) // "#ff0000"
 */
export function css(color: Rgb): string {
  checkRgb("css", color);
  const [red, green, blue] = color;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Black or white, whichever contrasts more with a fill: at least 4.5 to 1 (relative luminance as WCAG defines it).
 *
 * @throws PlotError unless the fill is [red, green, blue], 0 to 255
 * @example contrastingInk([255, 255, 255]) // "#000000"
 */
export function contrastingInk(fill: Rgb): string {
  checkRgb("contrastingInk", fill);
  const [red, green, blue] = fill.map((part) => {
    const level = part / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  // Where black and white contrast alike: either has 4.58 to 1 there, and more on its own side.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function checkRgb(what: string, color: unknown): void {
  const isPart = (part: unknown): boolean =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) <= 255;
  if (Array.isArray(color) && color.length === 3 && Array.from(color).every(isPart)) return;
  throw new PlotError(
    `${what}: a colour must be [red, green, blue], whole numbers from 0 to 255, got ${show(color)}`,
  );
}

function parseColor(text: string): Rgb {
  const parts = text.startsWith("#")
    ? [text.slice(1, 3), text.slice(3, 5), text.slice(5, 7)].map((hex) => Number.parseInt(hex, 16))
    : (text.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts;
  return [red, green, blue];
}
