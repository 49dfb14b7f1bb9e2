import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { arena } from "@saccade/examples/arena-sizes";
import type { PageState } from "../../app/address.ts";
import { oneOf, whole } from "../../app/fields.ts";
import { Reel } from "../../ui/reel.ts";
import { WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import { type ArenaCalls, type Frame, mixers, taskNames } from "./calls.ts";
import film from "./start.gen.json" with { type: "json" };

/** Milliseconds of training between two looks at what the reader wants. */
const msOfSteps = 100;

/** One of the two networks: its mechanism, what it has answered so far, and its worker. */
export interface Side {
  readonly mixer: Signal<(typeof mixers)[number]>;
  readonly frames: Signal<readonly Frame[]>;
  readonly step: Signal<number>;
  readonly client: WorkerClient<ArenaCalls>;
}

export type Status = "idle" | "shipped" | "running" | "paused" | "done";

/** Two networks that learn the same task. */
export class Arena {
  readonly task: Signal<(typeof taskNames)[number]>;
  readonly seed: Signal<number>;
  readonly sides: readonly [Side, Side];
  readonly status: Signal<Status> = signal("idle");
  readonly problem: Signal<string> = signal("");
  readonly reel: Reel = new Reel(() => Math.max(...this.sides.map(({ frames }) => frames.value.length)));
  readonly steps: ReadonlySignal<number> = computed(() => arena[this.task.value].steps);
  /** Counts the pairs of runs: what is answered for an earlier one is ignored. */
  #turn = 0;
  #begun: Promise<void> = Promise.resolve();
  readonly #stop: () => void;

  constructor(state: PageState) {
    const side = (name: string, usual: (typeof mixers)[number]): Side => ({
      mixer: state.setting(name, oneOf(mixers), usual),
      frames: signal([]),
      step: signal(0),
      client: new WorkerClient<ArenaCalls>(
        () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
      ),
    });
    this.task = state.setting("task", oneOf(taskNames), "recall");
    this.seed = state.setting("seed", whole(0, 99), 0);
    this.sides = [side("left", "softmax"), side("right", "linear")];
    this.#stop = effect(() => this.#show());
  }

  /** Trains both to the end, unless it is paused; from the start where a film came with the page. */
  async train(): Promise<void> {
    const isNew = this.status.peek() !== "paused";
    if (isNew) this.#begin();
    this.status.value = "running";
    const turn = this.#turn;
    try {
      if (isNew) this.#begun = Promise.all(this.sides.map((side) => this.#start(side, turn))).then(() => {});
      await this.#begun;
      await Promise.all(this.sides.map((side) => this.#learn(side, turn)));
      const isDone = this.sides.every(({ step }) => step.peek() >= this.steps.peek());
      if (turn === this.#turn && isDone) this.status.value = "done";
    } catch (error) {
      if (turn !== this.#turn) return;
      this.pause();
      this.problem.value = reasonOf(error);
    }
  }

  pause(): void {
    if (this.status.peek() === "running") this.status.value = "paused";
  }

  /** Sets both sides, as a question shows its answer. */
  choose(
    task: (typeof taskNames)[number],
    left: (typeof mixers)[number],
    right: (typeof mixers)[number],
  ): void {
    batch(() => {
      this.task.value = task;
      [this.sides[0].mixer.value, this.sides[1].mixer.value] = [left, right];
    });
  }

  /** Ends it all; whether something was learning. */
  end(): boolean {
    const running = this.status.peek() === "running";
    this.#stop();
    this.#begin();
    for (const { client } of this.sides) client.stop();
    return running;
  }

  /** What is there before anything is trained: a film of associative recall came with the page. */
  #show(): void {
    const [task, seed] = [this.task.value, this.seed.value];
    const names = this.sides.map(({ mixer }) => mixer.value);
    this.#begin();
    if (task !== film.task || seed !== film.seed) return;
    batch(() => {
      this.sides.forEach(({ frames, step }, i) => {
        frames.value = film.frames[names[i]!];
        step.value = arena[task].steps;
      });
      this.status.value = "shipped";
    });
  }

  #begin(): void {
    this.#turn++;
    batch(() => {
      this.reel.rewind();
      for (const { frames, step } of this.sides) [frames.value, step.value] = [[], 0];
      this.status.value = "idle";
      this.problem.value = "";
    });
  }

  async #start({ client, mixer, frames }: Side, turn: number): Promise<void> {
    const ask = { task: this.task.peek(), mixer: mixer.peek(), seed: this.seed.peek() };
    const { frame } = await client.call("begin", ask);
    if (turn === this.#turn) frames.value = [frame];
  }

  async #learn({ client, frames, step }: Side, turn: number): Promise<void> {
    while (turn === this.#turn && this.status.peek() === "running" && step.peek() < this.steps.peek()) {
      const answer = await client.call("train", msOfSteps);
      if (turn !== this.#turn) return;
      step.value = answer.step;
      if (answer.frames.length > 0) frames.value = [...frames.peek(), ...answer.frames];
    }
  }
}
