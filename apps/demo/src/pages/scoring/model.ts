import { computed, type Signal, signal } from "@preact/signals";
import {
  type Attended,
  divisorOf,
  type Looked,
  Motion,
  type RowNames,
  type SceneState,
  sceneOf,
  timelineOf,
} from "@saccade/figures/attention";
import { useReducedMotion } from "@saccade/figures/ui";
import type { PageState } from "../../app/address.ts";
import { useShell, useWords } from "../../app/shell.ts";
import { follow, WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Spread } from "./compute.ts";
import type { Start } from "./make-start.ts";
import { words } from "./messages/index.ts";
import { askOf, d, makeSettings, n, type Settings } from "./settings.ts";
import json from "./start.gen.json" with { type: "json" };
import type { ScoringCalls } from "./worker.ts";

const start = json as Start;

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
    this.#ends = [
      follow(
        () => askOf(this.settings),
        (ask) => this.#client.call("attend", ask),
        (attended) => (this.attended.value = attended),
        failed,
      ),
      follow(
        () => ({ d: Number(this.settings.size.value), seed: 0 }),
        (ask) => this.#client.call("spread", ask),
        (spread) => (this.spread.value = spread),
        failed,
      ),
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

/** The names of the rows and columns of the example. */
export function useNames({ settings }: ScoringModel): RowNames {
  return useWords(words).names[settings.preset.value];
}

/** The drawing at the current moment of the animation. */
export function useScene(model: ScoringModel, width: number): SceneState {
  const { settings, motion } = model;
  const moment = motion.timeline.value.at(motion.time.value, useReducedMotion());
  return sceneOf(
    {
      ...{ attended: model.attended.value, moment, names: useNames(model), lang: useShell().language.value },
      looked: motion.playing.value ? undefined : model.looked.value,
      score: settings.score.value,
      temperature: settings.temperature.value,
      head: Number(settings.head.value) - 1,
      row: settings.row.value,
      isLow: true,
    },
    width,
  );
}
