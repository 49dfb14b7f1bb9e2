import { batch, effect, type Signal, signal } from "@preact/signals";
import { arena } from "@saccade/examples/arena-tasks";
import type { PageState } from "../../app/address.ts";
import { oneOf, whole } from "../../app/fields.ts";
import { Reel } from "../../ui/reel.ts";
import { WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import { type ArenaCalls, mixers, type Progress, taskNames } from "./calls.ts";
import film from "./start.gen.json" with { type: "json" };

/** Milliseconds of training between two looks at what the reader wants. */
const msOfSteps = 100;
const none: Progress = { step: 0, frames: [] };

type TaskName = (typeof taskNames)[number];
type MixerName = (typeof mixers)[number];

/** One of the two networks: its mechanism, what it has answered so far, and its worker. */
export interface Side {
  readonly mixer: Signal<MixerName>;
  readonly progress: Signal<Progress>;
  readonly client: WorkerClient<ArenaCalls>;
}

/** Two networks that learn the same task. */
export class Arena {
  readonly task: Signal<TaskName>;
  readonly seed: Signal<number>;
  readonly sides: readonly [Side, Side];
  readonly status: Signal<"idle" | "shipped" | "running" | "paused" | "done"> = signal("idle");
  readonly problem: Signal<string> = signal("");
  readonly reel: Reel;
  /** Counts the beginnings and pauses: what is answered after one is left to the next answer, which has it too. */
  #turn = 0;
  readonly #stop: () => void;

  constructor(state: PageState) {
    const side = (name: string, usual: MixerName): Side => ({
      mixer: state.setting(name, oneOf(mixers), usual),
      progress: signal(none),
      client: new WorkerClient<ArenaCalls>(
        () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
      ),
    });
    this.task = state.setting("task", oneOf(taskNames), "recall");
    this.seed = state.setting("seed", whole(0, 99), 0);
    this.sides = [side("left", "softmax"), side("right", "linear")];
    this.reel = new Reel(() => this.longest.length);
    this.#stop = effect(() => this.#begin());
  }

  get steps(): number {
    return arena[this.task.value].steps;
  }

  /** The frames of the network that has more. */
  get longest(): Progress["frames"] {
    const [left, right] = this.sides.map(({ progress }) => progress.value.frames);
    return left!.length < right!.length ? right! : left!;
  }

  /** Trains both to the end, unless it is paused; from the start where a film came with the page. */
  async train(): Promise<void> {
    const turn = ++this.#turn;
    if (this.status.peek() === "shipped") this.#show(() => none);
    this.problem.value = "";
    this.status.value = "running";
    try {
      await Promise.all(this.sides.map((side) => this.#learn(side, turn)));
      if (turn === this.#turn) this.status.value = "done";
    } catch (error) {
      if (turn !== this.#turn) return;
      this.pause();
      this.problem.value = reasonOf(error);
    }
  }

  pause(): void {
    this.#turn++;
    this.status.value = "paused";
  }

  /** Sets both sides, as a question shows its answer. */
  choose(task: TaskName, left: MixerName, right: MixerName): void {
    batch(() => {
      this.task.value = task;
      [this.sides[0].mixer.value, this.sides[1].mixer.value] = [left, right];
    });
  }

  /** Ends it all; whether something was learning. */
  end(): boolean {
    this.#turn++;
    this.#stop();
    this.reel.stop();
    for (const { client } of this.sides) client.stop();
    return this.status.peek() === "running";
  }

  /** Before anything is trained: a film of associative recall came with the page. */
  #begin(): void {
    // Both are read, so that a change of either begins anew.
    const [task, seed] = [this.task.value, this.seed.value];
    const isFilm = task === film.task && seed === film.seed;
    this.#turn++;
    this.#show(({ mixer }) => {
      const [step, frames] = [this.steps, film.frames[mixer.value]];
      return isFilm ? { step, frames } : none;
    });
    this.status.value = isFilm ? "shipped" : "idle";
    this.problem.value = "";
  }

  #show(progressOf: (side: Side) => Progress): void {
    batch(() => {
      this.reel.rewind();
      for (const side of this.sides) side.progress.value = progressOf(side);
    });
  }

  async #learn({ client, mixer, progress }: Side, turn: number): Promise<void> {
    const run = { task: this.task.peek(), mixer: mixer.peek(), seed: this.seed.peek() };
    while (turn === this.#turn && progress.peek().step < arena[run.task].steps) {
      const answer = await client.call("train", { run, ms: msOfSteps });
      if (turn === this.#turn) progress.value = answer;
    }
  }
}
