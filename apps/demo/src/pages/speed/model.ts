import { type Signal, signal } from "@preact/signals";
import { grouped } from "@saccade/figures/messages";
import { WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import {
  flops,
  type Host,
  type PlayerName,
  played,
  type Times,
  type WorkloadName,
  workloads,
} from "./calls.ts";
import type { SpeedCalls } from "./worker.ts";

const rounds = 7;

/** The measurements, and the code that takes them. */
export class SpeedModel {
  /** null until the worker has looked. */
  readonly host: Signal<Host | null> = signal(null);
  readonly times: Signal<Times> = signal({});
  /** Whole rounds that the numbers on the page come from. */
  readonly done: Signal<number> = signal(0);
  /** Finished rounds of the current measurement; null while there is none. */
  readonly round: Signal<number | null> = signal(null);
  readonly rounds: number = rounds;
  readonly problem: Signal<string> = signal("");
  /** Whether the GPU is measured too. */
  readonly gpu: Signal<boolean> = signal(false);
  readonly #client: WorkerClient<SpeedCalls> = new WorkerClient<SpeedCalls>(
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );
  #stopping = false;

  /** Measures in rounds, each player in turn, so that what disturbs the machine for a while disturbs all. */
  async run(): Promise<void> {
    if (this.round.value !== null) return;
    this.#stopping = false;
    this.round.value = 0;
    this.problem.value = "";
    try {
      this.host.value = await this.#client.call("host", this.gpu.peek());
      this.times.value = {};
      this.done.value = 0;
      for (let round = 0; round < rounds && !this.#stopping; round++) {
        await this.#measureAll();
        this.round.value = round + 1;
        this.done.value = round + 1;
      }
    } catch (error) {
      this.problem.value = reasonOf(error);
    }
    this.round.value = null;
  }

  /** Once the round is whole. */
  stop(): void {
    this.#stopping = true;
  }

  end(): void {
    this.stop();
    this.#client.stop();
  }

  /** A failed GPU is excluded; the others continue. */
  #loseGPU(error: unknown): void {
    const { value } = this.host;
    const why = reasonOf(error).replace(/\.$/, "");
    if (value !== null) this.host.value = { ...value, gpu: null, absent: { ...value.absent, gpu: why } };
  }

  async #measureAll(): Promise<void> {
    for (const workload of workloads) {
      for (const player of played[workload]) {
        if (this.host.value?.absent[player] !== undefined) continue;
        const seconds = await this.#client.call("sample", { workload, player }).catch((error: unknown) => {
          if (player !== "gpu") throw error;
          this.#loseGPU(error);
          return null;
        });
        if (seconds === null) continue;
        const key = `${workload} ${player}` as const;
        const before = this.times.value;
        this.times.value = { ...before, [key]: [...(before[key] ?? []), seconds] };
      }
    }
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** GFLOP/s, or runs a second where operations are not counted; null where nothing was measured. */
export function rateOf(times: Times, workload: WorkloadName, player: PlayerName): number | null {
  const samples = times[`${workload} ${player}`];
  if (samples === undefined || samples.length === 0) return null;
  const work = flops[workload];
  return (work === null ? 1 : work / 1e9) / median(samples);
}

// A measurement in a tab is not accurate beyond three digits.
export function digits(value: number): string {
  return value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
}
