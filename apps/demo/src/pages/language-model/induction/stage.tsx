import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import { Challenges } from "../../../ui/challenges.tsx";
import { layerCounts, type PartProps } from "../settings.ts";
import type { FilmRun } from "./film-run.ts";
import { FilmView } from "./film-view.tsx";
import { bestOf, Induction } from "./induction.ts";
import { inductionWords } from "./messages/index.ts";
import { Patterns } from "./patterns.tsx";
import { lastStep } from "./sizes.ts";
import "./induction.css";

/** Induction heads as they form: a network that learns repeated tokens, its film, and its heads' switches. */
export function InductionStage({ kept, settings }: PartProps<Induction>): JSX.Element {
  kept.value ??= new Induction(settings);
  const induction = kept.value;
  const t = useWords(inductionWords);
  const run = induction.run.value;
  const offInLayer = async (layer: number, score: "previousToken" | "induction"): Promise<void> => {
    induction.settings.layers.value = "2";
    induction.settings.filmSeed.value = 0;
    await induction.learned();
    const frame = induction.frame.peek();
    if (frame !== null) induction.off.value = [bestOf(frame, layer, score)];
    document.querySelector(".film")?.scrollIntoView({ block: "center" });
  };
  const oneLayer = async (): Promise<void> => {
    induction.settings.layers.value = "1";
    document.querySelector(".film")?.scrollIntoView({ block: "center" });
    await induction.learned();
  };
  return (
    <div class="induction">
      {run !== null && (
        <>
          <Learning induction={induction} run={run} />
          <FilmView induction={induction} run={run} />
          <Patterns induction={induction} />
        </>
      )}
      <Challenges
        questions={t.questions}
        shows={[
          () => void offInLayer(0, "previousToken"),
          () => void offInLayer(1, "induction"),
          () => void oneLayer(),
        ]}
      />
    </div>
  );
}

interface RunProps {
  readonly induction: Induction;
  readonly run: FilmRun;
}

function Learning({ induction, run }: RunProps): JSX.Element {
  const t = useWords(inductionWords);
  const { settings, problem } = induction;
  const status = run.status.value;
  const running = status === "running";
  const text = `${t.status[status]}: ${fill(t.progress, { seed: run.settings.seed, step: run.step.value, last: lastStep })}`;
  return (
    <section class="learning">
      <h2>{t.learnTitle}</h2>
      <div class="buttons">
        {running ? (
          <button type="button" class="primary" onClick={() => run.pause()}>
            {t.pause}
          </button>
        ) : (
          <button type="button" class="primary" disabled={status === "done"} onClick={() => void run.train()}>
            {status === "paused" ? t.goOn : t.train}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            settings.filmSeed.value = (settings.filmSeed.peek() + 1) % 100;
          }}
        >
          {t.anotherSeed}
        </button>
        <Choice inline legend={t.layers} value={settings.layers} names={layerCounts} labels={t.layerNames} />
      </div>
      <p class="number status" data-status={status}>
        {text}
      </p>
      {/* Spoken when it rests: a line for each step would never end. */}
      <p class="unseen" role="status">
        {running ? "" : text}
      </p>
      {problem.value !== "" && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <p class="quiet">{fill(t.about, { layers: run.settings.layers, parameters: run.parameters.value })}</p>
    </section>
  );
}
