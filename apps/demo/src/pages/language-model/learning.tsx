import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { LossCurve } from "./loss-curve.tsx";
import { OwnText } from "./own-text.tsx";
import { Samples } from "./samples.tsx";
import { lengthsOfTraining, type Settings } from "./settings.ts";
import type { Training } from "./training.ts";
import { words } from "./words.ts";

interface LearningProps {
  readonly training: Training;
  readonly settings: Settings;
}

/** Training from scratch: the loss, and what the model writes on the way. */
export function Learning({ training, settings }: LearningProps): JSX.Element {
  const t = useWords(words);
  const { parameters, characters, computer } = training.facts.value;
  const step = training.step.value;
  const last = Number(settings.steps.value);
  const running = training.status.value === "running";
  const busy = running || training.status.value === "starting";
  const shipped = training.shipped.value;
  const points = training.curve.value;
  const loss = points.at(-1)?.loss.toFixed(2) ?? "–";
  const status =
    training.status.value === "starting"
      ? t.status.starting
      : shipped
        ? t.shipped(step)
        : `${t.status[training.status.value]}: ${t.progress(step, Math.max(step, last))}, ${t.loss} ${loss}`;
  const message = training.message.value;
  return (
    <section class="learning">
      <h2>{t.learnTitle}</h2>
      <div class="buttons">
        <button type="button" class="primary" disabled={busy} onClick={() => training.scratch()}>
          {t.start}
        </button>
        {running && (
          <button type="button" onClick={() => training.pause()}>
            {t.pause}
          </button>
        )}
        {!busy && !shipped && (
          <>
            <button type="button" disabled={step >= last} onClick={() => training.goOn()}>
              {t.goOn}
            </button>
            <button type="button" onClick={() => training.backToShipped()}>
              {t.shippedAgain}
            </button>
          </>
        )}
      </div>
      <p class="number status" data-status={training.status.value}>
        {status}
      </p>
      {/* Spoken when it rests: a line for each step would never end. */}
      <p class="unseen" role="status">
        {running ? "" : status}
      </p>
      {message !== null && (
        <p class="problem" role="alert">
          {message.text(t)}
        </p>
      )}
      <LossCurve
        points={points}
        samples={training.samples.value.map((sample) => sample.step)}
        label={t.lossLabel(points[0]?.loss.toFixed(2) ?? "–", loss, points.at(-1)?.step ?? 0)}
      />
      <Samples training={training} />
      <details>
        <summary>{t.ownText}</summary>
        <OwnText training={training} />
        <Choice legend={t.stepsLegend} value={settings.steps} names={lengthsOfTraining} labels={t.lengths} />
      </details>
      <p class="quiet">
        {t.learnText(parameters, characters)}
        {computer !== null && (
          <span title={computer.note}> {t.computedBy[computer.backend](computer.threads)}</span>
        )}
      </p>
    </section>
  );
}
