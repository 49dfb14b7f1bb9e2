import { createRequire } from "node:module";
import { PlotError } from "./errors.ts";
import { checkArgument, checkOptions } from "./options.ts";
import { pixels, type Rule, text } from "./rules.ts";

/** Options of {@link toPng}, and of savePlot for PNG files. */
export interface PngOptions {
  /** Pixels of the image for each pixel of the drawing; 2 unless given, for sharp screens and print. */
  readonly scale?: number;
}

/** The longest side of an image. */
const mostPixels = 20_000;

/** Letters beyond the ones the shipped font draws (Chinese, Japanese, Korean, emoji). */
const beyondShippedFont = /[\u2e80-\u9fff\ua000-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/**
 * Renders an SVG file to a PNG file. Text is set in DejaVu Sans, which this package brings with it, so that
 * it shows, and looks the same, on machines without fonts. Letters it lacks (Chinese, Japanese, Korean,
 * emoji) are taken from the machine's own fonts, and are empty boxes when none has them.
 *
 * @throws PlotError for an unknown option or a wrong value, or when `svg` is not an SVG file
 * @example
 * const svg = await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { document }));
 * (await toPng(svg)).slice(1, 4) // Uint8Array [80, 78, 71]
 */
export async function toPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  checkPngOptions("toPng", options);
  checkArgument("toPng", "svg", svg, text);
  const { scale = 2 } = options;
  const { Resvg } = await import("@resvg/resvg-js");
  const font = {
    fontFiles: [shippedFont()],
    loadSystemFonts: beyondShippedFont.test(svg),
    defaultFontFamily: "DejaVu Sans",
    sansSerifFamily: "DejaVu Sans",
  };
  try {
    const drawing = new Resvg(svg, { fitTo: { mode: "zoom", value: scale }, font });
    const side = Math.max(drawing.width, drawing.height) * scale;
    if (side > mostPixels) {
      throw new PlotError(
        `toPng: an image of ${Math.round(side)} pixels a side is too large; give a scale below ${scale}, or draw smaller.`,
      );
    }
    return Uint8Array.from(drawing.render().asPng());
  } catch (cause) {
    if (cause instanceof PlotError) throw cause;
    throw new PlotError(`toPng: svg is not an SVG file (${String(cause)}); toSvg(draw) makes one.`, {
      cause,
    });
  }
}

/** @throws PlotError for an unknown option or a wrong value */
export function checkPngOptions(what: string, options: PngOptions): void {
  const scale: Rule = {
    must: "a number above 0 and ≤ 16",
    holds: (value) => pixels.holds(value) && Number(value) <= 16,
  };
  checkOptions(what, options, { scale }, `${what}(…, { scale: 2 })`);
}

function shippedFont(): string {
  return createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}
