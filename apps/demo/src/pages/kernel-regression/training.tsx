import { Choice, MatrixCanvas } from "@saccade/figures/ui";
import { extent, shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { LivePlot } from "../../ui/live-plot.tsx";
import type { Heat } from "./calls.ts";
import { pointsHeard } from "./heard.ts";
import type { RegressionModel } from "./model.ts";
import { learningRates } from "./settings.ts";
import { words } from "./words.ts";

/** Step, Run and Reset; w, the loss, and the weights of all queries as they sharpen. */
export function Training({ model }: { readonly model: RegressionModel }): JSX.Element {
  const t = useWords(words);
  const epochs = model.epochs.value;
  const w = model.w.value.toFixed(3);
  const last = epochs.at(-1);
  const running = model.running.value;
  const { heat } = model.look.value;
  // One scale for both heatmaps.
  const greatest = useMemo(
    () => Math.max(extent(heat.fixed.data)?.[1] ?? 0, extent(heat.learned.data)?.[1] ?? 0),
    [heat],
  );
  const steps = useMemo(() => epochs.map((_, i) => i + 1), [epochs]);
  const losses = useMemo(() => [epochs.map(({ loss }) => loss)], [epochs]);
  const status = last === undefined ? t.untrained(w) : t.status(epochs.length, last.loss.toFixed(3), w);

  return (
    <section>
      <h2>{t.trainTitle}</h2>
      <p>{t.trainText}</p>
      <div class="training">
        <div class="controls">
          <div class="buttons">
            <button type="button" class="primary" onClick={() => (running ? model.pause() : model.run())}>
              {running ? t.pause : t.run}
            </button>
            <button type="button" disabled={running} onClick={() => model.step()}>
              {t.step}
            </button>
            <button type="button" onClick={() => model.reset()}>
              {t.reset}
            </button>
          </div>
          <p class="number status">{status}</p>
          {/* Spoken when it rests: a line for each step would never end. */}
          <p class="unseen" role="status">
            {running ? "" : status}
          </p>
          <Choice legend={t.rate} value={model.settings.lr} names={learningRates} labels={t.rates} />
        </div>
        <figure>
          <figcaption>{t.lossTitle}</figcaption>
          <LivePlot
            x={steps}
            ys={losses}
            names={[t.loss]}
            colors={["--orange"]}
            xlabel={t.epoch}
            height={220}
            label={t.lossLabel(
              (epochs[0]?.loss ?? 0).toFixed(3),
              (last?.loss ?? 0).toFixed(3),
              epochs.length,
            )}
          />
        </figure>
        {(["fixed", "learned"] as const).map((way) => (
          <HeatFigure key={way} title={t.ways[way]} heat={heat[way]} greatest={greatest} />
        ))}
      </div>
      <p class="quiet">{t.heatCaption}</p>
    </section>
  );
}

interface HeatFigureProps {
  readonly title: string;
  readonly heat: Heat;
  readonly greatest: number;
}

function HeatFigure({ title, heat, greatest }: HeatFigureProps): JSX.Element {
  const t = useWords(words);
  const heard = useMemo(() => pointsHeard(heat).toFixed(1), [heat]);
  const matrix = useMemo(() => ({ shape: [heat.rows, heat.cols], dataSync: () => heat.data }), [heat]);
  const domain = useMemo(() => [0, greatest || 1] as const, [greatest]);
  return (
    <figure>
      <figcaption>{t.heatTitle(title, heard, shortNumber(greatest))}</figcaption>
      <MatrixCanvas matrix={matrix} height={190} label={t.heatLabel(title, heard)} domain={domain} />
    </figure>
  );
}
