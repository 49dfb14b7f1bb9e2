import { fill } from "@saccade/figures/messages";
import { Check } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Challenges } from "../../ui/challenges.tsx";
import { mostAsked, mostThreads } from "../../work/threads.ts";
import { Bars } from "./bars.tsx";
import { type Host, workloads } from "./calls.ts";
import { words } from "./messages/index.ts";
import { SpeedModel } from "./model.ts";
import "./page.css";

/** The benchmark, in the reader's own browser. */
export function Page(): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new SpeedModel(), []);
  useEffect(() => () => model.end(), [model]);
  const round = model.round.value;
  const host = model.host.value;
  const said = (): string => {
    if (Object.keys(model.times.value).length === 0) return t.notYet;
    return model.wasStopped.value
      ? fill(t.stopped, { round: model.done.value + 1 })
      : fill(t.measured, { rounds: model.done.value });
  };
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="measure flow">
        <button type="button" class="primary" onClick={() => (round === null ? model.run() : model.stop())}>
          {round !== null ? t.stop : host === null ? t.start : t.again}
        </button>
        <p role="status">
          {round !== null &&
            fill(t.measuring, { round: Math.min(round, model.rounds - 1) + 1, rounds: model.rounds })}
          {round === null && said()}
        </p>
      </div>
      <Check label={t.gpuToo} value={model.gpu} disabled={round !== null} />
      {navigator.hardwareConcurrency > mostThreads && (
        <Check
          label={fill(t.moreThreads, { usual: mostThreads, most: mostAsked })}
          value={{
            get value() {
              return model.threads.value > mostThreads;
            },
            set value(more) {
              model.takeThreads(more ? mostAsked : mostThreads);
            },
          }}
          disabled={round !== null}
        />
      )}
      <p class="problem" role="status">
        {model.problem.value}
      </p>
      {workloads.map((workload) => (
        <Bars key={workload} model={model} workload={workload} />
      ))}
      <Challenges questions={t.questions} />
      {host !== null && (
        <section>
          <h2>{t.factsTitle}</h2>
          <Lacks host={host} />
        </section>
      )}
    </>
  );
}

/** The features that this browser has and lacks, and how to get them. */
function Lacks({ host }: { readonly host: Host }): JSX.Element {
  const t = useWords(words);
  const facts: (readonly [boolean, string])[] = [
    [host.simd, host.simd ? t.simd : fill(t.noSimd, { why: host.absent.wasm ?? "" })],
    [host.relaxedSimd, host.relaxedSimd ? t.relaxed : t.noRelaxed],
    [host.threads > 1, threadsFact()],
  ];
  const { gpu, absent } = host;
  if (gpu !== null)
    facts.push([
      !gpu.isSoftware,
      gpu.isSoftware ? fill(t.softwareGPU, { adapter: gpu.adapter }) : fill(t.gpu, { adapter: gpu.adapter }),
    ]);
  else if (absent.gpu) facts.push([false, fill(t.noGPU, { why: absent.gpu })]);
  function threadsFact(): string {
    if (host.threads > 1) return fill(t.threads, { count: host.threads, cores: host.cores });
    return host.isolated ? fill(t.oneThread, { why: host.absent.threads ?? "" }) : t.notIsolated;
  }
  return (
    <ul class="facts">
      {facts.map(([has, text]) => (
        <li key={text} class={has ? undefined : "lack"}>
          {text}
        </li>
      ))}
    </ul>
  );
}
