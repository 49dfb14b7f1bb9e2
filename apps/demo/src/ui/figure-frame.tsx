import { fill } from "@saccade/figures/messages";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { shellWords, useShell, useWords } from "../app/shell.ts";
import type { FigureFile } from "../export/figure-file.ts";
import { reasonOf } from "../work/reason-of.ts";
import { Button } from "./button.tsx";
import "./figure-frame.css";
import type { Card } from "../export/card.ts";

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
      const { saveFigure } = await import("../export/figure-file.ts");
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

interface ShareProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly card: () => Card;
}

/** Gives a card of the present state on, with its address: by the device's own means, else as a download and a copied link. */
export function Share({ name, card }: ShareProps): JSX.Element {
  const t = useWords(shellWords);
  const shell = useShell();
  const share = async (): Promise<void> => {
    try {
      const { shareCard } = await import("../export/card.ts");
      await shareCard(shell, name, card());
    } catch (error) {
      shell.notice.value = fill(t.saveFailed, { title: t.share, reason: reasonOf(error) });
    }
  };
  return <Button class="share" text={t.share} title={t.shareText} onClick={share} />;
}
