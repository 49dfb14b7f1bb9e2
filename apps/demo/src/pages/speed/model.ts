import { type Signal, signal } from "@preact/signals";
import { WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import { mostThreads } from "../../work/threads.ts";
import { type Host, played, type SpeedCalls, type Times, workloads } from "./calls.ts";

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
  /** Whether the reader stopped the last measuring within a round. */
  readonly wasStopped: Signal<boolean> = signal(false);
  readonly problem: Signal<string> = signal("");
  /** Whether the GPU is measured too. */
  readonly gpu: Signal<boolean> = signal(false);
  /** The most threads that are measured. */
  readonly threads: Signal<number> = signal(mostThreads);
  readonly #client: WorkerClient<SpeedCalls>;
  #stopping = false;

  constructor() {
    this.#client = new WorkerClient<SpeedCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
  }

  /** Measures in rounds, each player in turn, so that what disturbs the machine for a while disturbs all. */
  async run(): Promise<void> {
    if (this.round.value !== null) return;
    this.#stopping = false;
    this.round.value = 0;
    this.problem.value = "";
    this.wasStopped.value = false;
    try {
      this.host.value = await this.#client.call("host", {
        threads: this.threads.peek(),
        gpu: this.gpu.peek(),
      });
      this.times.value = {};
      this.done.value = 0;
      for (let round = 0; round < rounds && !this.#stopping; round++) {
        await this.#measureCeiling();
        await this.#measureAll();
        if (this.#stopping && !this.#isWhole(round + 1)) {
          this.wasStopped.value = true;
          break;
        }
        this.round.value = round + 1;
        this.done.value = round + 1;
      }
    } catch (error) {
      this.problem.value = reasonOf(error);
    }
    this.round.value = null;
  }

  /** Measures on at most so many threads from now on, in another worker. */
  takeThreads(most: number): void {
    this.threads.value = most;
    this.#client.stop();
  }

  stop(): void {
    this.#stopping = true;
  }

  end(): void {
    this.stop();
    this.#client.stop();
  }

  /** Whether each player that is here has a sample of each round. */
  #isWhole(round: number): boolean {
    const absent = this.host.value?.absent ?? {};
    return workloads.every((workload) =>
      played[workload].every(
        (player) =>
          absent[player] !== undefined || (this.times.value[`${workload} ${player}`]?.length ?? 0) >= round,
      ),
    );
  }

  /** A failed GPU is excluded; the others continue. */
  #loseGPU(error: unknown): void {
    const { value } = this.host;
    const why = reasonOf(error).replace(/\.$/, "");
    if (value !== null) this.host.value = { ...value, gpu: null, absent: { ...value.absent, gpu: why } };
  }

  // Other load on the machine lowers it, so the highest counts.
  async #measureCeiling(): Promise<void> {
    const ceiling = await this.#client.call("ceiling", null);
    const { value } = this.host;
    if (ceiling !== null && value !== null)
      this.host.value = { ...value, ceiling: Math.max(ceiling, value.ceiling ?? 0) };
  }

  async #measureAll(): Promise<void> {
    for (const workload of workloads) {
      for (const player of played[workload]) {
        if (this.#stopping || this.host.value?.absent[player] !== undefined) continue;
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
