import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { PageState } from "../../app/page-state.ts";
import { Latest } from "../../work/latest.ts";
import type { DataAsk, Epoch, Heat, Heats, Look, LookAsk, Points, Row, Rows, RowsAsk } from "./calls.ts";
import { RegressionWorker } from "./regression-worker.ts";
import { makeSettings, type Settings, toPoints } from "./settings.ts";
import { start } from "./start.gen.ts";

/** Steps that one press of Run makes at most, and the least change of the loss, relative, at which it goes on. */
const mostEpochs = 500;
const settled = 1e-6;
/** So that one can follow w by eye. */
const msPerEpoch = 60;

/** Between two drawings of the heatmaps. */
const msPerHeat = 120;

const noHeat: Heat = { rows: 0, cols: 0, data: new Float32Array() };

/** The page's state and what keeps it up to date: settings in, figures' data out, all computing in the worker. */
export class RegressionModel {
  readonly settings: Settings;
  readonly points: Signal<Points> = signal(start.points);
  // Curves, rows and heatmaps are asked for one by one: what a drag or a step does not change is not drawn anew.
  readonly look: Signal<Look> = signal(start.look);
  readonly rows: Signal<Rows> = signal(start.rows);
  readonly heats: Signal<Heats> = signal({ fixed: noHeat, learned: noHeat });
  /** The query's row in the chosen way. */
  readonly row: ReadonlySignal<Row>;
  /** The learned inverse bandwidth. */
  readonly w: Signal<number> = signal(start.epochs.at(-1)?.w ?? start.untrained);
  /** w before the first of `epochs`. */
  readonly firstW: Signal<number> = signal(start.untrained);
  readonly epochs: Signal<readonly Epoch[]> = signal(start.epochs);
  /** Whether the last of `epochs` was a step on the points that are shown. */
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
    this.row = computed(() => this.rows.value[this.settings.way.value]);
    this.isOfThesePoints = computed(() => isSame(this.#trainedOn.value, this.points.value));
    this.#ends = [this.#followData(), this.#followLook(), this.#followRows(), this.#followHeats()];
  }

  /** Trains one epoch. */
  async step(): Promise<void> {
    await this.#train();
  }

  /** Trains until it settles, is paused, or has made its most epochs. */
  async run(): Promise<void> {
    if (this.running.value) return;
    this.running.value = true;
    for (let made = 0; made < mostEpochs && this.running.value; made++) {
      const began = performance.now();
      if (!(await this.#train())) break;
      const [before, last] = this.epochs.value.slice(-2);
      if (last && before && Math.abs(before.loss - last.loss) < settled * before.loss) break;
      await pause(msPerEpoch - (performance.now() - began));
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
      const w = await this.#worker.ask((client) => client.query("untrained", this.settings.seed.value));
      this.firstW.value = w;
      this.w.value = w;
      this.epochs.value = [];
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
      const worker = await this.#worker.trainer({
        points,
        w: this.w.value,
        lr: Number(this.settings.lr.value),
      });
      let loss = Number.NaN;
      const end = worker.on("step", (event) => {
        loss = event.loss;
      });
      await worker.step().finally(end);
      const w = await worker.query("w");
      this.#worker.trained(w);
      batch(() => {
        this.w.value = w;
        this.epochs.value = [...this.epochs.value, { loss, w }];
        this.#trainedOn.value = points;
      });
    });
  }

  #followData(): () => void {
    const draw = new Latest<DataAsk, Points>(
      (ask) => this.#worker.ask((client) => client.query("draw", ask)),
      (points) => {
        if (this.settings.own.peek().length === 0) this.points.value = points;
      },
      (error) => this.#fail(error),
    );
    return effect(() => {
      const { seed, n, noise, own } = this.settings;
      const ask = { seed: seed.value, n: n.value, noise: noise.value };
      if (own.value.length > 0) this.points.value = toPoints(own.value);
      else draw.send(ask);
    });
  }

  #followLook(): () => void {
    const show = new Latest<LookAsk, Look>(
      (ask) => this.#worker.ask((client) => client.query("look", ask)),
      (look) => {
        this.problem.value = "";
        this.look.value = look;
      },
      (error) => this.#fail(error),
    );
    return effect(() => show.send(this.#lookAsk()));
  }

  #followRows(): () => void {
    const show = new Latest<RowsAsk, Rows>(
      (ask) => this.#worker.ask((client) => client.query("rows", ask)),
      (rows, { points }) => {
        // Weights belong to the points that they were asked for.
        if (points.x.length === this.points.peek().x.length)
          this.rows.value = changedRows(this.rows.peek(), rows);
      },
      (error) => this.#fail(error),
    );
    return effect(() => show.send({ ...this.#lookAsk(), query: this.settings.query.value }));
  }

  #followHeats(): () => void {
    const show = new Latest<LookAsk, Heats>(
      async (ask) => {
        const heats = await this.#worker.ask((client) => client.query("heats", ask));
        await pause(msPerHeat);
        return heats;
      },
      (heats) => {
        this.heats.value = heats;
      },
      (error) => this.#fail(error),
    );
    return effect(() => show.send(this.#lookAsk()));
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
    this.problem.value = error instanceof Error ? error.message : String(error);
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

function isSame(a: Points, b: Points): boolean {
  const equal = (one: readonly number[], other: readonly number[]): boolean =>
    one.length === other.length && one.every((value, i) => value === other[i]);
  return a === b || (equal(a.x, b.x) && equal(a.y, b.y));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
