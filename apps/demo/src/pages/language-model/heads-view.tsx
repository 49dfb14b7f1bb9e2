import type { HeadAsk } from "@saccade/figures/language-model/lens";
import { whenNear } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { useTouch } from "../../ui/use-media.ts";
import { HeadLarge, type HeadLargeProps } from "./head-large.tsx";
import { type Heads, weightsOf } from "./heads.ts";
import { HeadsGrid } from "./heads-grid.tsx";
import { words } from "./messages/index.ts";

interface HeadsViewProps {
  readonly heads: Heads;
  /** The token whose row is shown while none is pointed at; null for the last one. */
  readonly focus: number | null;
  /** Whether texts are read with a cache, which gives no weights. */
  readonly hasCache: boolean;
}

/** Every head's weights as a small map, and the chosen head with its tokens. */
export function HeadsView({ heads, focus, hasCache }: HeadsViewProps): JSX.Element {
  const isTouch = useTouch();
  const t = useWords(words);
  const into = useRef<HTMLElement>(null);
  useEffect(() => (into.current === null ? undefined : whenNear(into.current, () => heads.want())), [heads]);
  const maps = heads.maps.value;
  const [pointed, setQuery] = useState<number | null>(null);
  const looked = pointed ?? focus;
  // The text may have become shorter meanwhile.
  const query = looked === null || maps === null ? null : Math.min(looked, maps.tokens.length - 1);
  const head = heads.head.value;
  // The same element while nothing of it has changed: pointing at a token draws no map anew.
  const choose = useCallback(
    (next: HeadAsk) => {
      heads.head.value = next;
    },
    [heads],
  );
  const grid = useMemo(
    () => (maps === null ? null : <HeadsGrid maps={maps} chosen={head} onChoose={choose} />),
    [maps, head, choose],
  );
  return (
    <section class="heads" ref={into}>
      <h2>{t.headsTitle}</h2>
      <p>{isTouch ? t.headsTextTouch : t.headsText}</p>
      {maps !== null && maps.tokens.length > 0 && (
        <div class="heads-beside">
          <div>
            {grid}
            <Line maps={maps} head={head} query={query} onQuery={setQuery} />
          </div>
          <HeadLarge maps={maps} head={head} query={query} onQuery={setQuery} />
        </div>
      )}
      <p class="quiet number">
        {maps !== null && t.allWeights(maps.ms.toFixed(maps.ms < 10 ? 1 : 0))}
        {maps !== null && hasCache && t.withoutCache}
      </p>
    </section>
  );
}

/** Tokens of a line that has room of its own. */
const longest = 64;

/** The text: what the token under the pointer attends to is shaded. */
function Line({ maps, head: { layer, head }, query: pointed, onQuery }: HeadLargeProps): JSX.Element {
  const t = useWords(words);
  const n = maps.tokens.length;
  const query = Math.min(pointed ?? n - 1, n - 1);
  const row = weightsOf(maps, layer, head).subarray(query * n, (query + 1) * n);
  return (
    <figure class="head-line" onPointerLeave={() => onQuery(null)}>
      <figcaption>{t.headsLine(t.headName(layer + 1, head + 1), maps.tokens[query] ?? "")}</figcaption>
      <p
        tabIndex={n > longest ? 0 : undefined} // a long text scrolls by keyboard
        class={n > longest ? "long" : undefined}
      >
        {maps.tokens.map((token, i) => (
          <span
            key={i}
            class={i === query ? "word query" : "word"}
            style={{ "--looked": row[i] ?? 0 }}
            title={`${(100 * (row[i] ?? 0)).toFixed(1)} %`}
            onPointerEnter={() => onQuery(i)}
          >
            {token}
          </span>
        ))}
      </p>
    </figure>
  );
}
