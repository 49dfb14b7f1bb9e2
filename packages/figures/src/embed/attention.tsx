import { useSignal } from "@preact/signals";
import { AlignmentMap } from "../alignment/alignment-map.tsx";
import { AttendedLine, HeadMap, HeadsGrid, type Pointed, weightsOf } from "../head-maps/drawings.ts";
import type { Lang } from "../index.ts";
import type { HeadAsk } from "../language-model/lens.ts";
import { dictionary, fill, percent, wholePercent } from "../messages.ts";
import { rowsOf } from "../ui/rows.ts";
import { useMedia } from "../ui/use-media.ts";
import { WordArcs } from "../word-arcs/word-arcs.tsx";
import en from "./attention.en.json" with { type: "json" };
import type { Heads } from "./matrix.ts";

const words = dictionary(en, () => import("./attention.zh.json"));
const longest = 40; // tokens that arcs are drawn between

interface AttentionProps {
  readonly heads: Heads;
  readonly lang: Lang;
}

/** Heads to choose from; what a token attends to in one, as arcs and as a sentence; and all of the head's weights. */
export function Attention({ heads, lang }: AttentionProps) {
  const t = words[lang];
  const { tokens } = heads;
  const queries = heads.queries ?? tokens;
  const maps = { ...heads, ms: 0 };
  const head = useSignal<HeadAsk>({ layer: 0, head: 0 });
  const query = useSignal(queries.length - 1);
  const key = useSignal<number | null>(null);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const rows = rowsOf(weightsOf(maps, head.value), queries.length);
  const weights = rows[query.value]!;
  const token = queries[query.value] ?? "";
  const nameOf = (asked: HeadAsk): string => fill(t.head, { layer: asked.layer, head: asked.head });
  const point = (pointed: Pointed | null): void => {
    key.value = pointed?.key ?? null;
    if (pointed !== null) query.value = pointed.query;
  };
  const strongest = [...weights.keys()]
    .filter((i) => weights[i]! >= 0.005)
    .sort((a, b) => weights[b]! - weights[a]!)
    .slice(0, 3)
    .map((i) => fill(t.share, { token: tokens[i], percent: percent(weights[i]!) }));
  const says =
    strongest.length === 0
      ? fill(t.nothing, { token })
      : fill(t.looks, { token, list: strongest.join(lang === "zh" ? "、" : ", ") });
  return (
    <div class="heads-of-page">
      {heads.layers * heads.heads > 1 && (
        <HeadsGrid
          maps={maps}
          chosen={head.value}
          onChoose={(chosen) => {
            head.value = chosen;
          }}
          theme={isDark ? "dark" : "light"}
        />
      )}
      <p class="headline">{nameOf(head.value)}</p>
      <p class="says" aria-live="polite">
        {says}
      </p>
      {Math.max(tokens.length, queries.length) <= longest ? (
        <WordArcs
          sentences={[...(heads.queries === null ? [] : [queries]), tokens].map((one) => ({
            words: one,
            leastWidth: 40,
          }))}
          from={[0, query.value]}
          to={heads.queries === null ? 0 : 1}
          weights={[...weights]}
          shareOf={(weight) => (weight < 0.05 ? "" : wholePercent(weight))}
          label={fill(t.arcs, { token })}
          words={{
            labelOf: (word) => fill(t.pick, { token: word }),
            onPick: (sentence, word) => sentence === 0 && point({ query: word, key: null }),
          }}
        />
      ) : (
        <AttendedLine
          tokens={tokens}
          query={heads.queries === null ? query.value : -1}
          weights={weights}
          caption=""
          onQuery={(asked) => asked !== null && heads.queries === null && point({ query: asked, key: null })}
        />
      )}
      {heads.queries === null ? (
        <HeadMap
          maps={maps}
          head={head.value}
          pointed={{ query: query.value, key: key.value }}
          onPoint={point}
          label={(n) => fill(t.map, { n })}
        />
      ) : (
        <AlignmentMap
          source={tokens}
          target={queries}
          weights={rows.map((row) => [...row])}
          at={query.value}
          onChoose={(asked) => point({ query: asked, key: null })}
          label={nameOf(head.value)}
        />
      )}
    </div>
  );
}
