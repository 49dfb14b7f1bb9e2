import { fill } from "@saccade/figures/messages";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { shellWords, useShell, useWords } from "../app/shell.ts";
import type { FigureFile } from "../export/picture.ts";
import { reasonOf } from "../work/reason-of.ts";
import { Button } from "./parts.tsx";

interface FigureFrameProps extends FigureFile {
  readonly children: ComponentChildren;
}

/** A figure with buttons that save its largest drawing as SVG and PNG. */
export function FigureFrame({ name, title, caption, children }: FigureFrameProps): JSX.Element {
  const t = useWords(shellWords);
  const shell = useShell();
  const { notice } = shell;
  const frame = useRef<HTMLDivElement>(null);
  const save = async (format: "SVG" | "PNG"): Promise<void> => {
    try {
      const { saveFigure } = await import("../export/picture.ts");
      await saveFigure(shell, frame.current, { name, title, caption }, format);
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
