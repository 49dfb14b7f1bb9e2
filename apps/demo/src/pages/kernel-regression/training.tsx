import { fill } from "@saccade/figures/messages";
import { Choice, Curves, MatrixCanvas } from "@saccade/figures/ui";
import { shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/button.tsx";
import type { Heat } from "./compute.ts";
import { words } from "./messages/index.ts";
import type { RegressionModel } from "./model.ts";
import { learningRates } from "./settings.ts";

const noHeat: Heat = { rows: 0, cols: 0, data: new Float32Array(), effective: 0, greatest: 0 };
const rates = { "0.02": "0.02", "0.1": "0.1", "0.5": "0.5" };

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
          <Choice legend={t.rate} value={model.settings.lr} names={learningRates} labels={rates} />
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
  return (
    <>
      <p class="number status">{status}</p>
      {/* Spoken when it rests: a line for each step would never end. */}
      <p class="unseen" role="status">
        {model.running.value ? "" : status}
      </p>
    </>
  );
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
