import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { flops, type PlayerName, played, type WorkloadName } from "./calls.ts";
import { words } from "./messages/index.ts";
import type { SpeedModel } from "./model.ts";
import { comparedWithOne, digits, rateOf } from "./rates.ts";

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

/** One workload: a bar for each player, and the ceiling of one thread where operations are counted. */
export function Bars({ model, workload }: BarsProps): JSX.Element {
  const t = useWords(words);
  const host = model.host.value;
  const counted = flops[workload] !== null;
  const unit = counted ? "GFLOP/s" : t.stepsPerSecond;
  const rows = played[workload].filter(isWanted).map((player) => ({
    player,
    rate: rateOf(model.times.value, workload, player),
    absent: host?.absent[player],
  }));
  // The GPU has a row while it is asked for, or was measured.
  function isWanted(player: PlayerName): boolean {
    return player !== "gpu" || (host === null ? model.gpu.value : host.absent.gpu !== "");
  }
  const ceiling = counted ? (host?.ceiling ?? null) : null;
  const longest = Math.max(ceiling ?? 0, ...rows.map(({ rate }) => rate ?? 0));
  const reference = rateOf(model.times.value, workload, "reference");
  const compared = comparedWithOne(model.times.value, workload);
  return (
    <section class="workload">
      <h2>{t.workloads[workload].title}</h2>
      <p>{t.workloads[workload].text}</p>
      <div class="scroll">
        <table class="bars">
          <caption class="unseen">{t.workloads[workload].title}</caption>
          <thead class="unseen">
            <tr>
              <th scope="col">{t.player}</th>
              <th scope="col">{unit}</th>
              <th scope="col">{t.timesReference}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ player, rate, absent }) => (
              <tr key={player}>
                <th scope="row">{fill(t.players[player], { count: host?.threads ?? null })}</th>
                {absent === undefined ? (
                  <td class="track">
                    <span
                      class={`bar ${player} ${colours[player]}`}
                      style={{ "--part": (rate ?? 0) / (longest || 1) }}
                    />
                    <span class="number">{rate === null ? "–" : `${digits(rate)} ${unit}`}</span>
                  </td>
                ) : (
                  <td class="track quiet">{t.absent}</td>
                )}
                <td class="number">
                  {rate === null || reference === null || player === "reference"
                    ? ""
                    : `${digits(rate / reference)}×`}
                </td>
              </tr>
            ))}
            {ceiling !== null && (
              <tr>
                <th scope="row">{t.ceiling}</th>
                <td class="track">
                  <span class="bar ceiling" style={{ "--part": ceiling / (longest || 1) }} />
                  <span class="number">{`${digits(ceiling)} ${unit}`}</span>
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {host !== null && compared.length > 0 && (
        <p class="quiet">
          {compared
            .map(({ player, times }) =>
              fill(t.compared, {
                name: fill(t.players[player], { count: host.threads }),
                times: digits(times),
              }),
            )
            .join(" ")}
        </p>
      )}
    </section>
  );
}
