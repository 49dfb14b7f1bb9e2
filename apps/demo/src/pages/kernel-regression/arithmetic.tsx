import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { RegressionModel } from "./model.ts";
import { scoreOf } from "./score.ts";
import { words } from "./words.ts";

/** The query's prediction as a sum over the keys, strongest first; opened on click. */
export function Arithmetic({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const { settings, w } = model;
  const way = settings.way.value;
  const row = model.look.value.rows[way];
  const { x, y } = model.points.value;
  const query = settings.query.value;
  const score = scoreOf(way, settings.kernel.value, settings.bandwidth.value, w.value);
  const lines = x
    .map((key, i) => ({ key, value: y[i] ?? 0, weight: row.weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  return (
    <details class="arithmetic">
      <summary>{t.sumTitle}</summary>
      <p class="quiet">
        <code>{score.formula}</code>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="scroll tall" tabIndex={0} role="region" aria-label={t.sumText}>
        <table>
          <thead>
            <tr>
              {[t.key, t.distance, t.score, t.weight, t.value, t.product].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, value, weight }, i) => (
              <tr key={i}>
                <td>{key.toFixed(3)}</td>
                <td>{(query - key).toFixed(3)}</td>
                <td>{score.of(query - key).toFixed(4)}</td>
                <td>{weight.toFixed(4)}</td>
                <td>{value.toFixed(3)}</td>
                <td>{(weight * value).toFixed(4)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t.total}
              </th>
              <td>{row.weights.reduce((sum, weight) => sum + weight, 0).toFixed(4)}</td>
              <td />
              <td>{row.prediction.toFixed(4)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}
