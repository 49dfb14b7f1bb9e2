import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import type { Projections } from "./calls.ts";
import { rowOf, strongest, wordsOf } from "./focus.ts";
import { guided } from "./guided.ts";
import type { TransformerModel } from "./model.ts";
import { fullName, share } from "./names.ts";
import { type AttentionName, isCausal } from "./places.ts";
import { headWidth } from "./sizes.ts";
import { Stripe } from "./stripe.tsx";
import { WeightGrid } from "./weight-grid.tsx";
import { words } from "./words.ts";
import "./head.css";

interface HeadViewProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
  /** Counted from 0. */
  readonly head: number;
}

/** One head: its weights, with Q beside its rows, K over its columns and V under them. */
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
  const projections = model.vectors.value?.projections[attention];
  return (
    <div class="head-view">
      <p>
        {t.headText} {isGuided(attention, head) && <span class="quiet">{t.guided}</span>}
      </p>
      <div class="head-columns">
        <div class="scroll" onPointerLeave={() => point(null)}>
          <WeightGrid
            label={t.gridLabel(fullName(t, attention), head + 1)}
            rows={rows}
            queries={queries}
            keys={keys}
            query={query}
            keyAt={key}
            onPoint={(i, j) => point([i, j])}
            onPick={(i, j) => model.go(attention, head + 1, i + 1, j + 1)}
          >
            {projections !== undefined && (
              <Fields projections={projections} head={head} query={query} keyAt={key} />
            )}
          </WeightGrid>
        </div>
        <div>
          <RowBars
            row={rows[query] ?? []}
            keys={keys}
            query={queries[query] ?? ""}
            keyAt={key}
            onPick={(j) => model.go(attention, head + 1, query + 1, j + 1)}
          />
          <p class="readout number">
            <span class="swatch query">{t.queries}</span> <span class="swatch key">{t.keys}</span>{" "}
            <span class="swatch value">{t.values}</span>{" "}
            {weight === null || weight === undefined
              ? t.maskedCell(queries[query] ?? "", keys[key] ?? "")
              : t.cell(queries[query] ?? "", keys[key] ?? "", share(weight))}
            {isCausal(attention) && ` · ${t.writing(queries[query] ?? "", look.target[query] ?? "")}`}
          </p>
        </div>
      </div>
    </div>
  );
}

interface RowBarsProps {
  readonly row: readonly (number | null)[];
  readonly keys: readonly string[];
  readonly query: string;
  readonly keyAt: number;
  readonly onPick: (key: number) => void;
}

/** A row of weights as bars. */
function RowBars({ row, keys, query, keyAt, onPick }: RowBarsProps): JSX.Element {
  const t = useWords(words);
  return (
    <div class="row-bars">
      <h2>{t.rowOf(query)}</h2>
      <ul class="number">
        {row.map((weight, j) => (
          <li key={j} class={j === keyAt ? "chosen" : ""} style={{ "--weight": weight ?? 0 }}>
            <button
              type="button"
              class="plain-button"
              aria-label={t.openScore(query, keys[j] ?? "")}
              onClick={() => onPick(j)}
            >
              {keys[j]}
            </button>
            <span>{weight === null ? "–" : share(weight)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FieldsProps {
  readonly projections: Projections;
  readonly head: number;
  readonly query: number;
  readonly keyAt: number;
}

function Fields({ projections, head, query, keyAt }: FieldsProps): JSX.Element {
  const t = useWords(words);
  const [q, k, v] = [projections.q, projections.k, projections.v].map((all) => {
    const size = all.length / 4;
    return all.subarray(head * size, (head + 1) * size);
  });
  const [lq, lk] = [q!.length / headWidth, k!.length / headWidth];
  return (
    <>
      <div class="field-q query">
        <Stripe values={q!} rows={lq} label={t.queries} chosen={query} kind="role" />
      </div>
      <div class="field-k key">
        <Stripe values={k!} rows={lk} label={t.keys} chosen={keyAt} upright kind="role" />
      </div>
      <div class="field-v value">
        <Stripe values={v!} rows={lk} label={t.values} chosen={keyAt} upright kind="role" />
      </div>
    </>
  );
}

export function isGuided(attention: AttentionName, head: number): boolean {
  return attention === `e${guided.layer + 1}.self` && head === guided.head;
}
