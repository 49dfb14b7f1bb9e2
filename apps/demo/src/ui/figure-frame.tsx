import { fill } from "@saccade/figures/messages";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { shellWords, useShell, useWords } from "../app/shell.ts";
import { pngOf, saveFile, standaloneSvg } from "../export/picture.ts";
import { reasonOf } from "../work/reason-of.ts";
import { Button } from "./button.tsx";
import "./figure-frame.css";

interface FigureFrameProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A figure with buttons that save its largest drawing as SVG and PNG. */
export function FigureFrame({ name, title, children }: FigureFrameProps): JSX.Element {
  const t = useWords(shellWords);
  const { notice } = useShell();
  const frame = useRef<HTMLDivElement>(null);
  const save = async (format: "SVG" | "PNG"): Promise<void> => {
    try {
      const drawing = largestDrawing(frame.current);
      if (drawing === undefined) throw new Error(t.noDrawing);
      const svg = standaloneSvg(drawing, title);
      const file = new Blob([svg.text], { type: "image/svg+xml" });
      saveFile(`${name}.${format.toLowerCase()}`, format === "SVG" ? file : await pngOf(svg));
      notice.value = "";
    } catch (error) {
      notice.value = fill(t.saveFailed, { title, reason: reasonOf(error) });
    }
  };
  return (
    <div class="figure-frame" ref={frame}>
      {children}
      <p class="figure-save chips flow">
        {(["SVG", "PNG"] as const).map((format) => (
          <Button
            key={format}
            aria-label={fill(t.saveAs, { title, format })}
            text={format}
            onClick={() => save(format)}
          />
        ))}
      </p>
    </div>
  );
}

function largestDrawing(frame: HTMLElement | null): SVGSVGElement | undefined {
  const area = (svg: SVGSVGElement): number => {
    const { width, height } = svg.getBoundingClientRect();
    return width * height;
  };
  return [...(frame?.querySelectorAll("svg") ?? [])]
    .filter((svg) => area(svg) > 0)
    .sort((a, b) => area(b) - area(a))[0];
}
