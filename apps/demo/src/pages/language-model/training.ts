import { type Signal, signal } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import type { StepEvent, TrainerEvent } from "@saccade/train";
import { Keeping } from "../../saved/runs.ts";
import { type Failure, isOfGPU } from "../../ui/device.tsx";
import { reasonOf } from "../../work/reason-of.ts";
import type { CurvePoint, RunFacts, Sample } from "./calls.ts";
import type { Texts } from "./messages/index.ts";
import type { Reader } from "./reader.ts";
import { fetchTales, keptRuns, left, type Run, type SavedRun, startRun, startShipped } from "./runs.ts";
import { lengthsOfTraining, type Settings } from "./settings.ts";
import { isSampled } from "./sizes.ts";
import { start } from "./start.gen.ts";

export type TrainingStatus = "idle" | "starting" | "running" | "paused" | "done";
/** In the language of the page. */
export type Message = (t: Texts) => string;

const msBetweenReadings = 250;
/** Steps that make one point of the curve. */
const stepsOfPoint = 5;

/** A replaced run with fewer steps need not be kept. */
const stepsWorthKeeping = 25;

type Progress = Pick<SavedRun, "step" | "curve" | "samples">;

interface Beginning extends Progress {
  readonly run: Run;
  readonly began: number;
}

const shippedProgress: Progress = { step: start.steps, curve: start.curve, samples: start.samples };

const nothingKept = { checkpoint: undefined, step: 0, curve: [], samples: [] };

/** The run in the worker: its status, its loss, and its texts along the way. */
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
  /** Of the GPU that the run was on, which is now on the processor. */
  readonly gpuFailure: Signal<Failure | null> = signal(null);
  readonly keeping: Keeping<SavedRun> = new Keeping<SavedRun>({
    store: keptRuns,
    standing: async (began) => (this.shipped.peek() ? null : this.#runAs(began, await this.#run)),
    isWorthKeeping: ({ step }) => step >= stepsWorthKeeping,
    failed: (error) => {
      this.message.value = (t) => fill(t.notSaved, { why: reasonOf(error) });
    },
  });
  readonly #settings: Settings;
  readonly #reader: Reader;
  #run: Promise<Run>;
  #recent: StepEvent[] = [];
  #readAt = 0;
  #gone = false;

  constructor(settings: Settings, reader: Reader) {
    this.#settings = settings;
    this.#reader = reader;
    this.#run = startShipped();
    this.#adopt();
    void left.take().then((run) => (run === null ? undefined : this.resume(run)));
  }

  /** The model, to look at. Called when the page turns back to it. */
  show(): void {
    void this.#run.then((run) => this.#reader.use(run.subject)).catch((error) => this.tell(error));
  }

  /** Trains from scratch on the reader's text, or on the tales. */
  async scratch(): Promise<void> {
    await this.#start(async () => {
      const text = this.ownText.peek() ?? (await fetchTales("en"));
      const { seed, device } = this.#settings;
      const settings = { seed: seed.peek(), text, weights: null, gpu: device.peek() === "gpu" };
      const run = await startRun(settings);
      return { run, step: 0, curve: [], samples: [], began: Date.now() };
    });
  }

  /** Resumes a run that this browser keeps. */
  async resume({ settings, isOwnText, checkpoint, ...rest }: SavedRun): Promise<void> {
    await this.#start(async () => {
      const run = await startRun({ ...settings, weights: null }, checkpoint);
      this.ownText.value = isOwnText ? settings.text : null;
      this.#makeRoomFor(rest.step);
      return { run, ...rest };
    });
  }

  async goOn(): Promise<void> {
    const last = Number(this.#settings.steps.peek());
    await this.#try(async ({ client }) => void (await client.fit({ maxSteps: last })));
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  /** Goes back to the tales and the weights that came with the page. */
  async backToShipped(): Promise<void> {
    const coming = startShipped();
    this.keeping.drop();
    this.ownText.value = null;
    this.#replace(coming, shippedProgress, true);
    await coming.catch(() => {});
  }

  /** Ends the page. A run that is training is kept, and resumes when the page is opened again. Returns whether there is one. */
  end(): boolean {
    this.#gone = true;
    this.keeping.end();
    const isTraining = this.status.peek() === "running" && !this.shipped.peek();
    if (isTraining) left.leave(() => this.#pauseToLeave());
    else void this.#run.then(({ client }) => client.close()).catch(() => {});
    return isTraining;
  }

  tell(error: unknown): void {
    if (isOfGPU(error)) void this.#leaveGPU(error.message);
    else this.message.value = () => reasonOf(error);
  }

  /** Handles a failed GPU: the run continues on the CPU, from its last save. */
  async #leaveGPU(why: string): Promise<void> {
    const { settings } = await this.#run;
    if (settings.gpu !== true || this.status.peek() === "starting") return;
    const isTraining = this.status.peek() === "running";
    const { last, began } = this.keeping;
    const { checkpoint, step, curve, samples } = last ?? nothingKept;
    this.#settings.device.value = "processor";
    const make = async (): Promise<Beginning> => {
      const run = await startRun({ ...settings, weights: null, gpu: false }, checkpoint);
      return { run, began, step, curve, samples };
    };
    await this.#start(make, isTraining, { step, why });
  }

  /** Replaces this run by another one, once that is ready, and trains it. */
  async #start(
    make: () => Promise<Beginning>,
    trains: boolean = true,
    failure: Failure | null = null,
  ): Promise<void> {
    const status = this.status.peek();
    if (status === "starting") return; // a second click
    this.status.value = "starting";
    try {
      const { run, began, ...progress } = await make();
      if (this.#gone) return run.client.close();
      this.keeping.begin(began);
      this.#replace(Promise.resolve(run), progress, false);
      this.gpuFailure.value = failure;
      if (trains) await this.goOn();
    } catch (error) {
      this.status.value = status;
      this.tell(error);
    }
  }

  #replace(coming: Promise<Run>, { step, curve, samples }: Progress, shipped: boolean): void {
    void this.#run.then(({ client }) => client.close()).catch(() => {});
    this.#run = coming;
    this.shipped.value = shipped;
    this.step.value = step;
    this.curve.value = curve;
    this.samples.value = samples;
    this.message.value = null;
    this.gpuFailure.value = null;
    this.status.value = "idle";
    this.#recent = [];
    this.#adopt();
  }

  async #pauseToLeave(): Promise<SavedRun> {
    const run = await this.#run;
    await run.client.pause();
    const kept = await this.#runAs(this.keeping.began, run);
    run.client.close();
    return kept;
  }

  async #runAs(began: number, { client, settings: { seed, text, gpu = false } }: Run): Promise<SavedRun> {
    const checkpoint = await client.checkpoint();
    const [step, curve, samples] = [this.step.peek(), this.curve.peek(), this.samples.peek()];
    const isOwnText = this.ownText.peek() !== null;
    return { began, settings: { seed, text, gpu }, isOwnText, checkpoint, step, curve, samples };
  }

  /** A run that is past the requested number of steps gets the next larger number. */
  #makeRoomFor(steps: number): void {
    const { steps: asked } = this.#settings;
    if (Number(asked.peek()) <= steps)
      asked.value = lengthsOfTraining.find((length) => Number(length) > steps) ?? asked.peek();
  }

  #adopt(): void {
    void this.#try(async (run) => {
      const mine = this.#run;
      this.facts.value = run.facts;
      run.client.onEvent((event) => {
        if (mine === this.#run) this.#onEvent(event);
      });
      this.#reader.use(run.subject);
    });
  }

  #onEvent(event: TrainerEvent): void {
    this.keeping.onEvent(event);
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
        void this.#fetchSamples();
        this.show();
        break;
      case "error":
      case "diverged":
        if (isOfGPU(event)) return void this.#leaveGPU(event.message);
        this.status.value = "idle";
        this.message.value = (t) => fill(t.crashed, { why: event.message });
    }
  }

  #advance(event: StepEvent): void {
    this.#recent.push(event);
    const before = this.step.peek();
    this.step.value = event.step;
    const last = this.curve.peek().at(-1)?.step ?? 0;
    if (event.step - last >= stepsOfPoint) this.#addPoint(event.step);
    // Steps in a row come as one event.
    const isDue = Array.from({ length: event.step - before }, (_, i) => before + 1 + i).some(isSampled);
    if (isDue) void this.#fetchSamples();
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

  async #fetchSamples(): Promise<void> {
    await this.#try(async ({ client }) => {
      const found = await client.query("samples");
      const before = this.samples.peek().filter(({ step }) => !found.some((sample) => sample.step === step));
      this.samples.value = [...before, ...found].toSorted((a, b) => a.step - b.step);
    });
  }

  async #try(work: (run: Run) => Promise<void>): Promise<void> {
    const mine = this.#run;
    const isMine = (): boolean => mine === this.#run && !this.#gone;
    try {
      const run = await mine;
      if (isMine()) await work(run);
    } catch (error) {
      if (isMine()) this.tell(error); // errors of a replaced run are ignored
    }
  }
}
