import { headName } from "@saccade/figures/head-name";
import { CacheColumns, type ColumnShape } from "@saccade/figures/language-model";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { Reader } from "./reader.ts";

const shape: ColumnShape = {
  width: 16,
  cell: { width: 16, height: 4 },
  perRow: 1,
  characters: 2,
  lines: 1,
};

/** The keys and values that the cache holds for one head, a column a token; the columns that are new are framed. */
export function CacheView({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const cached = reader.cached.value;
  const { tokens, computed, maxLen } = reader.reading.value;
  const pace = reader.pace.value;
  const label = fill(t.cacheLabel, { tokens: tokens.length });
  return (
    <section class="cache">
      <h2>{t.cacheTitle}</h2>
      <p>{t.cacheText}</p>
      <figure>
        <p class="keys flow" aria-hidden="true">
          <span class="swatch key">{t.keys}</span>
          <span class="swatch value">{t.values}</span>
          <span class="quiet">{headName(reader.heads.head.value)}</span>
        </p>
        {cached !== null && <CacheColumns {...{ tokens, cached, fresh: computed, shape, label }} />}
        <progress value={tokens.length} max={Math.max(1, maxLen)} aria-hidden="true" />
        <figcaption class="number">
          {fill(t.computed, { computed, reused: tokens.length - computed })}.{" "}
          {fill(t.filled, { filled: tokens.length, places: maxLen })}
          {cached !== null && `, ${fill(t.bytes, { kilobytes: Math.round(cached.bytes / 100) / 10 })}`}.{" "}
          {pace !== null &&
            fill(t.pace, {
              ms: pace.toFixed(pace < 10 ? 2 : 0),
              perSecond: Math.round(1000 / Math.max(pace, 0.001)),
            })}
        </figcaption>
      </figure>
    </section>
  );
}
