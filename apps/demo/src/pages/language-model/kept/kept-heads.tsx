import { HeadsGrid } from "@saccade/figures/head-maps";
import { headName } from "@saccade/figures/head-name";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import type { JSX } from "preact";
import { useShell, useWords } from "../../../app/shell.ts";
import { keptWords } from "./messages.ts";

interface KeptHeadsProps {
  readonly maps: HeadMaps;
  readonly kept: HeadMaps;
  readonly chosen: HeadAsk;
  readonly onChoose: (head: HeadAsk) => void;
}

/** Two models, or one at two times, side by side: weights of the same text that were kept. */
export function KeptHeads({ maps, kept, chosen, onChoose }: KeptHeadsProps): JSX.Element {
  const t = useWords(keptWords);
  const theme = useShell().theme.value;
  const isSame = String(maps.tokens) === String(kept.tokens);
  return (
    <div class="kept-heads">
      <h3>{t.title}</h3>
      <p>{isSame ? t.text : t.otherText}</p>
      <figure>
        <figcaption>{t.kept}</figcaption>
        <HeadsGrid
          maps={kept}
          chosen={chosen}
          onChoose={onChoose}
          nameOf={(head) => `${t.kept}: ${headName(head)}`}
          theme={theme}
        />
      </figure>
    </div>
  );
}
