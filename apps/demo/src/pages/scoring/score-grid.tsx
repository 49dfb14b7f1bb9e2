import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Rows } from "./calls.ts";
import { showNumber } from "./matrix-view.tsx";
import type { ScoringModel } from "./model.ts";
import { words } from "./words.ts";

interface ScoreGridProps {
  readonly name: string;
  readonly model: ScoringModel;
  readonly scores: Rows;
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
  /** Whether masks are shown, or the bare scores. */
  readonly masked: boolean;
}

/** The scores; a click on one forbids or allows it, a click on a query's name opens its arithmetic. */
export function ScoreGrid({ name, model, scores, rowNames, colNames, masked }: ScoreGridProps): JSX.Element {
  const t = useWords(words);
  const { settings, attended } = model;
  const { allowed } = attended.value;
  const keys = colNames.length;
  const toggle = (cell: number): void => {
    const { forbidden } = settings;
    forbidden.value = forbidden.value.includes(cell)
      ? forbidden.value.filter((other) => other !== cell)
      : [...forbidden.value, cell].sort((a, b) => a - b);
  };
  return (
    <div class="matrix-box">
      <table class="matrix-table">
        <caption>{name}</caption>
        <thead>
          <tr>
            <td />
            {colNames.map((col) => (
              <th key={col} scope="col">
                {col}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.map((row, i) => (
            <tr key={i} class={i === settings.row.value ? "chosen" : ""}>
              <th scope="row">
                <button
                  type="button"
                  class="row-name"
                  aria-expanded={i === settings.row.value}
                  aria-label={t.openRow(rowNames[i] ?? "")}
                  onClick={() => {
                    settings.row.value = settings.row.value === i ? -1 : i;
                  }}
                >
                  {rowNames[i]}
                </button>
              </th>
              {row.map((score, j) => {
                const open = !masked || (allowed[i]?.[j] ?? true);
                return (
                  <td key={j}>
                    <button
                      type="button"
                      class={`score ${open ? "" : "forbidden"}`}
                      aria-pressed={!settings.forbidden.value.includes(i * keys + j)}
                      aria-label={t.scoreCell(
                        rowNames[i] ?? "",
                        colNames[j] ?? "",
                        showNumber(score, 2),
                        open,
                      )}
                      onClick={() => toggle(i * keys + j)}
                    >
                      {open ? showNumber(score, 2) : "–"}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
