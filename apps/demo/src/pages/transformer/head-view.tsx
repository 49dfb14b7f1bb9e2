import { fill } from "@saccade/figures/messages";
import { type AttentionName, isCausal } from "@saccade/figures/transformer-places";
import { Cells } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { guided, heads } from "./calls.ts";
import { isGuided, matrixOf, projected, rowOf, strongest, wordsOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { blockText, fullName, share } from "./names.ts";
import { points } from "./numbers.ts";
import { WeightGrid } from "./weight-grid.tsx";

interface HeadViewProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
  /** Counted from 0. */
  readonly head: number;
}

/** The head's own part of Q, K and V. */
const fields = [
  { part: "q", role: "query", name: "queries" },
  { part: "k", role: "key", name: "keys" },
  { part: "v", role: "value", name: "values" },
] as const;

/** One head: its weights, with Q next to its rows, K above its columns and V below them. */
export function HeadView({ model, attention, head }: HeadViewProps): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = wordsOf(look, attention);
  const rows = queries.map((_, query) => rowOf(look, attention, head, query));
  const [pointed, point] = useState<readonly [number, number] | null>(null);
  const query = pointed?.[0] ?? focus.query;
  const key = pointed?.[1] ?? strongest(focus.row);
  const weight = rows[query]?.[key];
  const vectors = model.vectors.value;
  return (
    <div class="head-view">
      <p>
        {t.headText} {isGuided(look, attention, head) && <span class="quiet">{t.guided}</span>}
      </p>
      <div class="head-columns beside">
        <div class="scroll" onPointerLeave={() => point(null)}>
          <WeightGrid
            label={fill(t.gridLabel, { block: fullName(t, attention), head })}
            rows={rows}
            queries={queries}
            keys={keys}
            query={query}
            keyAt={key}
            onPoint={(i, j) => point([i, j])}
            onPick={(i, j) => model.go(attention, head + 1, i + 1, j + 1)}
          >
            {vectors !== null &&
              fields.map(({ part, role, name }) => {
                const own = projected(vectors, attention, part, head);
                return (
                  <div key={part} class={`field-${part} ${role}`}>
                    <Cells
                      rows={own}
                      largest={Math.max(1e-9, ...own.flatMap((row) => Array.from(row, Math.abs)))}
                      label={t[name]}
                      chosen={part === "q" ? query : key}
                      upright={part !== "q"}
                    />
                  </div>
                );
              })}
          </WeightGrid>
        </div>
        <div>
          <RowBars
            row={rows[query] ?? []}
            before={look.before === null ? null : rowOf(look, attention, head, query, look.before)}
            keys={keys}
            query={queries[query] ?? ""}
            keyAt={key}
            onPick={(j) => model.go(attention, head + 1, query + 1, j + 1)}
          />
          <p class="readout number">
            <span class="swatch query">{t.queries}</span> <span class="swatch key">{t.keys}</span>{" "}
            <span class="swatch value">{t.values}</span>{" "}
            {weight === null || weight === undefined
              ? fill(t.maskedCell, { query: queries[query] ?? "", key: keys[key] ?? "" })
              : fill(t.cell, { query: queries[query] ?? "", key: keys[key] ?? "", weight: share(weight) })}
            {isCausal(attention) &&
              ` · ${fill(t.writing, { query: queries[query] ?? "", written: look.target[query] ?? "" })}`}
          </p>
        </div>
      </div>
    </div>
  );
}

interface RowBarsProps {
  readonly row: readonly (number | null)[];
  /** The row when nothing is switched; null where nothing is. */
  readonly before: readonly (number | null)[] | null;
  readonly keys: readonly string[];
  readonly query: string;
  readonly keyAt: number;
  readonly onPick: (key: number) => void;
}

/** A row of weights as bars. */
function RowBars({ row, before, keys, query, keyAt, onPick }: RowBarsProps): JSX.Element {
  const t = useWords(words);
  return (
    <div class="row-bars">
      <h2>{fill(t.rowOf, { query })}</h2>
      <ul class="number bare">
        {row.map((weight, j) => (
          <li key={j} class={j === keyAt ? "shaded chosen" : "shaded"} style={{ "--weight": weight ?? 0 }}>
            <button
              type="button"
              class="plain-button"
              aria-label={fill(t.openScore, { query, key: keys[j] ?? "" })}
              onClick={() => onPick(j)}
            >
              {keys[j]}
            </button>
            <span>
              {weight === null ? "–" : share(weight)}{" "}
              {weight !== null && before !== null && (
                <small class="change quiet">{points(weight - (before[j] ?? 0))}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The heads of an attention side by side, and where each looks from the chosen word. */
export function HeadsView({
  model,
  attention,
}: {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
}): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const { query } = model.focus.value;
  const { queries, keys } = wordsOf(look, attention);
  return (
    <div class="heads-view">
      <p>
        {blockText(t, attention, look.ask.positions)} <span class="quiet">{t.headsText}</span>
      </p>
      <div class="heads">
        {Array.from({ length: heads }, (_, head) => {
          const row = rowOf(look, attention, head, query);
          const best = strongest(row);
          return (
            <button
              key={head}
              type="button"
              class="head"
              data-place={`${attention} ${head + 1}`}
              onClick={() => model.go(attention, head + 1, model.settings.query.peek())}
            >
              <span class="head-name">
                {fill(t.head, { number: head })}
                {isGuided(look, attention, head) && " *"}
              </span>
              <Cells rows={matrixOf(look, attention, head)} class="thumb" />
              <span class="number">
                {fill(t.most, {
                  query: `“${queries[query] ?? ""}”`,
                  key: keys[best] ?? "",
                  weight: share(row[best] ?? 0),
                })}
              </span>
            </button>
          );
        })}
      </div>
      {isGuided(look, attention, guided.head) && <p class="quiet">* {t.guided}</p>}
    </div>
  );
}
