import { type Shell, shellWords } from "../app/shell.ts";
import { pngOf, standaloneSvg } from "./picture.ts";
import { saveFile } from "./save-file.ts";
import { addressToShare, shownAddress } from "./shared-address.ts";

/** A figure as its frame names it. */
export interface FigureFile {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  /** What the figure says now. Default: what it says to screen readers, or its title. */
  readonly caption?: string | undefined;
}

/** Saves a frame's largest drawing, with what it says and the address of the state under it. */
export async function saveFigure(
  shell: Shell,
  frame: HTMLElement | null,
  { name, title, caption }: FigureFile,
  format: "SVG" | "PNG",
): Promise<void> {
  const drawing = largestDrawing(frame);
  if (drawing === undefined) throw new Error(shellWords[shell.language.peek()].noDrawing);
  const said = caption ?? drawing.getAttribute("aria-label") ?? title;
  const svg = standaloneSvg(drawing, title, { foot: [said, shownAddress(addressToShare(shell))] });
  const file = new Blob([svg.text], { type: "image/svg+xml" });
  saveFile(`${name}.${format.toLowerCase()}`, format === "SVG" ? file : await pngOf(svg));
}

export function largestDrawing(frame: HTMLElement | null): SVGSVGElement | undefined {
  const area = (svg: SVGSVGElement): number => {
    const { width, height } = svg.getBoundingClientRect();
    return width * height;
  };
  return [...(frame?.querySelectorAll("svg") ?? [])]
    .filter((svg) => area(svg) > 0)
    .sort((a, b) => area(b) - area(a))[0];
}
