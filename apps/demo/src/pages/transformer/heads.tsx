import { fill, percent } from "@saccade/figures/messages";
import { type AttentionName, isCausal } from "@saccade/figures/transformer-places";
import { Cells, useRoving } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Later } from "../../ui/parts.tsx";
import { ShareBar } from "./blocks.tsx";
import { guided } from "./calls.ts";
import { isGuided, matrixOf, projected, rowOf, strongest, wordsOf } from "./focus.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { heads } from "./switches.ts";
import { blockText, fullName } from "./texts.ts";

interface HeadsProps {
  readonly model: TransformerModel;
  readonly attention: AttentionName;
}

/** The head's own part of Q, K and V. */
const fields = [
  { part: "q", role: "query", name: "queries" },
  { part: "k", role: "key", name: "keys" },
  { part: "v", role: "value", name: "values" },
] as const;

/** One head: its weights, with Q next to its rows, K above its columns and V below them. */
export function HeadView({ model, attention }: HeadsProps): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const { head, query: chosen, row: chosenRow } = model.focus.value;
  const { queries, keys } = wordsOf(look, attention);
  const [pointed, point] = useState<readonly [number, number] | null>(null);
  const [query, key] = pointed ?? [chosen, strongest(chosenRow)];
  const rows = queries.map((_, i) => rowOf(look, attention, head, i));
  const row = rows[query] ?? [];
  const before = look.before && rowOf(look, attention, head, query, look.before);
  const vectors = model.vectors.value;
  const named = { query: queries[query] ?? "", key: keys[key] ?? "" };
  const grid = useRoving(".cell");
  const lit = (i: number, j: number): string =>
    ["", "lit", "chosen"][Number(i === query) + Number(j === key)]!;
  const pick = (i: number, j: number): void => model.go(attention, head + 1, i + 1, j + 1);
  return (
    <div class="head-view">
      <p>
        {t.headText} {isGuided(look, attention, head) && <span class="quiet">{t.guided}</span>}
      </p>
      <div class="head-columns beside">
        <div class="scroll" onPointerLeave={() => point(null)}>
          <div
            class="weight-grid"
            role="group"
            aria-label={fill(t.gridLabel, { block: fullName(t, attention), head })}
            ref={grid}
            style={{ "--keys": keys.length, "--queries": queries.length }}
          >
            {keys.map((word, j) => (
              <span key={j} class={`key-word ${j === key ? "chosen" : ""}`} style={{ "--col": j + 3 }}>
                {word}
              </span>
            ))}
            {queries.map((word, i) => (
              <span key={i} class={`query-word ${i === query ? "chosen" : ""}`} style={{ "--row": i + 3 }}>
                {word}
              </span>
            ))}
            <div class="grid-cells">
              {/* In a separate task, since there are hundreds of cells. */}
              <Later>
                {rows.flatMap((row, i) =>
                  row.map((weight, j) => (
                    <button
                      key={`${i} ${j}`}
                      type="button"
                      class={`cell ${weight === null ? "masked" : ""} ${lit(i, j)}`}
                      style={{ "--weight": weight ?? 0 }}
                      data-cell={`${i} ${j}`}
                      aria-pressed={i === query && j === key}
                      onPointerEnter={() => point([i, j])}
                      onFocus={() => point([i, j])}
                      onClick={() => pick(i, j)}
                      aria-label={cellText(t, weight, { query: queries[i] ?? "", key: keys[j] ?? "" })}
                    />
                  )),
                )}
              </Later>
            </div>
            {vectors !== null &&
              fields.map(({ part, role, name }) => {
                const own = projected(vectors, attention, part, head);
                return (
                  <div key={part} class={`field-${part} ${role}`}>
                    <Cells
                      rows={own}
                      largest={Math.max(1e-9, ...own.flatMap((vector) => Array.from(vector, Math.abs)))}
                      label={t[name]}
                      chosen={part === "q" ? query : key}
                      upright={part !== "q"}
                    />
                  </div>
                );
              })}
          </div>
        </div>
        <div>
          <div class="row-bars">
            <h2>{fill(t.rowOf, named)}</h2>
            <ul class="number bare">
              {row.map((weight, j) => (
                <ShareBar
                  key={j}
                  class={j === key ? "chosen" : ""}
                  share={weight}
                  before={before?.[j] ?? undefined}
                >
                  <button
                    type="button"
                    class="link"
                    aria-label={fill(t.openScore, { ...named, key: keys[j] ?? "" })}
                    onClick={() => pick(query, j)}
                  >
                    {keys[j]}
                  </button>
                </ShareBar>
              ))}
            </ul>
          </div>
          <p class="readout number">
            {fields.map(({ role, name }) => (
              <span key={role} class={`swatch ${role}`}>
                {t[name]}{" "}
              </span>
            ))}
            {cellText(t, row[key] ?? null, named)}
            {isCausal(attention) && ` · ${fill(t.writing, { ...named, written: look.target[query] ?? "" })}`}
          </p>
        </div>
      </div>
    </div>
  );
}

function cellText(
  t: (typeof words)["en"],
  weight: number | null,
  named: { readonly query: string; readonly key: string },
): string {
  return weight === null ? fill(t.maskedCell, named) : fill(t.cell, { ...named, weight: percent(weight) });
}

/** The heads of an attention side by side, and where each looks from the chosen word. */
export function HeadsView({ model, attention }: HeadsProps): JSX.Element {
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
              <span class="strong">
                {fill(t.head, { number: head })}
                {isGuided(look, attention, head) && " *"}
              </span>
              <Cells rows={matrixOf(look, attention, head)} class="thumb" />
              <span class="number">
                {fill(t.most, {
                  query: `“${queries[query] ?? ""}”`,
                  key: keys[best] ?? "",
                  weight: percent(row[best] ?? 0),
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
