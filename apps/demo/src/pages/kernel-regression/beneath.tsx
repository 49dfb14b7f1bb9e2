import { useSignal } from "@preact/signals";
import { type Curve, xRange } from "@saccade/figures/kernel-regression";
import { fill } from "@saccade/figures/messages";
import { Table, useTouch } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { words } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";

/** The part below the plot: problems, the arithmetic of the query, and instructions. */
export function Beneath({ model }: { readonly model: RegressionModel }): JSX.Element {
  return (
    <div class="beneath">
      <Notes model={model} />
      <Arithmetic model={model} />
      <PointHints model={model} />
    </div>
  );
}

/** The error, or the reason for gaps in a curve. */
function Notes({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const { settings, problem, row, lines } = model;
  const h = String(Number(settings.bandwidth.value.toFixed(3)));
  const isFixed = settings.way.value === "fixed";
  const text = (): string => {
    if (problem.value !== "") return problem.value;
    if (isFixed && row.value.prediction === null)
      return fill(t.noKey, { h, query: settings.query.value.toFixed(2) });
    return isFixed && hasGaps(lines.value.find(({ name }) => name === "fixed")?.curve ?? [])
      ? fill(t.gaps, { h })
      : "";
  };
  return (
    <p class={problem.value === "" ? "quiet gaps" : "problem"} role="status">
      {text()}
    </p>
  );
}

function hasGaps(curve: Curve): boolean {
  const [first, last] = [curve[0]?.x[0], curve.at(-1)?.x.at(-1)];
  return curve.length !== 1 || first !== xRange[0] || last !== xRange[1];
}

/** How the query's prediction is computed; on click, as a sum over the keys, strongest first. */
function Arithmetic({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const isOpen = useSignal(false);
  return (
    <div class="arithmetic">
      <p class="formula">
        <code>{model.score.value.formula(t)}</code> <code>{t.predictionIs}</code>
      </p>
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

function Sum({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const score = model.score.value;
  const row = model.row.value;
  const { x, y } = model.points.value;
  const query = model.query.value;
  const lines = x
    .map((key, i) => ({ key, value: y[i] ?? 0, weight: row.weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  const sum = row.weights.reduce((total, weight) => total + weight, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="scroll tall" tabIndex={0} role="region" aria-label={t.sumText}>
      <Table
        corner={t.key}
        columns={[t.distance, t.score, t.weight, t.value, t.product]}
        rows={[...lines.map(({ key }) => key.toFixed(3)), t.total]}
        cells={(i) => {
          const line = lines[i];
          if (line === undefined)
            return (
              <>
                <td colSpan={2} />
                <td>{sum.toFixed(4)}</td>
                <td />
                <td>{row.prediction === null ? t.noEstimate : row.prediction.toFixed(4)}</td>
              </>
            );
          const { key, value, weight } = line;
          return (
            <>
              <td>{(query - key).toFixed(3)}</td>
              <td>{score.of(query - key).toFixed(4)}</td>
              <td>{weight.toFixed(4)}</td>
              <td>{value.toFixed(3)}</td>
              <td>{(weight * value).toFixed(4)}</td>
            </>
          );
        }}
      />
    </div>
  );
}

/** Explains the dots and the ways to edit them. */
function PointHints({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const isTouch = useTouch();
  const { own, noise } = model.settings;
  const said = (): string => {
    if (own.value.length > 0) return t.dots.own;
    return noise.value === 0 ? t.dots.exact : fill(t.dots.drawn, { noise: noise.value.toFixed(2) });
  };
  return (
    <p class="quiet">
      {[said(), t.pointSize, isTouch ? t.pointHintTouch : t.pointHint].join(t.between)}{" "}
      <span class="by-keyboard">{t.keyHint}</span>
    </p>
  );
}
