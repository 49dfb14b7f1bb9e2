import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  type Line,
  type LookAsk,
  type Points,
  type Row,
  type Score,
  type Shown,
  scoreOf,
  type Way,
} from "@saccade/figures/kernel-regression";
import type { PageState } from "../../app/page-state.ts";
import { Latest } from "../../work/latest.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Heat, Heats, Rows } from "./calls.ts";
import { type Client, RegressionWorker } from "./regression-worker.ts";
import { makeSettings, type Settings, toPoints } from "./settings.ts";
import { start } from "./start.gen.ts";

/** Steps that one press of Run makes at most, and the smallest relative change of the loss at which it continues. */
const mostSteps = 500;
const settled = 1e-6;
/** So that one can follow w by eye. */
const msPerStep = 60;

/** Between two drawings of the heatmaps. */
const msPerHeat = 120;

const noHeat: Heat = { rows: 0, cols: 0, data: new Float32Array() };

/** The page's state and what keeps it up to date: settings in, figures' data out, all computing in the worker. */
export class RegressionModel implements Shown {
  readonly settings: Settings;
  readonly points: Signal<Points> = signal(start.points);
  // Curves, rows and heatmaps are requested separately: those that a drag or a step does not change are not redrawn.
  readonly lines: Signal<readonly Line[]> = signal(start.lines);
  readonly rows: Signal<Rows> = signal(start.rows);
  readonly heats: Signal<Heats> = signal({ fixed: noHeat, learned: noHeat });
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
  readonly #worker: RegressionWorker = new RegressionWorker();
  readonly #ends: (() => void)[];

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    this.way = this.settings.way;
    this.query = this.settings.query;
    this.row = computed(() => this.rows.value[this.way.value]);
    this.score = computed(() => {
      const { kernel, bandwidth } = this.settings;
      return scoreOf({ kernel: kernel.value, bandwidth: bandwidth.value, w: this.w.value }, this.way.value);
    });
    this.isOfThesePoints = computed(() => isSame(this.#trainedOn.value, this.points.value));
    this.#ends = [
      this.#followData(),
      this.#follow(
        () => this.#lookAsk(),
        (client, ask) => client.query("look", ask),
        (lines) => {
          this.problem.value = "";
          this.lines.value = lines;
        },
      ),
      this.#follow(
        () => ({ ...this.#lookAsk(), query: this.query.value }),
        (client, ask) => client.query("rows", ask),
        (rows, { points }) => {
          // Weights belong to the points that they were asked for.
          if (points.x.length === this.points.peek().x.length)
            this.rows.value = changedRows(this.rows.peek(), rows);
        },
      ),
      this.#follow(
        () => this.#lookAsk(),
        async (client, ask) => {
          const heats = await client.query("heats", ask);
          await pause(msPerHeat);
          return heats;
        },
        (heats) => {
          this.heats.value = heats;
        },
      ),
    ];
  }

  /** Makes one step over all points. */
  async step(): Promise<void> {
    await this.#train();
  }

  /** Trains until it settles, is paused, or has made its most steps. */
  async run(): Promise<void> {
    if (this.running.value) return;
    this.running.value = true;
    for (let made = 0; made < mostSteps && this.running.value; made++) {
      const began = performance.now();
      if (!(await this.#train())) break;
      const [before, last] = this.losses.value.slice(-2);
      if (last !== undefined && before !== undefined && Math.abs(before - last) < settled * before) break;
      await pause(msPerStep - (performance.now() - began));
    }
    this.running.value = false;
  }

  pause(): void {
    this.running.value = false;
  }

  /** Goes back to the untrained w that the seed gives. */
  async reset(): Promise<void> {
    this.pause();
    await this.#try(async () => {
      this.w.value = await this.#worker.ask((client) => client.query("untrained", this.settings.seed.value));
      this.losses.value = [];
    });
  }

  end(): void {
    this.pause();
    for (const end of this.#ends) end();
    this.#worker.stop();
  }

  /** One step; whether it went well. */
  #train(): Promise<boolean> {
    return this.#try(async () => {
      const points = this.points.value;
      const lr = Number(this.settings.lr.value);
      const worker = await this.#worker.trainer({ points, w: this.w.value, lr });
      let loss = Number.NaN;
      const end = worker.on("step", (event) => {
        loss = event.loss;
      });
      await worker.step().finally(end);
      const w = await worker.query("w");
      this.#worker.trained(w);
      batch(() => {
        this.w.value = w;
        this.losses.value = [...this.losses.value, loss];
        this.#trainedOn.value = points;
      });
    });
  }

  /** The reader's own points, or those of the seed. */
  #followData(): () => void {
    const { seed, n, noise, own } = this.settings;
    return this.#follow(
      () => {
        if (own.value.length === 0) return { seed: seed.value, n: n.value, noise: noise.value };
        this.points.value = toPoints(own.value);
        return undefined;
      },
      (client, ask) => client.query("draw", ask),
      (points) => {
        if (own.peek().length === 0) this.points.value = points;
      },
    );
  }

  /** Asks the worker again whenever the question changes; without one it asks nothing. */
  #follow<Ask, Answer>(
    ask: () => Ask | undefined,
    query: (client: Client, ask: Ask) => Promise<Answer>,
    answered: (answer: Answer, ask: Ask) => void,
  ): () => void {
    const latest = new Latest<Ask, Answer>(
      (ask) => this.#worker.ask((client) => query(client, ask)),
      answered,
      (error) => this.#fail(error),
    );
    return effect(() => {
      const asked = ask();
      if (asked !== undefined) latest.send(asked);
    });
  }

  #lookAsk(): LookAsk {
    const { kernel, bandwidth } = this.settings;
    return {
      points: this.points.value,
      kernel: kernel.value,
      bandwidth: bandwidth.value,
      w: this.w.value,
    };
  }

  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.problem.value = "";
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    this.problem.value = reasonOf(error);
  }
}

/** The new rows, with those that are as before in place of their equals, so that nothing follows from them. */
function changedRows(before: Rows, after: Rows): Rows {
  const changed = (old: Row, row: Row): Row =>
    old.prediction === row.prediction &&
    old.weights.length === row.weights.length &&
    old.weights.every((weight, i) => weight === row.weights[i])
      ? old
      : row;
  return {
    average: changed(before.average, after.average),
    fixed: changed(before.fixed, after.fixed),
    learned: changed(before.learned, after.learned),
  };
}

/** Equal up to the digits of the start and of the address, which have fewer than the worker's points. */
function isSame(a: Points, b: Points): boolean {
  const equal = (one: readonly number[], other: readonly number[]): boolean =>
    one.length === other.length && one.every((value, i) => Math.abs(value - (other[i] ?? 0)) < 0.001);
  return a === b || (equal(a.x, b.x) && equal(a.y, b.y));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
