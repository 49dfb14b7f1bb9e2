import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import type { StepEvent, TrainerEvent } from "@saccade/train";
import type { Messages } from "../messages/message.tsx";
import type { Settings } from "../settings.ts";
import { start } from "../shipped/start.gen.ts";
import type { Session } from "./session.ts";

/** How far a run is. */
export interface Progress {
  readonly step: number;
  /** The loss a token of each epoch that is done. */
  readonly losses: readonly number[];
  readonly tokensPerSecond: number | null;
  readonly secondsLeft: number | null;
}

export const untrained: Progress = { step: 0, losses: [], tokensPerSecond: null, secondsLeft: null };

export type RunStatus = "idle" | "starting" | "running" | "paused" | "done";

/** The tokens of late, and the seconds that they took. */
interface Pace {
  readonly tokens: number;
  readonly seconds: number;
}

// Numbers that change faster cannot be read.
const msBetweenNumbers = 250;
const memorySeconds = 2;

/** The progress of the run, and its controls. */
export class Training {
  readonly status: Signal<RunStatus> = signal("idle");
  readonly progress: Signal<Progress> = signal({ ...untrained, losses: start.losses, step: start.step });
  /** The loss a token of each epoch that is done. */
  readonly losses: ReadonlySignal<readonly number[]> = computed(() => this.progress.value.losses);
  readonly isBusy: ReadonlySignal<boolean> = computed(() =>
    ["starting", "running"].includes(this.status.value),
  );
  /** The epochs that are asked for, or done where those are more. */
  readonly epochs: ReadonlySignal<number> = computed(() =>
    Math.max(Number(this.#settings.epochs.value), this.losses.value.length),
  );
  readonly #session: Session;
  readonly #settings: Settings;
  readonly #messages: Messages;
  #pace: Pace = { tokens: 0, seconds: 0 };
  #toldAt = 0;

  constructor(session: Session, settings: Settings, messages: Messages) {
    this.#session = session;
    this.#settings = settings;
    this.#messages = messages;
  }

  /** Of a run that has just come to the page. */
  begin(progress: Progress): void {
    this.#pace = { tokens: 0, seconds: 0 };
    this.status.value = "idle";
    this.progress.value = progress;
  }

  /** Trains a run that `make` brings to the page, if it does; the page says at once how far that one is. */
  async start(make: () => Promise<boolean>, progress: Progress): Promise<void> {
    const before = { status: this.status.peek(), progress: this.progress.peek() };
    this.status.value = "starting";
    this.progress.value = progress;
    if (await make()) return this.goOn();
    this.status.value = before.status;
    this.progress.value = before.progress;
  }

  /** Trains until the chosen number of epochs is done. */
  async goOn(): Promise<void> {
    const before = this.status.peek();
    this.status.value = "starting";
    const limits = { maxEpochs: Number(this.#settings.epochs.value) };
    await this.#try(async ({ client }) => void (await client.fit(limits)));
    if (this.status.peek() === "starting") this.status.value = before; // it was refused
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  step(): Promise<void> {
    return this.#try(({ client }) => client.step());
  }

  onEvent(event: TrainerEvent): void {
    switch (event.type) {
      case "start":
      case "resume":
        this.status.value = "running";
        this.#messages.clear();
        break;
      case "step": {
        this.#pace = paceAfter(this.#pace, event);
        if (this.status.peek() === "running" && performance.now() - this.#toldAt < msBetweenNumbers) break;
        this.#toldAt = performance.now();
        const { tokens, seconds } = this.#pace;
        this.#advance({ step: event.step, tokensPerSecond: seconds > 0 ? tokens / seconds : null });
        break;
      }
      case "epoch": {
        const losses = [...this.progress.value.losses, event.loss];
        const epochsLeft = Math.max(0, Number(this.#settings.epochs.value) - event.epoch);
        this.#advance({ losses, step: event.step, secondsLeft: epochsLeft * event.seconds });
        break;
      }
      case "pause":
      case "stop":
      case "done":
        this.status.value = event.type === "done" ? "done" : "paused";
        this.#advance({ step: event.step, secondsLeft: null });
        break;
      case "error":
      case "diverged":
        this.status.value = "idle";
        this.#messages.say("training", (t) => fill(t.crashed, { why: event.message }), true);
    }
  }

  #advance(part: Partial<Progress>): void {
    this.progress.value = { ...this.progress.value, ...part };
  }

  async #try(work: Parameters<Session["do"]>[0]): Promise<void> {
    try {
      await this.#session.do(work);
    } catch (error) {
      this.#messages.tell(error);
    }
  }
}

/** Old steps count less and less: after some seconds of work about a third is left of them. */
function paceAfter({ tokens, seconds }: Pace, step: StepEvent): Pace {
  const keep = Math.exp(-step.seconds / memorySeconds);
  return { tokens: tokens * keep + (step.metrics["tokens"] ?? 0), seconds: seconds * keep + step.seconds };
}
