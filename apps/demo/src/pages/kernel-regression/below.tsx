import { useSignal } from "@preact/signals";
import { type Curve, xRange } from "@saccade/figures/kernel-regression";
import { fill } from "@saccade/figures/messages";
import { Choice, Curves, MatrixCanvas, Table, useTouch } from "@saccade/figures/ui";
import { shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button, RunStatus } from "../../ui/parts.tsx";
import type { Heat } from "./compute.ts";
import { words } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";
import { learningRates } from "./settings.ts";

const noHeat: Heat = { rows: 0, cols: 0, data: new Float32Array(), effective: 0, greatest: 0 };

/** Step, Run and Reset; w, the loss, and the weights of all queries as they sharpen. */
export function Training({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  return (
    <section class="learning-width">
      <h2>{t.trainTitle}</h2>
      <p>{t.trainText}</p>
      <div class="training">
        <div class="controls">
          <Buttons model={model} />
          <Status model={model} />
          <Choice legend={t.rate} value={model.settings.lr} names={learningRates} />
        </div>
        <Loss model={model} />
        <Heatmaps model={model} />
      </div>
    </section>
  );
}

function Buttons({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const running = model.running.value;
  return (
    <div class="buttons">
      <Button
        class="primary"
        text={running ? t.pause : t.run}
        onClick={() => (running ? model.pause() : model.run())}
      />
      <Button disabled={running} text={t.step} onClick={() => model.step()} />
      <Button text={t.reset} onClick={() => model.reset()} />
    </div>
  );
}

function Status({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const losses = model.losses.value;
  const w = model.w.value.toFixed(3);
  const last = losses.at(-1);
  const said =
    last === undefined
      ? fill(t.untrained, { w })
      : fill(t.status, { epoch: losses.length, loss: last.toFixed(3), w });
  const status = last === undefined || model.isOfThesePoints.value ? said : `${said}. ${t.otherPoints}`;
  return <RunStatus status={model.running.value ? "running" : "idle"} text={status} problem="" />;
}

function Loss({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const losses = model.losses.value;
  const curve = useMemo(() => ({ name: "learned", x: losses.map((_, i) => i + 1), y: losses }), [losses]);
  const [first, last] = [losses[0] ?? 0, losses.at(-1) ?? 0];
  return (
    <figure class="loss">
      <figcaption>{t.lossTitle}</figcaption>
      <Curves
        curves={[curve]}
        height={145}
        end={10}
        xLabel={t.epoch}
        label={fill(t.lossLabel, { first: first.toFixed(3), last: last.toFixed(3), steps: losses.length })}
      />
    </figure>
  );
}

function Heatmaps({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const heats = model.heats.value;
  // One scale for both heatmaps.
  const greatest = heats === null ? 0 : Math.max(heats.fixed.greatest, heats.learned.greatest);
  return (
    <>
      {(["fixed", "learned"] as const).map((way) => (
        <HeatFigure key={way} title={t.ways[way]} heat={heats?.[way] ?? noHeat} brightest={greatest} />
      ))}
      <p class="quiet heat-caption">
        <span class="heat-axes">{t.heatCaption}</span>{" "}
        {greatest > 0 && fill(t.heatScale, { greatest: shortNumber(greatest) })}
      </p>
    </>
  );
}

interface HeatFigureProps {
  readonly title: string;
  readonly heat: Heat;
  /** The end of the color scale of both heatmaps. */
  readonly brightest: number;
}

function HeatFigure({ title, heat, brightest }: HeatFigureProps): JSX.Element {
  const t = useWords(words);
  const matrix = useMemo(() => ({ shape: [heat.rows, heat.cols], dataSync: () => heat.data }), [heat]);
  const domain = useMemo(() => [0, brightest || 1] as const, [brightest]);
  const effective = heat.effective.toFixed(1);
  const said = (text: string): string =>
    heat.rows === 0
      ? title // before the worker has answered
      : fill(text, { way: title, effective, greatest: shortNumber(heat.greatest) });
  return (
    <figure>
      <figcaption>{said(t.heatTitle)}</figcaption>
      <MatrixCanvas matrix={matrix} height={170} label={said(t.heatLabel)} domain={domain} />
    </figure>
  );
}

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
      <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
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
