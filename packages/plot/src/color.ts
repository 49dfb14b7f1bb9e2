import { describeValue } from "@saccade/contract";
import {
  interpolateBlues,
  interpolateCividis,
  interpolateGreens,
  interpolateGreys,
  interpolateMagma,
  interpolateOranges,
  interpolatePuOr,
  interpolatePurples,
  interpolateRdBu,
  interpolateReds,
  interpolateViridis,
} from "d3-scale-chromatic";
import { checkDomain, type Domain, fraction, valueDomain } from "./domain.ts";
import { checkOptions, flag, PlotError, type Rule } from "./rules.ts";

/** Names of the sequential schemes that stay ordered for color-blind readers and in print. */
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

/** Schemes for signed values: red to blue, and orange to purple, both told apart by color-blind readers; 0 is pale. */
export type DivergingScheme = "rdbu" | "puor";

/** Names of all schemes. */
export type ColorScheme = SequentialScheme | DivergingScheme;

const schemes: Readonly<Record<ColorScheme, (t: number) => string>> = {
  blues: interpolateBlues,
  greens: interpolateGreens,
  greys: interpolateGreys,
  oranges: interpolateOranges,
  purples: interpolatePurples,
  reds: interpolateReds,
  viridis: interpolateViridis,
  cividis: interpolateCividis,
  magma: interpolateMagma,
  rdbu: interpolateRdBu,
  puor: interpolatePuOr,
};

/** On a dark ground values near 0 are dark, and both ends bright. */
const darkStops: Readonly<Record<DivergingScheme, string>> = {
  rdbu: "#ffd0c0 #f08a6b #b8432f #6b2a22 #26272b #1f4468 #2b76b3 #6fb4e8 #c8e6ff",
  puor: "#ffe0b0 #f0a23c #b0640f #603a10 #26272b #42376a #7562b5 #a898dc #e2dcff",
};
/** The surface that a dark page has, about. */
const darkGround: Rgb = [0x26, 0x27, 0x2b];

/** A function, so that bundles of figures without a color scale leave the schemes out. */
const schemeNames = (): string => Object.keys(schemes).join(", ");

/** Whether a value is the name of a scheme. */
function isScheme(value: unknown): value is ColorScheme {
  return typeof value === "string" && Object.hasOwn(schemes, value);
}

/** Whether a scheme is for signed values. */
export function isDiverging(scheme: ColorScheme | undefined): scheme is DivergingScheme {
  return scheme === "rdbu" || scheme === "puor";
}

/** The domain a scheme has by default: the values' extent, or for a diverging scheme as far on both sides of 0. */
export function schemeDomain(values: ArrayLike<number>, scheme: ColorScheme): Domain {
  const domain = valueDomain(values);
  if (!isDiverging(scheme)) return domain;
  const most = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
  return [-most, most];
}

/** The rule for the name of a scheme. */
export const scheme: Rule = {
  get must() {
    return `one of ${schemeNames()}`;
  },
  holds: isScheme,
};

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Options of {@link colorScale}. */
export interface ColorScaleOptions {
  /** Whether the background is dark, so that low values, or those near 0, are dark. Default false. */
  readonly dark?: boolean;
}

/**
 * The color of each value of a domain; values outside it take the nearer end's color.
 *
 * @param scheme a sequential one for values from low to high, or `"rdbu"` (red below the middle, blue above) or `"puor"` for
 * signed values, in a domain as far on both sides of 0
 * @throws PlotError for a scheme that is not one of {@link ColorScheme}, a domain that is not [low, high] with low < high, or
 * an unknown option
 * @example
 * css(colorScale([0, 1], "viridis")(0.5)) // "#21918c"
 * css(colorScale([-1, 1], "rdbu")(0)) // "#f2efee"
 */
export function colorScale(
  domain: Domain,
  scheme: ColorScheme,
  options: ColorScaleOptions = {},
): (value: number) => Rgb {
  checkDomain(domain, "colorScale: domain");
  if (!isScheme(scheme)) {
    throw new PlotError(
      `colorScale: unknown colorScheme ${describeValue(scheme)}; choose one of ${schemeNames()}`,
    );
  }
  checkOptions("colorScale", options, { dark: flag }, 'colorScale([0, 1], "blues", { dark: true })');
  const at = options.dark === true ? onDark(scheme) : (t: number) => parseColor(schemes[scheme](t));
  return (value) => at(fraction(value, domain));
}

/** A scheme's colors on a dark ground. */
function onDark(scheme: ColorScheme): (t: number) => Rgb {
  if (isDiverging(scheme)) {
    const stops = darkStops[scheme].split(" ").map(parseColor);
    return (t) => {
      const at = Math.min(stops.length - 2, Math.floor(t * (stops.length - 1)));
      return mix(stops[at] ?? darkGround, stops[at + 1] ?? darkGround, t * (stops.length - 1) - at);
    };
  }
  const interpolate = schemes[scheme];
  if (["viridis", "cividis", "magma"].includes(scheme)) return (t) => parseColor(interpolate(t));
  // Single-hue schemes start at white: reversed, without their darkest part, and starting at the background's color.
  return (t) => mix(darkGround, parseColor(interpolate(0.85 * (1 - t))), Math.min(1, t / 0.3));
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (i: 0 | 1 | 2): number => Math.round(from[i] + (to[i] - from[i]) * share);
  return [part(0), part(1), part(2)];
}

/**
 * A color as CSS writes it.
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
  // Where black and white have equal contrast: both 4.58 to 1, and more on their own side.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

function checkRgb(what: string, color: unknown): void {
  const isPart = (part: unknown): boolean =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) <= 255;
  if (Array.isArray(color) && color.length === 3 && Array.from(color).every(isPart)) return;
  throw new PlotError(
    `${what}: a color must be [red, green, blue], whole numbers from 0 to 255, got ${describeValue(color)}`,
  );
}

export function parseColor(text: string): Rgb {
  const parts = text.startsWith("#")
    ? [text.slice(1, 3), text.slice(3, 5), text.slice(5, 7)].map((hex) => Number.parseInt(hex, 16))
    : (text.match(/\d+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts;
  return [red, green, blue];
}
