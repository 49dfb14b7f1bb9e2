import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Bars } from "./bars.tsx";
import { workloads } from "./calls.ts";
import { SpeedChallenges } from "./challenges.tsx";
import { Lacks } from "./lacks.tsx";
import { SpeedModel } from "./model.ts";
import "./page.css";
import { words } from "./words.ts";

/** The benchmark, in the reader's own browser. */
export function Page(): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new SpeedModel(), []);
  useEffect(() => () => model.end(), [model]);
  const round = model.round.value;
  const host = model.host.value;
  const said = (): string => {
    if (Object.keys(model.times.value).length === 0) return t.notYet;
    return model.wasStopped.value ? t.stopped(model.done.value) : t.measured(model.done.value);
  };
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="measure">
        <button type="button" class="primary" onClick={() => (round === null ? model.run() : model.stop())}>
          {round !== null ? t.stop : host === null ? t.start : t.again}
        </button>
        <p role="status">
          {round !== null && t.measuring(Math.min(round, model.rounds - 1), model.rounds)}
          {round === null && said()}
        </p>
      </div>
      <p class="problem" role="status">
        {model.problem.value}
      </p>
      {workloads.map((workload) => (
        <Bars key={workload} model={model} workload={workload} />
      ))}
      <SpeedChallenges />
      {host !== null && (
        <section>
          <h2>{t.factsTitle}</h2>
          <Lacks host={host} />
        </section>
      )}
    </>
  );
}
