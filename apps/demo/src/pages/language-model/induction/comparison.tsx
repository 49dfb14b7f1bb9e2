import { headName } from "@saccade/figures/head-name";
import { HeadPairs } from "@saccade/figures/head-scores";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { Frame } from "./calls.ts";
import type { FilmRun } from "./film-run.ts";
import type { Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import { percent, Scores, StepSlider } from "./scores.tsx";
import { numHeads } from "./sizes.ts";

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
  const similarity = induction.similarity.value;
  const names = (count: number): string[] =>
    Array.from({ length: count }, (_, i) =>
      headName({ layer: Math.floor(i / numHeads), head: i % numHeads }),
    );
  const alike = induction.runs.value.filter((one) => one !== run);
  const nameOf = ({ settings }: FilmRun, step: number): string =>
    t.runName(settings.seed, settings.layers, step);
  return (
    <section class="comparison-of-runs">
      <h2>{t.compareTitle}</h2>
      <p>{t.compareText}</p>
      <div class="controls">
        <label class="field">
          <span>{t.beside}</span>
          <select
            value={other === null ? "" : String(induction.runs.value.indexOf(other))}
            onChange={({ currentTarget: { value } }) =>
              induction.compareWith(value === "" ? null : (induction.runs.peek()[Number(value)] ?? null))
            }
          >
            <option value="">{t.sameRun}</option>
            {alike.map((one) => (
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
      {other !== null && (
        <>
          <p class="number">{t.accuracy(...accuracyAt(frames, induction.otherAt.value))}</p>
          <Scores
            run={other}
            at={induction.otherAt.value}
            above={(layer, head) => <p class="quiet">{headName({ layer, head })}</p>}
            isOff={() => false}
          />
        </>
      )}
      {similarity !== null && (
        <HeadPairs
          values={similarity.values}
          left={names(similarity.left)}
          right={names(similarity.right)}
          caption={t.pairs(
            nameOf(run, induction.frame.value?.step ?? 0),
            nameOf(beside, frames[induction.otherAt.value]?.step ?? 0),
          )}
        />
      )}
    </section>
  );
}

function accuracyAt(frames: readonly Frame[], at: number): [step: number, percent: string] {
  const frame = frames[at];
  return [frame?.step ?? 0, percent(frame?.accuracy ?? 0)];
}
