import { DivergedError, TrainingError } from "@saccade/nn";
import { callable, required, signature, withFix } from "@saccade/tensor/contract";
import { encodeRun, restoreRun } from "./checkpointing.ts";
import {
  controlsOf,
  Emitter,
  type EventOf,
  type Limits,
  type Listener,
  type LoadedCheckpoint,
  type TrainerControls,
  type TrainerEvent,
  type TrainerEventType,
  type TrainerStatus,
  type TrainResult,
} from "./events.ts";
import { type EndReason, type Mark, TrainingLoop } from "./loop.ts";
import { settingsOf, type TrainerOptions, warnOfData } from "./options.ts";
import { BetweenSteps, breathe, Pace, SLICE } from "./pace.ts";
import type { TrainerState } from "./state.ts";

const controls = controlsOf("Trainer");
const between = signature(
  "Trainer.betweenSteps",
  { f: withFix(required(callable()), "write betweenSteps(() => model.forward(x))") },
  "trainer.betweenSteps(f)",
);

/**
 * Trains a model: epochs, validation, early stopping, learning-rate schedules, gradient accumulation, checkpoints that
 * resume with exactly the same numbers, events, pausing and single steps. Runs in Node, in web pages and in Workers,
 * and yields to the event loop every few milliseconds.
 *
 * @example
 * const model = new Linear(1, 1);
 * const data = batches({ tensors: { x: ones([8, 1]) }, batchSize: 4 });
 * const trainer = new Trainer({ model, optimizer: new SGD(model, { lr: 0.1 }), data, trainingStep: ({ x }) => model.forward(x).square().mean(), maxEpochs: 3 });
 * (await trainer.fit()).losses.length // 3
 */
export class Trainer<B> implements TrainerControls {
  readonly #loop: TrainingLoop<B>;
  readonly #emitter: Emitter = new Emitter();
  readonly #between: BetweenSteps = new BetweenSteps();
  #core: Generator<Mark, EndReason> | null = null;
  #status: TrainerStatus = "idle";
  #run: Promise<TrainResult> | null = null;
  #sync: boolean = false;
  #warned: boolean = false;
  readonly #pace: Pace = new Pace();
  // True after the last step, while waiting for listeners' promises.
  #ending: boolean = false;
  // Requests made while there is no run.
  #idleWork: Promise<void> = Promise.resolve();

  /** @throws ArgumentError for an unknown option, a missing one or a wrong value. */
  constructor(options: TrainerOptions<B>) {
    this.#loop = new TrainingLoop(settingsOf(options));
  }

  /** The present state. */
  get status(): TrainerStatus {
    return this.#status;
  }

  /** The progress of the run: JSON. */
  get state(): TrainerState {
    return this.#loop.state;
  }

  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    controls.on([type, listener]);
    return this.#emitter.on(type, listener);
  }

  onEvent(listener: Listener<TrainerEvent>): () => void {
    controls.onEvent([listener]);
    return this.#emitter.onEvent(listener);
  }

  async fit(limits?: Limits): Promise<TrainResult> {
    controls.fit([limits]);
    if (this.#sync || (this.#run !== null && this.#status !== "paused"))
      throw new TrainingError("Trainer.fit: it is running already; stop() it first.");
    if (this.#run === null) return this.#start(limits);
    const run = this.#run;
    if (limits !== undefined) this.#loop.limits = limits;
    await this.resume();
    return run;
  }

  /**
   * Synchronous {@link fit}: without pauses, without listeners that return promises, and without yielding to the event
   * loop.
   *
   * @throws TrainingError while the trainer is running.
   */
  fitSync(limits?: Limits): TrainResult {
    controls.fitSync([limits]);
    if (this.#sync || this.#run !== null)
      throw new TrainingError("Trainer.fitSync: it is running already; stop() it first.");
    this.#sync = true;
    this.#begin(limits);
    try {
      this.#emit({ type: "start", ...this.#at() });
      let reason: TrainResult["reason"] | null = null;
      while (reason === null) {
        const { done, value: mark } = this.#next();
        if (done === true) reason = mark;
        else if (mark.type === "boundary") {
          this.#between.doAllSync();
          if (this.#pace.isStopping) reason = "stopped";
        } else if (mark.type !== "breath") this.#emit(this.#eventOf(mark));
      }
      return this.#finish(reason);
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.#end();
      this.#sync = false;
    }
  }

  /** Pauses after the current step. @throws TrainingError in `fitSync`, which cannot wait. */
  async pause(): Promise<void> {
    if (this.#sync) throw new TrainingError("Trainer.pause: fitSync cannot wait; use fit().");
    if (this.#isOver() || (this.#status === "paused" && !this.#pace.isStepping)) return;
    this.#pace.pause();
    await this.#pace.quiet();
  }

  async resume(): Promise<void> {
    if (this.#status !== "paused") return;
    this.#status = "running";
    this.#pace.resume();
  }

  /** Runs `count` more steps of a paused or idle run. @throws TrainingError while it is running. */
  async step(count: number = 1): Promise<void> {
    controls.step([count]);
    if (this.#sync || this.#status === "running" || this.#pace.isStepping)
      throw new TrainingError("Trainer.step: it is running; pause() it first.");
    this.#pace.step(count);
    const run = this.#run ?? this.#start();
    await Promise.race([this.#pace.quiet(), run]); // a run that fails, fails here
  }

  async stop(): Promise<void> {
    this.#pace.stop(); // a run's beginning takes it back
    if (!this.#isOver()) await this.#pace.quiet();
  }

  checkpoint(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#doBetweenSteps(() => this.#encode());
  }

  async load(bytes: Uint8Array): Promise<LoadedCheckpoint> {
    controls.load([bytes]);
    return this.#doBetweenSteps(() => this.#restore(bytes));
  }

  /**
   * Runs `f` between two steps, or immediately if no run is in progress, and resolves to its result: use it to read the model
   * while it is trained. The run waits for a promise. Random numbers that `f` draws do not affect the training, and the
   * model's modes are afterwards what they were before.
   *
   * @throws whatever `f` throws.
   * @example
   * const model = new Linear(1, 1);
   * const data = batches({ tensors: { x: ones([8, 1]) }, batchSize: 4 });
   * const trainer = new Trainer({ model, optimizer: new SGD(model, { lr: 0.1 }), data, trainingStep: ({ x }) => model.forward(x).square().mean(), maxEpochs: 1 });
   * await trainer.betweenSteps(() => model.weight.shape) // [1, 1]
   */
  async betweenSteps<T>(f: () => T | Promise<T>): Promise<T> {
    between([f]);
    return this.#doBetweenSteps(() => this.#loop.modes.kept(f));
  }

  #doBetweenSteps<T>(f: () => T | Promise<T>): Promise<T> {
    const done = this.#between.add(f);
    if (!this.#isOver()) this.#pace.wake();
    else if (!this.#sync) this.#idleWork = this.#idleWork.then(() => this.#between.doAll());
    return done;
  }

  #start(limits?: Limits): Promise<TrainResult> {
    this.#begin(limits);
    const run = this.#drive();
    this.#run = run;
    run.catch(() => {}); // fit() rethrows the failure; nobody may be awaiting a run by single steps
    return run;
  }

  #begin(limits: Limits = this.#loop.options): void {
    this.#loop.limits = limits;
    this.#loop.random.start();
    this.#status = "running";
    this.#pace.begin();
    this.#loop.modes.list();
  }

  // Whether no run will reach another boundary, where it could wait.
  #isOver(): boolean {
    return this.#run === null || this.#ending;
  }

  #end(): void {
    this.#status = "idle";
    this.#ending = false;
    this.#run = null;
    this.#pace.end();
    // Asked for after the last boundary.
    if (!this.#between.isEmpty) this.#idleWork = this.#idleWork.then(() => this.#between.doAll());
  }

  async #drive(): Promise<TrainResult> {
    try {
      await this.#idleWork;
      this.#emit({ type: "start", ...this.#at() });
      let sliceEnds = performance.now() + SLICE;
      let reason: TrainResult["reason"] | null = null;
      while (reason === null) {
        const { done, value: mark } = this.#next();
        if (done === true) reason = mark;
        else if (mark.type === "boundary" || mark.type === "breath") {
          if (mark.type === "boundary" && (this.#pace.isAskedFor || !this.#between.isEmpty))
            await this.#serve();
          if (this.#pace.isStopping) reason = "stopped";
        } else {
          if (mark.type === "step") this.#pace.countStep();
          const promises = this.#emit(this.#eventOf(mark));
          if (mark.type === "checkpoint due") await this.#await(promises);
        }
        if (performance.now() >= sliceEnds) {
          await breathe();
          this.#emitter.check();
          sliceEnds = performance.now() + SLICE;
        }
      }
      const result = this.#finish(reason);
      this.#ending = true;
      this.#status = "idle";
      this.#pace.settle(); // a listener may itself wait for stop(), or for work between steps
      await this.#between.doAll();
      await this.#emitter.settle();
      this.#emitter.check();
      return result;
    } catch (error) {
      throw this.#failed(error);
    } finally {
      this.#end();
    }
  }

  #next(): IteratorResult<Mark, EndReason> {
    this.#core ??= this.#loop.run();
    const core = this.#core;
    return this.#loop.random.lend(() => core.next());
  }

  #dropCore(): void {
    const core = this.#core;
    this.#core = null;
    this.#loop.random.lend(() => core?.return("finished"));
  }

  async #serve(): Promise<void> {
    await this.#between.doAll();
    if (this.#pace.waitsHere) await this.#wait();
    if (this.#pace.takeResumed()) this.#emit({ type: "resume", step: this.state.step });
  }

  async #wait(): Promise<void> {
    const wasPaused = this.#status === "paused";
    this.#status = "paused";
    this.#pace.arrive();
    if (!wasPaused) this.#emit({ type: "pause", step: this.state.step });
    await this.#pace.wait(
      () => !this.#between.isEmpty,
      () => this.#between.doAll(),
    );
  }

  #at(): { step: number; epoch: number } {
    return { step: this.state.step, epoch: this.#loop.epoch };
  }

  #emit(event: TrainerEvent): readonly Promise<unknown>[] {
    return this.#emitter.emit(event, { detached: this.#sync });
  }

  async #await(promises: readonly Promise<unknown>[]): Promise<void> {
    if (promises.length === 0) return;
    await this.#pace.await(
      Promise.all(promises),
      () => !this.#between.isEmpty,
      () => this.#between.doAll(),
    );
    this.#emitter.check();
  }

  #finish(reason: TrainResult["reason"]): TrainResult {
    this.#dropCore();
    const at = this.#at();
    this.#emit(reason === "stopped" ? { type: "stop", ...at } : { type: "done", reason, ...at });
    return { reason, ...at, losses: this.state.losses };
  }

  // Emits a failure and returns it.
  #failed(error: unknown): unknown {
    this.#dropCore();
    const { step } = this.state;
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    try {
      if (error instanceof DivergedError) this.#emit({ type: "diverged", step: error.step, message });
      else this.#emit({ type: "error", step, name, message });
    } catch {} // only the first failure is reported
    return error;
  }

  #eventOf(mark: TrainerEvent | { readonly type: "checkpoint due" }): TrainerEvent {
    if (mark.type !== "checkpoint due") return mark;
    return { type: "checkpoint", ...this.#at(), bytes: this.#encode() };
  }

  #encode(): Uint8Array<ArrayBuffer> {
    this.#warn("Trainer.checkpoint");
    return encodeRun(this.#loop);
  }

  // Warns once about data without a state.
  #warn(what: string): void {
    if (!this.#warned) warnOfData(what, this.#loop.options.data);
    this.#warned = true;
  }

  #restore(bytes: Uint8Array): LoadedCheckpoint {
    const loaded = restoreRun(this.#loop, bytes);
    this.#warn("Trainer.load");
    this.#dropCore();
    return loaded;
  }
}
