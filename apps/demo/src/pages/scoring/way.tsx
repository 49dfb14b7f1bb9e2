import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Arcs } from "./arcs.tsx";
import { MatrixInput } from "./matrix-input.tsx";
import { MatrixView } from "./matrix-view.tsx";
import { type ScoringModel, type Stage, stages } from "./model.ts";
import { rowNamesOf } from "./names.ts";
import { ScoreGrid } from "./score-grid.tsx";
import { words } from "./words.ts";

/** Q, K and V above; scores, weights and output below, as far as the way is played. */
export function Way({ model }: { readonly model: ScoringModel }): JSX.Element {
  const t = useWords(words);
  const { settings, attended, stage } = model;
  const { q, k, v, heads, output } = attended.value;
  const source = settings.source.value;
  const names = rowNamesOf(source);
  const row = Math.min(settings.row.value, q.length - 1);
  const reached = (name: Stage): boolean => stage.value >= stages.indexOf(name);
  const state = (...names: readonly Stage[]): string => {
    const now = names.some((name) => stages[stage.value] === name);
    return now ? "now" : names.some(reached) ? "" : "ahead";
  };
  const titled = (title: string, head: number): string =>
    heads.length === 1 ? title : t.headTitle(title, head + 1);
  // A new source may have other rows than the last answer: names and rows then fit again a moment later.
  const fits = q.length === names.queries.length;
  const queryNames = fits ? names.queries : q.map((_, i) => String(i + 1));

  return (
    <div class="way">
      {source !== "direct" && (
        <div class="way-row">
          {source === "self" ? (
            <div>
              <MatrixInput name={t.sequence("X")} value={settings.x} rowNames={names.keys} />
            </div>
          ) : (
            <>
              <div>
                <MatrixInput name={t.sequence("X")} value={settings.asking} rowNames={names.queries} />
              </div>
              <div>
                <MatrixInput name={t.sequence("Y")} value={settings.y} rowNames={names.keys} />
              </div>
            </>
          )}
        </div>
      )}
      <div class="way-row">
        {source === "direct" ? (
          <>
            <div class={state("inputs")}>
              <MatrixInput name={t.queries} value={settings.q} rowNames={names.queries} chosen={row} />
            </div>
            <div class={state("inputs")}>
              <MatrixInput name={t.keys} value={settings.k} rowNames={names.keys} />
            </div>
            <div class={state("inputs")}>
              <MatrixInput name={t.values} value={settings.v} rowNames={names.keys} />
            </div>
          </>
        ) : (
          <>
            <div class={state("inputs")}>
              <MatrixView name={t.projected("Q", "X")} rows={q} rowNames={queryNames} chosen={row} />
            </div>
            <div class={state("inputs")}>
              <MatrixView
                name={t.projected("K", source === "self" ? "X" : "Y")}
                rows={k}
                rowNames={names.keys}
              />
            </div>
            <div class={state("inputs")}>
              <MatrixView
                name={t.projected("V", source === "self" ? "X" : "Y")}
                rows={v}
                rowNames={names.keys}
              />
            </div>
          </>
        )}
      </div>
      <div class="way-row">
        <div class={state("scores", "masks")}>
          {heads.map(({ scores }, h) => (
            <ScoreGrid
              key={h}
              name={titled(t.scoresOf[settings.score.value], h)}
              model={model}
              scores={scores}
              rowNames={queryNames}
              colNames={names.keys}
              masked={reached("masks")}
            />
          ))}
        </div>
        <div class={state("weights")}>
          {heads.map(({ weights }, h) => (
            <MatrixView
              key={h}
              name={titled(t.weights, h)}
              rows={weights}
              rowNames={queryNames}
              colNames={names.keys}
              chosen={row}
              tinted
            />
          ))}
        </div>
        <div class={state("output")}>
          <MatrixView
            name={heads.length === 1 ? t.output : t.outputHeads}
            rows={output}
            rowNames={queryNames}
            colNames={output[0]?.map((_, col) => String(col + 1)) ?? []}
            chosen={row}
          />
          <Arcs model={model} />
        </div>
      </div>
    </div>
  );
}
