import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { LivePlot } from "../../ui/live-plot.tsx";
import { MessageLine } from "./message-line.tsx";
import type { TranslatorModel } from "./model.ts";
import { SavedRuns } from "./saved-runs.tsx";
import { learningRates, lengthsOfTraining } from "./settings.ts";
import { timeLeft } from "./time-left.ts";
import { words } from "./words.ts";

/** Start, pause, step and resume; the loss, the pace, and how long it still takes. */
export function Training({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { losses, step, tokensPerSecond, secondsLeft } = model.progress.value;
  const { pairs, parameters, computer } = model.facts.value;
  const running = model.status.value === "running";
  const epochs = Number(model.settings.epochs.value);
  const x = useMemo(() => losses.map((_, i) => i + 1), [losses]);
  const ys = useMemo(() => [losses], [losses]);
  const first = losses[0]?.toFixed(3) ?? "–";
  const last = losses.at(-1)?.toFixed(3) ?? "–";
  const status = `${t.status[model.status.value]}: ${t.progress(losses.length, Math.max(epochs, losses.length), step)}, ${t.loss} ${last}`;

  return (
    <section>
      <h2>{t.trainTitle}</h2>
      <p>{t.trainText(pairs, parameters.toLocaleString("en"))}</p>
      {model.shipped.value && <p>{t.shipped}</p>}
      <SavedRuns model={model} />
      <div class="beside">
        <figure>
          <LivePlot
            x={x}
            ys={ys}
            names={[t.loss]}
            colors={["--orange"]}
            xlabel={t.epoch}
            height={240}
            logarithmic
            label={t.lossLabel(first, last, losses.length)}
          />
          <figcaption>{t.loss}</figcaption>
        </figure>
        <div class="controls">
          <div class="buttons">
            <button type="button" class="primary" disabled={running} onClick={() => model.scratch()}>
              {t.scratch}
            </button>
            {running ? (
              <button type="button" onClick={() => model.pause()}>
                {t.pause}
              </button>
            ) : (
              <button type="button" disabled={losses.length >= epochs} onClick={() => model.goOn()}>
                {t.goOn}
              </button>
            )}
            <button type="button" disabled={running} onClick={() => model.step()}>
              {t.step}
            </button>
          </div>
          <MessageLine model={model} place="training" />
          <p class="number status" data-status={model.status.value}>
            {status}
            <br />
            <span class="pace">
              {tokensPerSecond !== null &&
                t.tokensPerSecond(Math.round(tokensPerSecond).toLocaleString("en"))}
              {running && secondsLeft !== null && `, ${t.left(timeLeft(t, secondsLeft))}`}
            </span>
          </p>
          {/* Spoken when it rests: a line for each epoch would never end. */}
          <p class="unseen" role="status">
            {running ? "" : status}
          </p>
          <Choice
            legend={t.epochs}
            value={model.settings.epochs}
            names={lengthsOfTraining}
            labels={t.lengths}
          />
          <Choice legend={t.rate} value={model.settings.lr} names={learningRates} labels={t.rates} />
          <Slider label={t.seed} value={model.settings.seed} min={0} max={99} step={1} />
          <p class="quiet">{t.startsNext}</p>
          {computer !== null && (
            <p class="quiet" title={computer.note}>
              {t.computedBy[computer.backend](computer.threads)}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
