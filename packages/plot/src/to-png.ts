import { createRequire } from "node:module";
import { checkArgument, checkOptions, pixels, type Rule, text } from "./options.ts";

/** Options of {@link toPng}, and of savePlot for PNG files. */
export interface PngOptions {
  /** Pixels of the image for each pixel of the drawing; 2 unless given, for sharp screens and print. */
  readonly scale?: number;
}

/** Letters beyond the ones the shipped font draws (Chinese, Japanese, Korean, emoji). */
const beyondShippedFont = /[\u2e80-\u9fff\ua000-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/**
 * Renders an SVG file to a PNG file. Text is set in DejaVu Sans, which this package brings with it, so that
 * it shows, and looks the same, on machines without fonts. Letters it lacks (Chinese, Japanese, Korean,
 * emoji) are taken from the machine's own fonts, and are empty boxes when none has them.
 *
 * @throws TypeError for an unknown option or a wrong value; Error when `svg` is not an SVG file
 * @example
 * const svg = await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { document }));
 * (await toPng(svg)).slice(1, 4) // Uint8Array [80, 78, 71]
 */
export async function toPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  checkPngOptions("toPng", options);
  checkArgument("toPng", "svg", svg, text);
  const { scale = 2 } = options;
  const { Resvg } = await import("@resvg/resvg-js");
  const rendered = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    font: {
      fontFiles: [shippedFont()],
      loadSystemFonts: beyondShippedFont.test(svg),
      defaultFontFamily: "DejaVu Sans",
      sansSerifFamily: "DejaVu Sans",
    },
  });
  return Uint8Array.from(rendered.render().asPng());
}

/** @throws TypeError for an unknown option or a wrong value */
export function checkPngOptions(what: string, options: PngOptions): void {
  const scale: Rule = { must: "a finite number > 0", holds: pixels.holds };
  checkOptions(what, options, { scale }, `${what}(…, { scale: 2 })`);
}

function shippedFont(): string {
  return createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}
