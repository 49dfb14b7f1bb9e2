import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { RegressionModel } from "./model.ts";
import { scoreOf } from "./score.ts";
import { words } from "./words.ts";

/** How the query's prediction is computed; on click, as a sum over the keys, strongest first. */
export function Arithmetic({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const isOpen = useSignal(false);
  return (
    <div class="arithmetic">
      <Formula model={model} />
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{t.sumTitle}</summary>
        {/* Up to 200 rows that follow every drag: made only for those who look. */}
        {isOpen.value && <Sum model={model} />}
      </details>
    </div>
  );
}

function useScore(model: RegressionModel): ReturnType<typeof scoreOf> {
  const { settings, w } = model;
  return scoreOf(settings.way.value, settings.kernel.value, settings.bandwidth.value, w.value);
}

function Formula({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  return (
    <p class="formula">
      <code>{useScore(model).formula(t)}</code> <code>{t.predictionIs}</code>
    </p>
  );
}

function Sum({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const score = useScore(model);
  const row = model.row.value;
  const { x, y } = model.points.value;
  const query = model.settings.query.value;
  const lines = x
    .map((key, i) => ({ key, value: y[i] ?? 0, weight: row.weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  const sum = row.weights.reduce((total, weight) => total + weight, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
            <td>{sum.toFixed(4)}</td>
            <td />
            <td>{row.prediction === null ? t.noEstimate : row.prediction.toFixed(4)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
