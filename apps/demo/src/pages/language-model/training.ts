import { effect, type Signal, signal } from "@preact/signals";
import { fill } from "@saccade/figures/messages";
import type { TrainerEvent } from "@saccade/train";
import { Keeping } from "../../saved/runs.ts";
import { type Failure, isOfGPU } from "../../ui/device.tsx";
import { nextFrame } from "../../ui/parts.tsx";
import { fetchBytes } from "../../work/fetched.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Known, RunFacts, RunSettings } from "./calls.ts";
import type { Texts } from "./messages/index.ts";
import type { Reader } from "./reader.ts";
import { fetchText, fetchWords, keptRuns, left, type Progress, type SavedRun } from "./runs.ts";
import { lengthsOfTraining, type Settings } from "./settings.ts";
import type { Tokens } from "./sizes.ts";
import start from "./start.gen.json" with { type: "json" };
import type { Run } from "./start-run.ts";

export type TrainingStatus = "idle" | "starting" | "running" | "paused" | "done";
/** In the language of the page. */
export type Message = (t: Texts) => string;

const msBetweenReadings = 250;
/** A replaced run with fewer steps need not be kept. */
const stepsWorthKeeping = 25;

interface Beginning {
  readonly run: Run;
  readonly progress: Progress;
  readonly began: number;
}

const untrained: Progress = { step: 0, curve: [], samples: [] };

/** The run in the worker: its status, its loss, and its texts along the way. */
export class Training {
  readonly status: Signal<TrainingStatus> = signal("idle");
  readonly facts: Signal<RunFacts> = signal(start.facts);
  readonly progress: Signal<Progress> = signal(untrained);
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
    failed: (error) => (this.message.value = (t) => fill(t.notSaved, { why: reasonOf(error) })),
  });
  readonly #settings: Settings;
  readonly #reader: Reader;
  /** Of the run. */
  #tokens: Tokens;
  #run: Promise<Run>;
  #readAt = 0;
  #gone = false;
  readonly #follow: () => void;

  constructor(settings: Settings, reader: Reader) {
    this.#settings = settings;
    this.#reader = reader;
    this.#tokens = settings.tokens.peek();
    if (this.#tokens === "words") this.progress.value = progressOf(start);
    this.#run = startShipped(this.#tokens);
    this.#adopt();
    this.#follow = effect(() => {
      if (settings.tokens.value !== this.#tokens) void this.backToShipped(this.ownText.peek());
    });
    void left.take().then((run) => (run === null ? undefined : this.resume(run)));
  }

  /** Trains from scratch on the reader's text, or on the tales. */
  async scratch(): Promise<void> {
    await this.#start(async () => {
      const tokens = this.#tokens;
      const text = this.ownText.peek() ?? (await fetchText(tokens));
      const { seed, device } = this.#settings;
      const gpu = device.peek() === "gpu";
      const run = await startRun({ seed: seed.peek(), text, tokens, weights: null, gpu });
      return { run, progress: untrained, began: Date.now() };
    });
  }

  /** Resumes a run that this browser keeps. */
  async resume({ settings, isOwnText, checkpoint, began, ...progress }: SavedRun): Promise<void> {
    await this.#start(async () => {
      const { tokens = "characters" } = settings;
      const run = await startRun({ ...settings, tokens, weights: null }, checkpoint);
      this.#tokens = tokens;
      this.#settings.tokens.value = tokens;
      this.ownText.value = isOwnText ? settings.text : null;
      // A run that is past the requested number of steps gets the next larger number.
      const { steps } = this.#settings;
      if (Number(steps.peek()) <= progress.step)
        steps.value = lengthsOfTraining.find((length) => Number(length) > progress.step) ?? steps.peek();
      return { run, progress, began };
    });
  }

  async goOn(): Promise<void> {
    const last = Number(this.#settings.steps.peek());
    await this.#try(async ({ client }) => void (await client.fit({ maxSteps: last })));
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  /** Goes back to the weights that came with the page, for the tokens that are chosen; the text to learn may stay. */
  async backToShipped(text: string | null = null): Promise<void> {
    this.#tokens = this.#settings.tokens.peek();
    const coming = startShipped(this.#tokens);
    this.keeping.drop();
    this.ownText.value = text;
    this.#replace(coming, this.#tokens === "words" ? progressOf(start) : untrained, true);
    await coming.catch(() => {});
  }

  /** Ends the page. A run that is training is kept, and resumes when the page is opened again. Returns whether there is one. */
  end(): boolean {
    this.#gone = true;
    this.#follow();
    this.keeping.end();
    const isTraining = this.status.peek() === "running" && !this.shipped.peek();
    if (!isTraining) this.#close();
    else left.leave(this.#run, (run) => this.#runAs(this.keeping.began, run));
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
    const { step, curve, samples } = last ?? untrained;
    this.#settings.device.value = "processor";
    const make = async (): Promise<Beginning> => {
      const run = await startRun({ ...settings, weights: null, gpu: false }, last?.checkpoint);
      return { run, progress: { step, curve, samples }, began };
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
      const { run, began, progress } = await make();
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

  #replace(coming: Promise<Run>, progress: Progress, shipped: boolean): void {
    this.#close();
    this.#run = coming;
    this.shipped.value = shipped;
    this.progress.value = progress;
    this.message.value = null;
    this.gpuFailure.value = null;
    this.status.value = "idle";
    this.#adopt();
  }

  #close(): void {
    void this.#run.then(({ client }) => client.close()).catch(() => {});
  }

  async #runAs(began: number, { client, settings }: Run): Promise<SavedRun> {
    const { seed, text, tokens, gpu = false } = settings;
    const checkpoint = await client.checkpoint();
    const isOwnText = this.ownText.peek() !== null;
    return { ...this.progress.peek(), began, settings: { seed, text, tokens, gpu }, isOwnText, checkpoint };
  }

  #adopt(): void {
    void this.#try(async (run) => {
      const mine = this.#run;
      const { computer } = run.facts;
      this.facts.value = run.start === undefined ? run.facts : { ...run.start.facts, computer };
      if (run.start !== undefined) this.progress.value = progressOf(run.start);
      run.client.onEvent((event) => {
        if (mine === this.#run) this.#onEvent(event);
      });
      this.#reader.use(run.subject);
    });
  }

  #onEvent(event: TrainerEvent): void {
    this.keeping.onEvent(event);
    const { curve } = this.progress.peek();
    switch (event.type) {
      case "start":
      case "resume":
        this.status.value = "running";
        break;
      case "step":
        this.#advance({
          step: event.step,
          curve: [...curve, { step: event.step, loss: event.loss, heldOut: null }],
        });
        if (performance.now() - this.#readAt >= msBetweenReadings) this.#look();
        break;
      case "validation": {
        const heldOut = event.metrics["loss"] ?? null;
        this.#advance({
          curve: curve.map((point) => (point.step === event.step ? { ...point, heldOut } : point)),
        });
        break;
      }
      case "pause":
      case "stop":
      case "done":
        this.status.value = event.type === "done" ? "done" : "paused";
        this.#look();
        break;
      case "error":
      case "diverged":
        if (isOfGPU(event)) return void this.#leaveGPU(event.message);
        this.status.value = "idle";
        this.message.value = (t) => fill(t.crashed, { why: event.message });
    }
  }

  #advance(part: Partial<Progress>): void {
    this.progress.value = { ...this.progress.peek(), ...part };
  }

  /** Shows what the model says now, and the samples that the worker has kept. */
  #look(): void {
    this.#readAt = performance.now();
    void this.#try(async ({ client, subject }) => {
      this.#reader.use(subject);
      const found = await client.query("samples");
      const { samples } = this.progress.peek();
      const before = samples.filter(({ step }) => !found.some((sample) => sample.step === step));
      this.#advance({ samples: [...before, ...found].toSorted((a, b) => a.step - b.step) });
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

function progressOf({ steps, curve, samples }: Known): Progress {
  return { step: steps, curve, samples };
}

/** The page is shown without a run, so the code that starts one is not part of the first load. */
async function startRun(settings: RunSettings, checkpoint?: Uint8Array): Promise<Run> {
  return (await import("./start-run.ts")).startRun(settings, checkpoint);
}

/** A run with the weights that came with the page, and what is known of their training. */
async function startShipped(tokens: Tokens): Promise<Run> {
  await nextFrame(); // the network is the page's until it is seen
  if (tokens === "words") {
    const files = await fetchWords();
    return { ...(await startRun({ seed: start.seed, text: "", tokens, weights: null, files })), start };
  }
  const url = new URL("./tales.safetensors", import.meta.url);
  const [text, weights, { default: known }] = await Promise.all([
    fetchText(tokens),
    fetchBytes(url),
    import("./characters.gen.json"),
  ]);
  return { ...(await startRun({ seed: known.seed, text, tokens, weights })), start: known };
}
