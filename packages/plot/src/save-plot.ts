/// <reference lib="dom" preserve="true" />
import { randomUUID } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { describeValue } from "@saccade/contract";
import { checkArgument, checkOptions, PlotError, pixels, type Rule, text } from "./rules.ts";

// Figures in Node: as SVG, as PNG, and as files. Pages and terminals do without the packages for that, which are optional peers.

/**
 * Draws and saves to `path`: an SVG file for .svg, a PNG file for .png. It writes a temporary file in the
 * same folder and renames it, so that readers never see a partial file.
 *
 * @throws PlotError for a path that is not a string, a `draw` that is not a function, or wrong options; Error for another
 * extension, when the folder does not exist, or when the packages that {@link toSvg} and {@link toPng} need are not
 * installed; and whatever `draw` throws
 * @example
 * await savePlot("weights.svg", (document) => heatmap(tensor([[0.2, 0.8]]), { document }));
 * (await readFileBytes("weights.svg")).length > 0 // true
 */
export async function savePlot(path: string, draw: Draw, options: PngOptions = {}): Promise<void> {
  checkArgument("savePlot", "path", path, text);
  checkDraw("savePlot", draw);
  checkPngOptions("savePlot", options);
  const extension = extname(path).toLowerCase();
  if (extension !== ".svg" && extension !== ".png") {
    const got = extension === "" ? "no extension" : `"${extension}"`;
    throw new PlotError(`cannot save "${path}": end it in .svg or .png (got ${got})`);
  }
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new PlotError(`cannot save "${path}": the folder "${folder}" does not exist; create it first`);
  }
  const svg = await toSvg(draw);
  const contents = extension === ".svg" ? svg : await toPng(svg, options);
  const beside = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, contents);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw new PlotError(`cannot save "${path}"`, { cause: error });
  }
}

/** Draws into the document it is given: `(document) => heatmap(weights, { document })`. */
export type Draw = (document: Document) => SVGElement;

/** @throws PlotError that says how to install the optional peers */
function missing(what: string, name: string): (cause: unknown) => never {
  return (cause) => {
    throw new PlotError(
      `${what} needs the package ${name}, which cannot be imported; ` +
        "npm install jsdom@29 @resvg/resvg-js dejavu-fonts-ttf (for SVG alone, jsdom@29).",
      { cause },
    );
  };
}

/** @throws PlotError unless `draw` is a function */
function checkDraw(what: string, draw: unknown): void {
  if (typeof draw === "function") return;
  throw new PlotError(
    `${what}: draw must be a function, got ${describeValue(draw)}; write (document) => heatmap(weights, { document }).`,
  );
}

/**
 * Draws into a separate document, of the package jsdom, and returns the result as a complete SVG file.
 *
 * @throws PlotError when `draw` is not a function, or returns anything but an svg element, or when jsdom is not installed;
 * and whatever `draw` throws
 * @example (await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { document }))).slice(0, 4) // "<?xm"
 */
export async function toSvg(draw: Draw): Promise<string> {
  checkDraw("toSvg", draw);
  const { JSDOM } = await import("jsdom").catch(missing("toSvg", "jsdom"));
  const { window } = new JSDOM();
  try {
    const drawn = draw(window.document);
    if (drawn?.localName !== "svg") throw new PlotError("toSvg: draw must return the svg element it drew");
    const text = new window.XMLSerializer().serializeToString(drawn);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
  } finally {
    window.close();
  }
}

/** Options of {@link toPng}, and of savePlot for PNG files. */
export interface PngOptions {
  /** Pixels of the image for each pixel of the drawing; 2 unless given, for sharp screens and print. */
  readonly scale?: number;
}

/** The longest side of an image. */
const mostPixels = 20_000;

/** Letters beyond the ones that DejaVu Sans draws (Chinese, Japanese, Korean, emoji). */
const beyondFont = /[\u2e80-\u9fff\ua000-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/**
 * Renders an SVG file to a PNG file, by the package @resvg/resvg-js. Text is set in DejaVu Sans, of the package
 * dejavu-fonts-ttf, so that it shows, and looks the same, on machines without fonts. Letters it lacks (Chinese, Japanese,
 * Korean, emoji) are taken from the machine's own fonts, and are empty boxes when none has them.
 *
 * @throws PlotError for an unknown option or a wrong value, when `svg` is not an SVG file, or when those packages are not
 * installed
 * @example
 * const svg = await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { document }));
 * (await toPng(svg)).slice(1, 4) // Uint8Array [80, 78, 71]
 */
export async function toPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  checkPngOptions("toPng", options);
  checkArgument("toPng", "svg", svg, text);
  const { scale = 2 } = options;
  const { Resvg } = await import("@resvg/resvg-js").catch(missing("toPng", "@resvg/resvg-js"));
  const font = {
    fontFiles: [await fontFile().catch(missing("toPng", "dejavu-fonts-ttf"))],
    loadSystemFonts: beyondFont.test(svg),
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
function checkPngOptions(what: string, options: PngOptions): void {
  const scale: Rule = {
    must: "a number above 0 and ≤ 16",
    holds: (value) => pixels.holds(value) && Number(value) <= 16,
  };
  checkOptions(what, options, { scale }, `${what}(…, { scale: 2 })`);
}

async function fontFile(): Promise<string> {
  return createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
}
