import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { shellWords, useShell, useWords } from "../app/shell.ts";
import type { Card } from "../export/card.ts";
import { reasonOf } from "../work/reason-of.ts";
import { Button } from "./button.tsx";

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
