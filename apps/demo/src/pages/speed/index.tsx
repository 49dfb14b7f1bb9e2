import { fill } from "@saccade/figures/messages";
import { Check, Table } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button, Challenges } from "../../ui/parts.tsx";
import { flops, type Host, type PlayerName, played, type WorkloadName, workloads } from "./calls.ts";
import { words } from "./messages/index.ts";
import { digits, rateOf, SpeedModel } from "./model.ts";
import "./page.css";

/** The benchmark, in the reader's own browser. */
export function Page(): JSX.Element {
  const t = useWords(words);
  const model = useMemo(() => new SpeedModel(), []);
  useEffect(() => () => model.end(), [model]);
  const round = model.round.value;
  const host = model.host.value;
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead">{t.lead}</p>
      <div class="measure flow">
        <Button
          class="primary"
          text={round !== null ? t.stop : host === null ? t.start : t.again}
          onClick={() => (round === null ? model.run() : model.stop())}
        />
        <p role="status">
          {round !== null
            ? fill(t.measuring, { round: Math.min(round, model.rounds - 1) + 1, rounds: model.rounds })
            : model.done.value === 0
              ? t.notYet
              : fill(t.measured, { rounds: model.done.value })}
        </p>
      </div>
      <Check label={t.gpuToo} value={model.gpu} disabled={round !== null} />
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

interface BarsProps {
  readonly model: SpeedModel;
  readonly workload: WorkloadName;
}

/** The class of each bar's colour. */
const colours: Readonly<Partial<Record<PlayerName, string>>> = {
  wasm: "blue",
  threads: "green",
  gpu: "pink",
  compiled: "orange",
};

/** One workload: a bar for each player. */
export function Bars({ model, workload }: BarsProps): JSX.Element {
  const t = useWords(words);
  const host = model.host.value;
  const unit = flops[workload] === null ? t.stepsPerSecond : "GFLOP/s";
  // The GPU has a row while it is asked for, or was measured.
  const isWanted = (player: PlayerName): boolean =>
    player !== "gpu" || (host === null ? model.gpu.value : host.absent.gpu !== "");
  const rows = played[workload].filter(isWanted).map((player) => ({
    name: fill(t.players[player], { count: host?.threads ?? null }),
    kind: `${player} ${colours[player]}`,
    rate: rateOf(model.times.value, workload, player),
    isAbsent: host?.absent[player] !== undefined,
  }));
  const longest = Math.max(...rows.map(({ rate }) => rate ?? 0)) || 1;
  const reference = rateOf(model.times.value, workload, "reference");
  return (
    <section class="workload">
      <h2>{t.workloads[workload].title}</h2>
      <p>{t.workloads[workload].text}</p>
      <div class="scroll">
        <Table
          class="bars"
          label={`${t.workloads[workload].title}: ${unit}, ${t.timesReference}`}
          rows={rows.map(({ name }) => name)}
          cells={(i) => {
            const { kind, rate, isAbsent } = rows[i]!;
            return (
              <>
                {isAbsent ? (
                  <td class="track quiet">{t.absent}</td>
                ) : (
                  <td class="track">
                    <span class={`bar ${kind}`} style={{ "--part": (rate ?? 0) / longest }} />
                    <span class="number">{rate === null ? "–" : `${digits(rate)} ${unit}`}</span>
                  </td>
                )}
                <td class="number">
                  {rate !== null && reference !== null && `${digits(rate / reference)}×`}
                </td>
              </>
            );
          }}
        />
      </div>
    </section>
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
    facts.push([!gpu.isSoftware, fill(gpu.isSoftware ? t.softwareGPU : t.gpu, { adapter: gpu.adapter })]);
  else if (absent.gpu) facts.push([false, fill(t.noGPU, { why: absent.gpu })]);
  function threadsFact(): string {
    if (host.threads > 1) return fill(t.threads, { count: host.threads, cores: host.cores });
    return host.isolated ? fill(t.oneThread, { why: host.absent.threads ?? "" }) : t.notIsolated;
  }
  return (
    <ul class="facts">
      {facts.map(([has, text]) => (
        <li key={text} class={has ? undefined : "wrong"}>
          {text}
        </li>
      ))}
    </ul>
  );
}
