import { createRequire } from "node:module";

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
 * @throws RangeError when scale is not above zero; Error when `svg` is not an SVG file
 */
export async function toPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  const scale = options.scale ?? 2;
  if (!(scale > 0 && Number.isFinite(scale))) throw new RangeError(`scale must be above zero, got ${scale}`);
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

function shippedFont(): string {
  return createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}
