import { randomUUID } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { PlotError } from "./errors.ts";
import { checkArgument } from "./options.ts";
import { text } from "./rules.ts";
import { checkPngOptions, type PngOptions, toPng } from "./to-png.ts";
import { checkDraw, type Draw, toSvg } from "./to-svg.ts";

/**
 * Draws and saves to `path`: an SVG file for .svg, a PNG file for .png. It writes a temporary file in the
 * same folder and renames it, so that readers never see a partial file.
 *
 * @throws PlotError for a path that is not a string, a `draw` that is not a function, or wrong options; Error for another
 * extension, or when the folder does not exist; and whatever `draw` throws
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
