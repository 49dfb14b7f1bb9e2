import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Chosen } from "@saccade/figures/arcs";
import { fill } from "@saccade/figures/messages";
import type { TrainerEvent } from "@saccade/train";
import type { PageState } from "../../app/address.ts";
import { saveFile } from "../../export/save-file.ts";
import { Keeping } from "../../saved/runs.ts";
import { type Failure, isOfGPU } from "../../ui/device.tsx";
import { Reel } from "../../ui/reel.ts";
import { reasonOf } from "../../work/reason-of.ts";
import { Film, paceOf, Reading, type View, viewOf } from "./film.ts";
import { Messages, Refused, reasonIn } from "./messages/index.tsx";
import type { RunSettings } from "./network/calls.ts";
import { type FilmOf, noFilm } from "./network/frames.ts";
import {
  checkpointFile,
  type Fit,
  fitOf,
  left,
  type Recipe,
  readFile,
  runs,
  type SavedRun,
} from "./saved.ts";
import {
  epochsOfGrammar,
  epochsOfOwnPairs,
  lengthsOfTraining,
  makeSettings,
  type Settings,
} from "./settings.ts";
import { start } from "./shipped/start.ts";
import type { Run } from "./start-run.ts";
import { type Progress, shippedProgress, startRun, startShipped, Training, untrained } from "./training.ts";

/** The data that a run brings when it comes to the page. */
interface Beginning {
  readonly progress: Progress;
  readonly film?: FilmOf;
  readonly began?: number;
  readonly isShipped?: boolean;
}

/** From here on the loss falls and the accuracy hardly changes, as a question says. */
export const earlyEpoch = 10;

const nothingKept = { checkpoint: undefined, losses: [], step: 0, film: noFilm };

/** The page's parts, and the ways to replace a run: starting, resuming, opening a file. */
export class TranslatorModel {
  readonly settings: Settings;
  readonly messages: Messages = new Messages();
  readonly training: Training;
  readonly reading: Reading;
  readonly film: Film;
  readonly player: Reel;
  readonly keeping: Keeping<SavedRun>;
  /** The word of the figure that is looked at. */
  readonly looked: Signal<Chosen | null> = signal(null);
  readonly view: ReadonlySignal<View>;
  /** Of the GPU that the run was on, which is now on the processor. */
  readonly gpuFailure: Signal<Failure | null> = signal(null);
  /** Of the kernels of the run that a link shares; null before they have started, or without a link. */
  readonly fit: ReadonlySignal<Fit | null>;
  /** The loss of the link's last epoch, once the run on the page has come as far. */
  readonly reached: ReadonlySignal<{ readonly asked: number; readonly own: number } | null>;
  /** The kernels of this browser, which a run with plain ones does not tell; "" before they have started. */
  ownKernels = "";
  readonly #endLink: () => void;

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    const { kernels, loss, epochs } = this.settings;
    this.training = new Training(this.settings, this.messages, {
      event: (event) => this.#onEvent(event),
      gpuFailed: (failure) => void this.#leaveGPU(failure.message),
    });
    this.reading = new Reading(this.training, this.settings, this.messages);
    this.film = new Film(this.training, this.settings, this.messages);
    this.player = new Reel(() => this.film.frames.value.length, { pace: paceOf, loops: true });
    this.keeping = new Keeping<SavedRun>({
      store: runs,
      standing: async (began) => (this.training.shipped.peek() ? null : this.#runAs(began)),
      // A run replaced within its first epoch need not be kept.
      isWorthKeeping: ({ losses }) => losses.length > 0,
      failed: (error) =>
        this.messages.say("training", (t) => fill(t.notSaved, { why: reasonOf(error) }), true),
    });
    this.view = computed(() => viewOf(this));
    this.fit = computed(() => {
      const { computer } = this.training.facts.value;
      if (kernels.value === "" || computer === null) return null;
      this.ownKernels ||= computer.kernels;
      return fitOf(kernels.value, this.ownKernels);
    });
    this.reached = computed(() => {
      const own = this.training.losses.value[Number(epochs.value) - 1];
      if (loss.value === "" || this.training.shipped.value || own === undefined) return null;
      return { asked: Number(loss.value), own };
    });
    // Which kernels there are is known when a worker has started.
    this.#endLink = effect(() => {
      if (kernels.value !== "") void this.training.run.catch(() => {});
    });
    void this.#return();
  }

  /** Trains from scratch. */
  async scratch(): Promise<void> {
    const settings = this.#settingsFor(this.training.settings);
    const make = async (): Promise<Run> => {
      // A link's run with plain kernels is computed with those, so that it gives the numbers of the link.
      if (this.settings.kernels.peek() !== "") await this.training.run.catch(() => {});
      return startRun({ ...settings, plainKernels: this.fit.peek() === "plain" });
    };
    await this.training.start(() => this.#change(make, { progress: untrained }), untrained);
  }

  /** Trains on: the run on the page, or the weights that came with it, which are the reader's own run from then on. */
  async goOn(): Promise<void> {
    if (this.training.shipped.peek()) {
      await this.training.run.catch(() => {}); // the next line reports the error
      this.training.shipped.value = false;
      this.keeping.begin(Date.now());
    }
    await this.training.goOn();
  }

  /** A single step of a paused run. */
  async step(): Promise<void> {
    await this.training.step();
    this.reading.again();
    await this.keeping.save();
  }

  /** Resumes a run that this browser keeps. */
  async resume({ began, settings, checkpoint, losses, step, film }: SavedRun): Promise<void> {
    const beginning = { progress: { ...untrained, losses, step }, film, began };
    await this.training.start(async () => {
      if (!(await this.#change(() => resumedRun(settings, checkpoint), beginning))) return false;
      this.#makeRoomFor(losses.length);
      return true;
    }, beginning.progress);
  }

  /** Forgets the link; the settings stay. */
  forgetLink(): void {
    this.settings.kernels.value = "";
    this.settings.loss.value = "";
  }

  /** The settings of the run on the page; null for one that a link cannot name, of the reader's own pairs. */
  async recipe(): Promise<Recipe | null> {
    const losses = this.training.losses.peek();
    const loss = losses.at(-1);
    const { settings, facts } = await this.training.run;
    if (settings.pairs !== null || loss === undefined) return null;
    const kernels = this.training.shipped.peek() ? start.kernels : (facts.computer?.kernels ?? "reference");
    const sentence = this.settings.sentence.peek();
    return { seed: settings.seed, lr: settings.lr, epochs: losses.length, sentence, kernels, loss };
  }

  /** Shows an epoch of the film that came with the page, or of the run that has taken its place. */
  showEpoch(epoch: number): void {
    if (this.training.shipped.peek()) this.reading.write(start.film.sentence);
    const index = this.film.frames.peek().findIndex((frame) => frame.epoch === epoch);
    if (index >= 0) this.player.value = index;
    document.querySelector(".translator .learning")?.scrollIntoView({ block: "nearest" });
  }

  async downloadCheckpoint(): Promise<void> {
    try {
      await this.training.do(async ({ client }) => {
        saveFile(checkpointFile, new Blob([await client.checkpoint()]));
      });
    } catch (error) {
      this.messages.say("files", () => reasonOf(error), true);
    }
  }

  /** Opens a checkpoint, or a text of sentence pairs. Where it is refused, nothing changes. */
  async open(file: File): Promise<void> {
    try {
      const opened = await readFile(file);
      if (opened.kind === "pairs") await this.#openPairs(file.name, opened.text);
      else await this.#openCheckpoint(file.name, opened.bytes);
    } catch (error) {
      this.messages.say("files", (t) => fill(t.refused, { name: file.name, why: reasonIn(error)(t) }), true);
    }
  }

  /** Goes back to the grammar and the weights that came with the page. */
  async backToShipped(): Promise<void> {
    this.settings.epochs.value = epochsOfGrammar;
    await this.#change(startShipped, { progress: shippedProgress, film: start.film, isShipped: true });
  }

  /** Ends the page. A run that is training is kept, and resumes when the page is opened again. Returns whether there is one. */
  end(): boolean {
    for (const part of [this.reading, this.film, this.keeping]) part.end();
    this.#endLink();
    this.player.stop();
    const isTraining = this.training.status.peek() === "running" && !this.training.shipped.peek();
    if (!isTraining) this.training.end();
    else left.leave(this.training.run, () => this.#runAs(this.keeping.began));
    return isTraining;
  }

  /** Resumes the run that was training when the reader left the page. */
  async #return(): Promise<void> {
    const { value } = this.settings.epochs;
    const run = await left.take();
    if (run === null) return;
    this.settings.epochs.value = value;
    await this.resume(run);
  }

  async #runAs(began: number): Promise<SavedRun> {
    const { client, settings } = await this.training.run;
    const checkpoint = await client.checkpoint();
    const { losses, step } = this.training.progress.peek();
    return { began, settings, checkpoint, losses, step, film: this.film.of.peek() };
  }

  async #openPairs(name: string, text: string): Promise<void> {
    const run = await startRun(this.#settingsFor({ pairs: text, name })).catch(refusedPairs);
    const { pairs, heldOut, given, sourceWords, targetWords } = run.facts;
    this.settings.epochs.value = epochsOfOwnPairs;
    await this.#change(async () => run, { progress: untrained });
    const used = pairs + heldOut;
    const counts = { given, used, drawn: given > used, heldOut, sourceWords, targetWords };
    this.messages.say("files", (t) => fill(t.openedPairs, { name, ...counts }));
  }

  async #openCheckpoint(name: string, bytes: Uint8Array): Promise<void> {
    const facts = await this.training.ask(({ client }) => client.query("inspect", bytes));
    if (typeof facts === "string") throw new Refused((t) => t[facts]);
    const { seed, lr, losses, step } = facts;
    const { pairs, name: ofPairs } = this.training.settings;
    const data = facts.name === null ? { pairs: null, name: "" } : { pairs, name: ofPairs };
    const run = await resumedRun({ seed, lr, ...data }, bytes);
    await this.#change(async () => run, { progress: { ...untrained, losses, step } });
    this.#makeRoomFor(losses.length);
    this.messages.say("files", (t) => fill(t.opened, { name, epoch: losses.length }));
  }

  /** Of a run from scratch on some pairs. */
  #settingsFor({ pairs, name }: Pick<RunSettings, "pairs" | "name">): RunSettings {
    const { seed, lr, device } = this.settings;
    return { seed: seed.value, lr: Number(lr.value), pairs, name, gpu: device.value === "gpu" };
  }

  /** Replaces this run by another one, once that is ready. Returns whether it did. */
  async #change(make: () => Promise<Run>, beginning: Beginning): Promise<boolean> {
    const { progress, film = noFilm, began = Date.now(), isShipped = false } = beginning;
    try {
      if (!(await this.training.change(make, progress, isShipped))) return false;
    } catch (error) {
      this.messages.tell(error);
      return false;
    }
    this.messages.clear();
    this.gpuFailure.value = null;
    this.film.begin(film);
    this.player.rewind();
    this.keeping.begin(began);
    return true;
  }

  /** A run that is past the requested number of epochs gets the next larger number. */
  #makeRoomFor(epochs: number): void {
    const { value } = this.settings.epochs;
    if (Number(value) > epochs) return;
    this.settings.epochs.value = lengthsOfTraining.find((length) => Number(length) > epochs) ?? value;
  }

  /** Handles a failed GPU: the run continues on the CPU, from its last save. */
  async #leaveGPU(why: string): Promise<void> {
    const { settings } = this.training;
    if (settings.gpu !== true) return;
    const isTraining = this.training.isBusy.peek();
    const last = this.keeping.last;
    const here = { ...settings, gpu: false };
    this.training.settings = here;
    this.settings.device.value = "processor";
    const { checkpoint, losses, step, film, began } = last ?? { ...nothingKept, began: this.keeping.began };
    const progress = { ...untrained, losses, step };
    const come = async (): Promise<boolean> => {
      const make = (): Promise<Run> => startRun(here, checkpoint);
      if (!(await this.#change(make, { progress, film, began }))) return false;
      this.gpuFailure.value = { step, why };
      return true;
    };
    await (isTraining ? this.training.start(come, progress) : come());
  }

  #onEvent(event: TrainerEvent): void {
    if (event.type === "error" && isOfGPU(event)) return void this.#leaveGPU(event.message);
    for (const part of [this.training, this.reading, this.film, this.keeping]) part.onEvent(event);
  }
}

/** @throws Refused where the checkpoint does not fit the pairs. */
async function resumedRun(settings: RunSettings, checkpoint: Uint8Array): Promise<Run> {
  try {
    return await startRun(settings, checkpoint);
  } catch (error) {
    const isOther = reasonOf(error).startsWith("the checkpoint does not fit");
    throw isOther ? new Refused((t) => t.otherPairs, error) : error;
  }
}

/** @throws Refused, naming the line that is not a pair. */
function refusedPairs(error: unknown): never {
  const why = reasonOf(error);
  const line = /:(\d+): /.exec(why)?.[1];
  throw line === undefined ? error : new Refused((t) => fill(t.badPairs, { line, why }), error);
}
