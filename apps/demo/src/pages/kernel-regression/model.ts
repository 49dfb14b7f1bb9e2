import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type Line,
  type LookAsk,
  type PointEdits,
  type Points,
  type Range,
  type Row,
  type Score,
  type Shown,
  scoreOf,
  type Way,
} from "@saccade/figures/kernel-regression";
import { fill } from "@saccade/figures/messages";
import type { PageState } from "../../app/address.ts";
import { follow, WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Look, Rows } from "./compute.ts";
import type { Start } from "./make-start.ts";
import type { Texts } from "./messages/index.ts";
import { limits, makeSettings, type Point, type Settings, toPoints } from "./settings.ts";
import json from "./start.gen.json" with { type: "json" };
import type { RegressionCalls } from "./worker.ts";

export const start = json as Start;

/** Steps that one press of Run makes at most, and the smallest relative change of the loss at which it continues. */
const mostSteps = 500;
const settled = 1e-6;
/** So that one can follow w by eye. */
const msPerStep = 60;

/** The page's state and what keeps it up to date: settings in, figures' data out, all computing in the worker. */
export class RegressionModel implements Shown {
  readonly settings: Settings;
  readonly points: Signal<Points> = signal(start.points);
  // Rows are asked for apart: a drag of the query redraws no curve.
  readonly lines: Signal<readonly Line[]> = signal(start.lines);
  readonly rows: Signal<Rows> = signal(start.rows);
  /** null before the worker has answered. */
  readonly heats: Signal<Look["heats"] | null> = signal(null);
  readonly way: ReadonlySignal<Way>;
  readonly score: ReadonlySignal<Score>;
  readonly row: ReadonlySignal<Row>;
  readonly query: Signal<number>;
  /** The learned inverse bandwidth. */
  readonly w: Signal<number> = signal(start.w);
  /** Half the summed squares before each step, each point predicted from the others. */
  readonly losses: Signal<readonly number[]> = signal(start.losses);
  /** Whether the last of `losses` was a step on the points that are shown. */
  readonly isOfThesePoints: ReadonlySignal<boolean>;
  readonly running: Signal<boolean> = signal(false);
  /** The point that the keyboard moves. */
  readonly chosen: Signal<number> = signal(0);
  /** The last error, for the reader; empty if there was none. */
  readonly problem: Signal<string> = signal("");
  readonly #trainedOn: Signal<Points> = signal(start.points);
  readonly #client: WorkerClient<RegressionCalls> = new WorkerClient<RegressionCalls>(
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );
  readonly #ends: readonly (() => void)[];

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    const { seed, n, noise, own, kernel, bandwidth } = this.settings;
    this.way = this.settings.way;
    this.query = this.settings.query;
    this.row = computed(() => this.rows.value[this.way.value]);
    this.score = computed(() =>
      scoreOf({ kernel: kernel.value, bandwidth: bandwidth.value, w: this.w.value }, this.way.value),
    );
    this.isOfThesePoints = computed(() => isSame(this.#trainedOn.value, this.points.value));
    const lookAsk = (): LookAsk => ({
      ...{ points: this.points.value, kernel: kernel.value, bandwidth: bandwidth.value, w: this.w.value },
    });
    const failed = (error: unknown): void => this.#fail(error);
    this.#ends = [
      follow(
        () => {
          if (own.value.length === 0) return { seed: seed.value, n: n.value, noise: noise.value };
          this.points.value = toPoints(own.value);
          return undefined;
        },
        (ask) => this.#client.call("draw", ask),
        (points) => {
          if (own.peek().length === 0) this.points.value = points;
        },
        failed,
      ),
      follow(
        lookAsk,
        (ask) => this.#client.call("look", ask),
        ({ lines, heats }) =>
          batch(() => {
            this.problem.value = "";
            this.lines.value = lines;
            this.heats.value = heats;
          }),
        failed,
      ),
      follow(
        () => ({ ...lookAsk(), query: this.query.value }),
        (ask) => this.#client.call("rows", ask),
        (rows, { points }) => {
          // Weights belong to the points that they were asked for.
          if (points.x.length === this.points.peek().x.length) this.rows.value = rows;
        },
        failed,
      ),
    ];
  }

  /** Makes one step over all points; whether it went well. */
  async step(): Promise<boolean> {
    try {
      const points = this.points.value;
      const lr = Number(this.settings.lr.value);
      const { w, loss } = await this.#client.call("step", { points, w: this.w.value, lr });
      batch(() => {
        this.w.value = w;
        this.losses.value = [...this.losses.value, loss];
        this.#trainedOn.value = points;
        this.problem.value = "";
      });
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Trains until it settles, is paused, or has made its most steps. */
  async run(): Promise<void> {
    if (this.running.value) return;
    this.running.value = true;
    for (let made = 0; made < mostSteps && this.running.value; made++) {
      const pace = new Promise((resolve) => setTimeout(resolve, msPerStep));
      if (!(await this.step())) break;
      const [before, last] = this.losses.value.slice(-2);
      if (last !== undefined && before !== undefined && Math.abs(before - last) < settled * before) break;
      await pace;
    }
    this.running.value = false;
  }

  pause(): void {
    this.running.value = false;
  }

  /** Goes back to the untrained w that the seed gives. */
  async reset(): Promise<void> {
    this.pause();
    try {
      this.w.value = await this.#client.call("untrained", this.settings.seed.value);
      this.losses.value = [];
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.pause();
    for (const end of this.#ends) end();
    this.#client.stop();
  }

  #fail(error: unknown): void {
    this.problem.value = reasonOf(error);
  }
}

/** Equal up to the digits of the start and of the address, which have fewer than the worker's points. */
function isSame(a: Points, b: Points): boolean {
  const equal = (one: readonly number[], other: readonly number[]): boolean =>
    one.length === other.length && one.every((value, i) => Math.abs(value - (other[i] ?? 0)) < 0.001);
  return a === b || (equal(a.x, b.x) && equal(a.y, b.y));
}

const fewestPoints = 3;
const mostPoints: number = limits.n[1];

/** The reader's changes of the points. From the first change on they are in the address. */
export function pointEdits({ points, chosen, settings, problem }: RegressionModel, t: Texts): PointEdits {
  const present = (): Point[] => points.value.x.map((x, i) => [x, points.value.y[i] ?? 0]);
  const others = (): Point[] => {
    const last = points.value.x.length - 1;
    return present().filter((_, i) => i !== Math.min(chosen.value, last));
  };
  /** Points stay in order: the new one goes where it belongs, and is chosen. */
  const store = (others: readonly Point[], x: number, y: number, [low, high]: Range): void => {
    const point = rounded([Math.min(5, Math.max(0, x)), Math.min(high, Math.max(low, y))]);
    const before = others.filter((other) => other[0] <= point[0]);
    settings.own.value = [...before, point, ...others.slice(before.length)].map(rounded);
    chosen.value = before.length;
  };
  return {
    chosen,
    add: (x, y, shown) => {
      if (points.value.x.length >= mostPoints) problem.value = fill(t.tooMany, { most: mostPoints });
      else store(present(), x, y, shown);
    },
    move: (x, y, shown) => store(others(), x, y, shown),
    remove: () => {
      if (points.value.x.length <= fewestPoints) problem.value = t.tooFew;
      else settings.own.value = others().map(rounded);
    },
  };
}

// As it will be written in the address.
function rounded([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}
