import { type Signal, signal } from "@preact/signals";
import type { StepEvent, TrainerEvent } from "@saccade/train";
import type { RunFacts, Sample } from "./calls.ts";
import type { Reader } from "./reader.ts";
import { type Run, startRun } from "./run.ts";
import { sampleLength, samplesAt } from "./sampling-steps.ts";
import type { Settings } from "./settings.ts";
import { fetchTales, startShipped } from "./shipped.ts";
import { start } from "./start.gen.ts";
import type { CurvePoint } from "./start.ts";
import type { Subject } from "./subject.ts";
import type { Texts } from "./words.ts";

export type TrainingStatus = "idle" | "running" | "paused" | "done";
export type Message = { readonly text: (t: Texts) => string; readonly isError: boolean };

const msBetweenReadings = 250;
/** Steps that make one point of the curve. */
const stepsOfPoint = 5;

/** The run in the worker: its status, its loss, and what it wrote on the way. */
export class Training {
  readonly status: Signal<TrainingStatus> = signal("idle");
  readonly facts: Signal<RunFacts> = signal(start.facts);
  readonly step: Signal<number> = signal(start.steps);
  readonly curve: Signal<readonly CurvePoint[]> = signal(start.curve);
  readonly samples: Signal<readonly Sample[]> = signal(start.samples);
  /** Whether these are the weights that came with the page. */
  readonly shipped: Signal<boolean> = signal(true);
  /** The reader's text; null for the tales. */
  readonly ownText: Signal<string | null> = signal(null);
  readonly message: Signal<Message | null> = signal(null);
  readonly #settings: Settings;
  readonly #reader: Reader;
  #run: Promise<Run>;
  #recent: StepEvent[] = [];
  #due: number[] = [];
  #readAt = 0;
  #gone = false;

  constructor(settings: Settings, reader: Reader) {
    this.#settings = settings;
    this.#reader = reader;
    this.#run = startShipped();
    this.#adopt(this.#run);
  }

  /** The model, to look at. Called when the page turns back to it. */
  show(): void {
    void this.#run.then((run) => this.#reader.use(subjectOf(run))).catch((error) => this.tell(error));
  }

  /** Trains from scratch on the reader's text, or on the tales. */
  async scratch(): Promise<void> {
    const before = this.#run;
    try {
      const text = this.ownText.peek() ?? (await fetchTales("en"));
      const run = await startRun({ seed: this.#settings.seed.peek(), text, weights: null });
      if (this.#gone) return run.client.close();
      void before.then(({ client }) => client.close()).catch(() => {});
      this.#run = Promise.resolve(run);
      this.shipped.value = false;
      this.step.value = 0;
      this.curve.value = [];
      this.samples.value = [];
      this.message.value = null;
      this.#recent = [];
      this.#adopt(this.#run);
      await this.goOn();
    } catch (error) {
      this.tell(error);
    }
  }

  async goOn(): Promise<void> {
    const last = Number(this.#settings.steps.peek());
    this.#due = samplesAt(last).filter((step) => step > this.step.peek());
    await this.#try(async ({ client }) => void (await client.fit({ maxSteps: last })));
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  /** Goes back to the tales and the weights that came with the page. */
  async backToShipped(): Promise<void> {
    const before = this.#run;
    this.#run = startShipped();
    void before.then(({ client }) => client.close()).catch(() => {});
    this.ownText.value = null;
    this.shipped.value = true;
    this.status.value = "idle";
    this.step.value = start.steps;
    this.curve.value = start.curve;
    this.samples.value = start.samples;
    this.message.value = null;
    this.#adopt(this.#run);
    await this.#run.catch(() => {});
  }

  /** Ends the run; whether it was training. */
  end(): boolean {
    this.#gone = true;
    void this.#run.then(({ client }) => client.close()).catch(() => {});
    return this.status.peek() === "running";
  }

  tell(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.message.value = { text: () => why, isError: true };
  }

  #adopt(coming: Promise<Run>): void {
    coming.then(
      (run) => {
        if (this.#gone || coming !== this.#run) return;
        this.facts.value = run.facts;
        run.client.onEvent((event) => {
          if (coming === this.#run) this.#hear(event);
        });
        this.#reader.use(subjectOf(run));
      },
      (error) => {
        if (!this.#gone) this.tell(error);
      },
    );
  }

  #hear(event: TrainerEvent): void {
    switch (event.type) {
      case "start":
      case "resume":
        this.status.value = "running";
        break;
      case "step":
        this.#advance(event);
        break;
      case "validation":
        this.#addPoint(event.step);
        this.#addHeldOut(event.step, event.metrics["loss"] ?? null);
        break;
      case "pause":
      case "stop":
      case "done":
        this.status.value = event.type === "done" ? "done" : "paused";
        if (event.type === "done") void this.#sample();
        this.show();
        break;
      case "error":
      case "diverged":
        this.status.value = "idle";
        this.message.value = { text: (t) => t.crashed(event.message), isError: true };
    }
  }

  #advance(event: StepEvent): void {
    this.#recent.push(event);
    this.step.value = event.step;
    const last = this.curve.peek().at(-1)?.step ?? 0;
    if (event.step - last >= stepsOfPoint) this.#addPoint(event.step);
    if (this.#due[0] !== undefined && event.step >= this.#due[0]) {
      this.#due = this.#due.filter((step) => step > event.step);
      void this.#sample();
    }
    const now = performance.now();
    if (now - this.#readAt < msBetweenReadings) return;
    this.#readAt = now;
    this.show();
  }

  #addPoint(step: number): void {
    const steps = this.#recent.reduce((sum, { merged }) => sum + merged, 0);
    if (steps === 0) return;
    const sum = this.#recent.reduce((total, { loss, merged }) => total + loss * merged, 0);
    this.#recent = [];
    this.curve.value = [...this.curve.peek(), { step, loss: sum / steps, heldOut: null }];
  }

  #addHeldOut(step: number, heldOut: number | null): void {
    const points = this.curve.peek();
    const last = points.at(-1);
    if (last?.step === step) this.curve.value = [...points.slice(0, -1), { ...last, heldOut }];
  }

  async #sample(): Promise<void> {
    await this.#try(async ({ client }) => {
      const sample = await client.query("sample", sampleLength);
      this.samples.value = [...this.samples.peek().filter(({ step }) => step !== sample.step), sample];
    });
  }

  async #try(work: (run: Run) => Promise<void>): Promise<void> {
    const mine = this.#run;
    try {
      await work(await mine);
    } catch (error) {
      if (mine === this.#run && !this.#gone) this.tell(error); // what a replaced run says concerns nobody
    }
  }
}

const subjects = new WeakMap<Run, Subject>();

// One a run, so that the reader sees whether it is the same.
function subjectOf(run: Run): Subject {
  const known = subjects.get(run);
  if (known !== undefined) return known;
  const { client } = run;
  const made: Subject = {
    read: (ask) => client.query("read", ask),
    write: (ask) => client.query("write", ask),
    heads: () => client.query("heads"),
    cached: (ask) => client.query("cached", ask),
  };
  subjects.set(run, made);
  return made;
}
