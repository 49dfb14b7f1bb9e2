import { type PlayerName, played, type Times, type WorkloadName, workloads } from "./calls.ts";
import { Measuring } from "./measuring.ts";
import { median } from "./rates.ts";
import type { Start } from "./start.ts";

const rounds = 15;

/** Measures on this machine what the page shows before it has measured on the reader's. */
export async function makeStart(cores: number, where: string, date: string): Promise<Start> {
  const measuring = await Measuring.start(cores, true);
  const samples = new Map<`${WorkloadName} ${PlayerName}`, number[]>();
  let ceiling = 0;
  for (let round = 0; round < rounds; round++) {
    ceiling = Math.max(ceiling, measuring.ceiling() ?? 0);
    for (const workload of workloads) {
      for (const player of played[workload]) {
        if (measuring.host.absent[player] !== undefined) continue;
        const key = `${workload} ${player}` as const;
        samples.set(key, [...(samples.get(key) ?? []), measuring.sample({ workload, player })]);
      }
    }
  }
  const times: Times = Object.fromEntries([...samples].map(([key, all]) => [key, [median(all)]]));
  return { host: { ...measuring.host, ceiling: ceiling || null }, times, where, date };
}
