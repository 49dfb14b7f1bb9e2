import { computed, effect, type Signal, signal } from "@preact/signals";
import {
  type AttendAsk,
  type Attended,
  divisorOf,
  type Looked,
  Motion,
  timelineOf,
} from "@saccade/figures/attention";
import type { PageState } from "../../app/page-state.ts";
import { WorkerClient } from "../../work/client.ts";
import { Latest } from "../../work/latest.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { ScoringCalls, Spread, SpreadAsk } from "./calls.ts";
import { askOf, d, makeSettings, n, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";

/** The page's state: settings in, results from the worker, and how far the motion is. */
export class ScoringModel {
  readonly settings: Settings;
  readonly attended: Signal<Attended> = signal(start.attended);
  readonly spread: Signal<Spread> = signal(start.spread);
  readonly motion: Motion;
  readonly looked: Signal<Looked | undefined> = signal(undefined);
  /** The invalid number in a cell; empty if there is none. */
  readonly wrongCell: Signal<string> = signal("");
  /** The last error, for the reader; empty if there was none. */
  readonly problem: Signal<string> = signal("");
  readonly #client: WorkerClient<ScoringCalls>;
  readonly #ends: (() => void)[];

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    this.motion = new Motion(
      computed(() => {
        const { allowed, heads } = this.attended.value;
        const { score, temperature, row } = this.settings;
        return timelineOf({
          count: n,
          scale:
            score.value !== "average" && divisorOf(score.value, d / heads.length, temperature.value) !== 1,
          mask: allowed[row.value]?.includes(false) ?? false,
        });
      }),
    );
    this.#client = new WorkerClient<ScoringCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    const failed = (error: unknown): void => {
      this.problem.value = reasonOf(error);
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

  /** Masks a cell, or unmasks it. */
  toggle(cell: number): void {
    const { forbidden } = this.settings;
    forbidden.value = forbidden.value.includes(cell)
      ? forbidden.value.filter((other) => other !== cell)
      : [...forbidden.value, cell].sort((a, b) => a - b);
  }

  end(): void {
    this.motion.end();
    for (const end of this.#ends) end();
    this.#client.stop();
  }
}
