import { HeadsGrid } from "@saccade/figures/head-maps";
import { headName } from "@saccade/figures/head-name";
import { HeadPairs } from "@saccade/figures/head-scores";
import type { HeadAsk, HeadMaps } from "@saccade/figures/language-model/lens";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useShell, useWords } from "../../../app/shell.ts";
import { alike, headsOf, sameTokens } from "./alike.ts";
import { keptWords } from "./messages.ts";

interface KeptHeadsProps {
  readonly maps: HeadMaps;
  readonly kept: HeadMaps;
  readonly chosen: HeadAsk;
  readonly onChoose: (head: HeadAsk) => void;
}

/** Heads of a model whose pairs are all shown. */
const most = 16;

/** Two models, or one at two times, side by side: weights of the same text that were kept, and how alike the heads are. */
export function KeptHeads({ maps, kept, chosen, onChoose }: KeptHeadsProps): JSX.Element {
  const t = useWords(keptWords);
  const theme = useShell().theme.value;
  const isSame = sameTokens(maps, kept);
  return (
    <div class="kept-heads">
      <h3>{t.title}</h3>
      <p>{isSame ? t.text : t.otherText}</p>
      <div class="even">
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
        {isSame && <Alikeness maps={maps} kept={kept} />}
      </div>
    </div>
  );
}

/** All pairs of heads of small models; of larger ones, each head with itself. */
function Alikeness({ maps, kept }: Pick<KeptHeadsProps, "maps" | "kept">): JSX.Element {
  const t = useWords(keptWords);
  const [now, before] = [headsOf(maps), headsOf(kept)];
  const isSmall = Math.max(now.length, before.length) <= most;
  const isSameShape = maps.layers === kept.layers && maps.heads === kept.heads;
  const values = useMemo(() => {
    if (isSmall) return now.flatMap((head) => before.map((other) => alike(maps, head, kept, other)));
    return isSameShape ? now.map((head) => alike(maps, head, kept, head)) : [];
  }, [maps, kept]);
  if (!isSmall && !isSameShape) return <p class="quiet">{t.otherShape(kept.layers, kept.heads)}</p>;
  const count = (n: number, of: (i: number) => string): string[] =>
    Array.from({ length: n }, (_, i) => of(i));
  return isSmall ? (
    <HeadPairs values={values} left={now.map(headName)} right={before.map(headName)} caption={t.pairs} />
  ) : (
    <HeadPairs
      values={values}
      left={count(maps.layers, t.layer)}
      right={count(maps.heads, String)}
      caption={t.same}
    />
  );
}
