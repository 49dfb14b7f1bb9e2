import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Attended, Head } from "./calls.ts";
import { expression } from "./expression.ts";
import { showNumber } from "./matrix-view.tsx";
import type { ScoringModel } from "./model.ts";
import { rowNamesOf } from "./names.ts";
import { words } from "./words.ts";

/** One query's way in numbers, once its name is clicked: every score written out, the softmax, and the output as a weighted sum. */
export function Arithmetic({ model }: { readonly model: ScoringModel }): JSX.Element | null {
  const t = useWords(words);
  const { settings, attended } = model;
  const { heads, q } = attended.value;
  if (settings.row.value < 0) return null;
  const row = Math.min(settings.row.value, q.length - 1);
  const names = rowNamesOf(settings.source.value);
  return (
    <section class="arithmetic">
      <button
        type="button"
        class="close"
        onClick={() => {
          settings.row.value = -1;
        }}
      >
        {t.close}
      </button>
      <h2>{t.rowTitle(names.queries[row] ?? String(row + 1))}</h2>
      <p>{t.rowText}</p>
      {heads.map((head, h) => (
        <HeadArithmetic
          key={h}
          model={model}
          attended={attended.value}
          head={head}
          index={h}
          row={row}
          names={names.keys}
        />
      ))}
    </section>
  );
}

interface HeadArithmeticProps {
  readonly model: ScoringModel;
  readonly attended: Attended;
  readonly head: Head;
  readonly index: number;
  readonly row: number;
  /** The keys'. */
  readonly names: readonly string[];
}

function HeadArithmetic({ model, attended, head, index, row, names }: HeadArithmeticProps): JSX.Element {
  const t = useWords(words);
  const { settings } = model;
  const scores = head.scores[row] ?? [];
  const weights = head.weights[row] ?? [];
  const allowed = attended.allowed[row] ?? [];
  const open = scores.filter((_, j) => allowed[j]);
  const greatest = Math.max(...open);
  const exps = scores.map((score, j) => (allowed[j] ? Math.exp(score - greatest) : 0));
  const total = exps.reduce((sum, value) => sum + value, 0);
  const width = head.output[row]?.length ?? 0;
  const values = attended.v.map((value) => value.slice(index * width, (index + 1) * width));
  return (
    <>
      {attended.heads.length > 1 && <h3>{t.head(index + 1)}</h3>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="scroll" tabIndex={0} role="region" aria-label={t.rowTable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.key}</th>
              <th scope="col" class="left">
                {t.scoresOf[settings.score.value]}
              </th>
              <th scope="col">{t.score}</th>
              <th scope="col">{t.exponential}</th>
              <th scope="col">{t.weight}</th>
              <th scope="col">{t.value}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map((score, j) => (
              <tr key={j} class={allowed[j] ? "" : "forbidden"}>
                <th scope="row">{names[j]}</th>
                <td class="left">
                  {expression(settings.score.value, head.terms[row]?.[j] ?? [], settings.temperature.value)}
                </td>
                <td>{allowed[j] ? showNumber(score, 3) : t.masked}</td>
                <td>{showNumber(exps[j] ?? 0, 4)}</td>
                <td>{showNumber(weights[j] ?? 0, 4)}</td>
                <td>({(values[j] ?? []).map((value) => showNumber(value, 2)).join(", ")})</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t.sum}
              </th>
              <td>{showNumber(total, 4)}</td>
              <td>
                {showNumber(
                  weights.reduce((sum, weight) => sum + weight, 0),
                  4,
                )}
              </td>
              <td class="result">
                ({(head.output[row] ?? []).map((value) => showNumber(value, 3)).join(", ")})
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {open.length === 0 && <p class="problem">{t.nothingOpen}</p>}
    </>
  );
}
