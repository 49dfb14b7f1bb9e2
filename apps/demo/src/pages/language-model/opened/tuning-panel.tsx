import { fill } from "@saccade/figures/messages";
import { Choice, Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { Button, RunStatus } from "../../../ui/parts.tsx";
import { LossCurve } from "../learning.tsx";
import { largestRank, lengthsOfTuning } from "../settings.ts";
import { Foldable } from "../writing.tsx";
import type { OpenedFacts } from "./calls.ts";
import { openedWords } from "./messages/index.ts";
import type { TuningRun } from "./tuning-run.ts";

interface TuningPanelProps {
  readonly tuning: TuningRun;
  readonly facts: OpenedFacts;
}

/** Lines to learn, the adapter's settings, and the loss while it learns. */
export function TuningPanel({ tuning, facts }: TuningPanelProps): JSX.Element {
  const t = useWords(openedWords);
  const { rank, tuneSteps } = tuning.settings;
  const status = tuning.status.value;
  const running = status === "running";
  const adapter = tuning.adapter.value;
  const problem = tuning.problem.value;
  const points = tuning.curve.value;
  const loss = points.at(-1)?.loss.toFixed(2) ?? "–";
  const blank = tuning.lines.value.trim() === "";
  return (
    <section class="tuning">
      <Foldable title={t.tune}>
        <label class="field">
          <span>{t.lines}</span>
          <textarea
            rows={3}
            spellcheck={false}
            placeholder={t.linesHint}
            value={tuning.lines.value}
            onInput={(event) => (tuning.lines.value = event.currentTarget.value)}
          />
        </label>
        {/* Out of the way once the loss and the comparison are there. */}
        <details open={status === "none"}>
          <summary>{t.settings}</summary>
          <div class="settings">
            <Slider label={t.rank} value={rank} min={1} max={largestRank} step={1} />
            <Slider
              label={t.rate}
              value={tuning.rate}
              min={1e-4}
              max={3e-2}
              step={1e-4}
              logarithmic
              digits={4}
            />
            <Choice inline legend={t.steps} value={tuneSteps} names={lengthsOfTuning} labels={t.lengths} />
          </div>
        </details>
        <div class="buttons">
          <Button
            text={status === "none" ? t.begin : t.again}
            primary
            disabled={running || blank}
            onClick={() => tuning.start()}
          />
          {running && <Button text={t.pause} onClick={() => tuning.pause()} />}
          {(status === "paused" || status === "done") && (
            <Button text={t.goOn} onClick={() => tuning.goOn()} />
          )}
          {adapter !== null && !running && (
            <>
              <Button text={t.save} onClick={() => tuning.save()} />
              <Button text={t.detach} onClick={() => tuning.detach()} />
            </>
          )}
        </div>
        {(status !== "none" || problem !== "") && (
          <RunStatus
            status={status}
            text={
              status === "none"
                ? ""
                : `${t.tuneStatus[status]}: ${fill(t.progress, { step: tuning.step.value, loss })}`
            }
            problem={problem === "" ? "" : fill(t.failed, { why: problem })}
          />
        )}
        {adapter !== null && (
          <p class="quiet number adapter">
            {fill(t.rankOf, { rank: adapter.rank, targets: adapter.targets.join(t.comma) })}.{" "}
            {fill(t.trained, {
              trained: adapter.trained,
              all: facts.parameters,
              percent: ((100 * adapter.trained) / facts.parameters).toFixed(2),
            })}
            .
          </p>
        )}
        {status !== "none" && <LossCurve points={points} label={t.curve} />}
      </Foldable>
    </section>
  );
}

/** The model's text or guesses, without the adapter and with it. */
export function CompareView({ tuning }: { readonly tuning: TuningRun }): JSX.Element | null {
  const t = useWords(openedWords);
  const comparison = tuning.comparison.value;
  if (comparison === null) return null;
  const { prompt, before, after, lossBefore, lossAfter } = comparison;
  const sides = [
    { name: "before", title: t.before, text: before, loss: lossBefore },
    { name: "after", title: t.after, text: after, loss: lossAfter },
  ] as const;
  return (
    <section class="comparison">
      <h2>{t.compareTitle}</h2>
      <p>{t.compareText}</p>
      <div class="panels">
        {sides.map(({ name, title, text, loss }) => (
          <figure key={name} class={name}>
            <h3>{title}</h3>
            <p class="written mono">
              <span class="prompt quiet">{prompt}</span>
              {tuning.writes ? "" : "\n"}
              <span class="new">{text}</span>
            </p>
            <figcaption class="number">
              {loss !== null && fill(t.linesLoss, { loss: loss.toFixed(3) })}
            </figcaption>
          </figure>
        ))}
      </div>
      <div class="buttons">
        <Button
          text={t.compare}
          disabled={tuning.status.value === "running"}
          onClick={() => tuning.compare()}
        />
      </div>
    </section>
  );
}
