import { headName } from "@saccade/figures/head-name";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { Frame } from "./calls.ts";
import type { FilmRun } from "./film-run.ts";
import type { Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import { percent, Scores, StepSlider } from "./scores.tsx";

interface ComparisonProps {
  readonly induction: Induction;
  /** The run that is shown above. */
  readonly run: FilmRun;
}

/** Two seeds, or two steps, side by side. */
export function Comparison({ induction, run }: ComparisonProps): JSX.Element {
  const t = useWords(inductionWords);
  const other = induction.other.value;
  const beside = other ?? run;
  const frames = beside.frames.value;
  const others = induction.runs.value.filter((one) => one !== run);
  const nameOf = ({ settings }: FilmRun, step: number): string =>
    fill(t.runName, { seed: settings.seed, layers: settings.layers, step });
  return (
    <section class="comparison-of-runs">
      <h2>{t.compareTitle}</h2>
      <p>{t.compareText}</p>
      <div class="controls flow">
        <label class="field">
          <span>{t.beside}</span>
          <select
            value={other === null ? "" : String(induction.runs.value.indexOf(other))}
            onChange={({ currentTarget: { value } }) =>
              induction.compareWith(value === "" ? null : (induction.runs.peek()[Number(value)] ?? null))
            }
          >
            <option value="">{t.sameRun}</option>
            {others.map((one) => (
              <option key={induction.runs.value.indexOf(one)} value={induction.runs.value.indexOf(one)}>
                {nameOf(one, one.step.value)}
              </option>
            ))}
          </select>
        </label>
        <StepSlider
          label={t.besideStep}
          at={induction.otherAt.value}
          frames={frames}
          onAt={(index) => induction.showOther(index)}
        />
        <button type="button" onClick={() => induction.trainOther()}>
          {t.trainOther}
        </button>
      </div>
      <p class="number">{fill(t.accuracy, accuracyAt(frames, induction.otherAt.value))}</p>
      <Scores
        run={beside}
        at={induction.otherAt.value}
        above={(layer, head) => <p class="quiet">{headName({ layer, head })}</p>}
        isOff={() => false}
      />
    </section>
  );
}

function accuracyAt(
  frames: readonly Frame[],
  at: number,
): { readonly step: number; readonly percent: string } {
  const frame = frames[at];
  return { step: frame?.step ?? 0, percent: percent(frame?.accuracy ?? 0) };
}
