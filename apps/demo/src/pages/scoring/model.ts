import { effect, type Signal, signal } from "@preact/signals";
import type { PageState } from "../../app/page-state.ts";
import { WorkerClient } from "../../work/client.ts";
import { Latest } from "../../work/latest.ts";
import type { AttendAsk, Attended, ScoringCalls, Spread, SpreadAsk } from "./calls.ts";
import { askOf, makeSettings, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";

/** The stages of the way from Q, K and V to the output, as they are played. */
export const stages = ["inputs", "scores", "masks", "weights", "output"] as const;
export type Stage = (typeof stages)[number];

const msPerStage = 1600;

/** The page's state: settings in, results from the worker, and how far the way is played. */
export class ScoringModel {
  readonly settings: Settings;
  readonly attended: Signal<Attended> = signal(start.attended);
  readonly spread: Signal<Spread> = signal(start.spread);
  /** How far the way is shown; all of it at first. */
  readonly stage: Signal<number> = signal(stages.length - 1);
  readonly playing: Signal<boolean> = signal(false);
  /** What went wrong last, for the reader; empty when nothing did. */
  readonly problem: Signal<string> = signal("");
  readonly #client: WorkerClient<ScoringCalls>;
  readonly #ends: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    this.#client = new WorkerClient<ScoringCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    const failed = (error: unknown): void => {
      this.problem.value = error instanceof Error ? error.message : String(error);
    };
    const attend = new Latest<AttendAsk, Attended>(
      (ask) => this.#client.call("attend", ask),
      (attended) => {
        this.attended.value = attended;
      },
      failed,
    );
    const spread = new Latest<SpreadAsk, Spread>(
      (ask) => this.#client.call("spread", ask),
      (made) => {
        this.spread.value = made;
      },
      failed,
    );
    this.#ends = [
      effect(() => attend.send(askOf(this.settings))),
      effect(() => spread.send({ d: Number(this.settings.size.value), seed: 0 })),
    ];
  }

  /** Plays the way from its start, or goes on where it was halted. */
  play(): void {
    if (this.stage.value === stages.length - 1) this.stage.value = 0;
    this.playing.value = true;
    this.#wait();
  }

  halt(): void {
    clearTimeout(this.#timer);
    this.playing.value = false;
  }

  /** One stage on (1) or back (−1). */
  go(by: number): void {
    this.halt();
    this.stage.value = Math.min(stages.length - 1, Math.max(0, this.stage.value + by));
  }

  end(): void {
    this.halt();
    for (const end of this.#ends) end();
    this.#client.stop();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stage.value += 1;
      if (this.stage.value < stages.length - 1) this.#wait();
      else this.playing.value = false;
    }, msPerStage);
  }
}
