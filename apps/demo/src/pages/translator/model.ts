import { effect, type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import type { PageState } from "../../app/page-state.ts";
import { Latest } from "../../work/latest.ts";
import type { RunFacts, RunSettings, TranslateAsk, Translation } from "./calls.ts";
import { checkpointFile, download, readFile } from "./files.ts";
import { leave, takeLeft } from "./left-run.ts";
import { type Message, reasonOf } from "./message.ts";
import { Pace, type Progress, untrained } from "./progress.ts";
import { type Run, startRun } from "./run.ts";
import { forgetRun, loadRuns, type SavedRun, saveRun } from "./saved.ts";
import {
  epochsOfGrammar,
  epochsOfOwnPairs,
  lengthsOfTraining,
  longestSentence,
  makeSettings,
  type Settings,
} from "./settings.ts";
import { startShipped } from "./shipped.ts";
import { start } from "./start.gen.ts";

export type RunStatus = "idle" | "running" | "paused" | "done";

const ofGrammar: Pick<RunSettings, "pairs" | "name"> = { pairs: null, name: "" };
const msBetweenSaves = 10_000;
const msBetweenTranslations = 250;

const nothing: Translation = { source: [], unseen: 0, tokens: [], weights: [], candidates: [] };

/** The page's state: settings in, a run in a worker, and what is to be seen of it. */
export class TranslatorModel {
  readonly settings: Settings;
  readonly translation: Signal<Translation> = signal(start.translation);
  readonly facts: Signal<RunFacts> = signal(start.facts);
  /** The said word that is looked at. */
  readonly chosen: Signal<number> = signal(0);
  /** Words that the reader put in the network's mouth. */
  readonly prefix: Signal<readonly string[]> = signal([]);
  readonly wasCut: Signal<boolean> = signal(false);
  /** Whether these are the weights that came with the page. */
  readonly shipped: Signal<boolean> = signal(true);
  readonly status: Signal<RunStatus> = signal("idle");
  readonly progress: Signal<Progress> = signal({ ...untrained, losses: start.losses, step: start.step });
  /** The runs that this browser keeps, but for the one on the page. */
  readonly saved: Signal<readonly SavedRun[]> = signal([]);
  /** What happened last. */
  readonly message: Signal<Message | null> = signal(null);
  readonly #runNumber: Signal<number> = signal(0);
  readonly #translate: Latest<TranslateAsk, Translation>;
  readonly #ends: (() => void)[];
  #data = ofGrammar;
  #run: Promise<Run>;
  #pace = new Pace();
  /** When the run on the page began; its name where runs are kept. */
  #began = 0;
  #savedAt = 0;
  #translatedAt = 0;

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    this.#translate = new Latest<TranslateAsk, Translation>(
      (ask) => this.#ask(ask),
      (translation) => {
        // The reader may have emptied the sentence meanwhile.
        if (this.settings.sentence.peek().trim() !== "") this.#show(translation);
      },
      (error) => this.#tell(error),
    );
    this.#run = startShipped().then((run) => {
      this.#listen(run);
      return run;
    });
    this.#run.catch(() => {}); // whoever needs it tells
    this.#ends = [effect(() => this.#followSentence())];
    void this.#listSaved();
    void this.#return();
  }

  write(text: string): void {
    this.wasCut.value = text.length > longestSentence;
    this.prefix.value = [];
    this.settings.sentence.value = text.slice(0, longestSentence);
  }

  choose(token: number): void {
    const last = this.translation.value.tokens.length - 1;
    this.chosen.value = Math.max(0, Math.min(last, token)); // 0 also where there is no word
  }

  /** Puts a word at a place; the network goes on from there. */
  sayInstead(place: number, token: string): void {
    this.prefix.value = [...this.translation.value.tokens.slice(0, place), token];
  }

  ownWords(): void {
    this.prefix.value = [];
  }

  /** Trains from scratch. */
  async scratch(): Promise<void> {
    const { seed, lr } = this.settings;
    await this.#change(() => startRun({ seed: seed.value, lr: Number(lr.value), ...this.#data }), untrained);
    await this.goOn();
  }

  /** Trains until the chosen number of epochs is done. */
  goOn(): Promise<void> {
    const limits = { maxEpochs: Number(this.settings.epochs.value) };
    return this.#try(async ({ client }) => void (await client.fit(limits)));
  }

  pause(): Promise<void> {
    return this.#try(({ client }) => client.pause());
  }

  step(): Promise<void> {
    return this.#try(async ({ client }) => {
      await client.step();
      this.#translateAgain();
      await this.#save();
    });
  }

  /** Goes on from a run that this browser keeps. */
  async resume({ began, settings, checkpoint, losses, step }: SavedRun): Promise<void> {
    if (!(await this.#change(() => startRun(settings, checkpoint), { ...untrained, losses, step }, began)))
      return;
    const { pairs, name } = settings;
    this.#data = { pairs, name };
    this.#makeRoomFor(losses.length);
    await this.goOn();
  }

  /** Deletes a run that this browser keeps. */
  async forget(run: SavedRun): Promise<void> {
    await forgetRun(run).catch((error) => this.#tell(error));
    await this.#listSaved();
  }

  downloadCheckpoint(): Promise<void> {
    return this.#try(async ({ client }) => download(await client.checkpoint(), checkpointFile));
  }

  /** Opens a checkpoint, or a text of sentence pairs. Where it is refused, nothing changes. */
  async open(file: File): Promise<void> {
    try {
      const opened = await readFile(file);
      if (opened.kind === "pairs") await this.#openPairs(file.name, opened.text);
      else await this.#openCheckpoint(file.name, opened.bytes);
    } catch (error) {
      this.#say("files", (t) => t.refused(file.name, reasonOf(error)), true);
    }
  }

  /** Goes back to the grammar and the weights that came with the page. */
  async backToShipped(): Promise<void> {
    this.#data = ofGrammar;
    this.settings.epochs.value = epochsOfGrammar;
    await this.#change(startShipped, { ...untrained, losses: start.losses, step: start.step });
    this.shipped.value = true;
  }

  /** Ends the page. A run that is training is kept, and goes on when the page is opened again; whether there is one. */
  end(): boolean {
    for (const end of this.#ends) end();
    const training = this.status.peek() === "running" && !this.shipped.peek();
    if (training) leave(this.#run, () => ({ began: this.#began, ...this.progress.peek() }));
    else void this.#run.then(({ client }) => client.close()).catch(() => {});
    return training;
  }

  /** Goes on with the run that was training when the reader left the page. */
  async #return(): Promise<void> {
    const { value } = this.settings.epochs;
    const run = await takeLeft();
    if (run === null) return;
    this.settings.epochs.value = value;
    await this.resume(run);
  }

  async #openPairs(name: string, text: string): Promise<void> {
    const { seed, lr } = this.settings;
    const data = { pairs: text, name };
    const run = await startRun({ seed: seed.value, lr: Number(lr.value), ...data });
    const { pairs, given, sourceWords, targetWords } = run.facts;
    this.#data = data;
    this.settings.epochs.value = epochsOfOwnPairs;
    await this.#change(async () => run, untrained);
    this.#say("files", (t) => t.openedPairs(name, pairs, given, sourceWords, targetWords));
  }

  async #openCheckpoint(name: string, bytes: Uint8Array): Promise<void> {
    const now = await this.#run;
    const facts = await now.client.query("inspect", bytes);
    const data = facts.name === null ? ofGrammar : this.#data;
    const run = await startRun({ seed: facts.seed, lr: facts.lr, ...data }, bytes);
    this.#data = data;
    await this.#change(async () => run, { ...untrained, losses: facts.losses, step: facts.step });
    this.#makeRoomFor(facts.losses.length);
    this.#say("files", (t) => t.opened(name, facts.losses.length));
  }

  /** Puts another run in the place of this one, once it stands. Whether it does. */
  async #change(make: () => Promise<Run>, progress: Progress, began: number = Date.now()): Promise<boolean> {
    const before = this.#run;
    try {
      const run = await make();
      this.#run = Promise.resolve(run);
      void before.then(({ client }) => client.close()).catch(() => {});
      this.#listen(run);
      this.#pace = new Pace();
      this.shipped.value = false;
      this.#began = began;
      this.#savedAt = performance.now();
      this.status.value = "idle";
      this.progress.value = progress;
      this.message.value = null;
      this.#runNumber.value++;
      void this.#listSaved();
      return true;
    } catch (error) {
      this.#tell(error);
      return false;
    }
  }

  /** A run that has more epochs behind it than are asked for asks for the next number above. */
  #makeRoomFor(epochs: number): void {
    const { value } = this.settings.epochs;
    if (Number(value) > epochs) return;
    this.settings.epochs.value = lengthsOfTraining.find((length) => Number(length) > epochs) ?? value;
  }

  #listen(run: Run): void {
    this.facts.value = run.facts;
    run.client.onEvent((event) => this.#hear(event));
  }

  #hear(event: TrainerEvent): void {
    switch (event.type) {
      case "start":
      case "resume":
        this.status.value = "running";
        this.message.value = null;
        break;
      case "step":
        this.#pace.add(event);
        this.#advance({ step: event.step, tokensPerSecond: this.#pace.tokensPerSecond });
        break;
      case "epoch": {
        const losses = [...this.progress.value.losses, event.loss];
        const epochs = Number(this.settings.epochs.value);
        this.#advance({ losses, secondsLeft: Math.max(0, epochs - event.epoch) * event.seconds });
        const now = performance.now();
        if (now - this.#translatedAt > msBetweenTranslations) this.#translateAgain();
        if (now - this.#savedAt > msBetweenSaves) void this.#save();
        break;
      }
      case "pause":
      case "stop":
      case "done":
        this.status.value = event.type === "done" ? "done" : "paused";
        this.#advance({ secondsLeft: null });
        this.#translateAgain();
        void this.#save();
        break;
      case "error":
      case "diverged":
        this.status.value = "idle";
        this.#say("training", (t) => t.crashed(event.message), true);
        this.#began = 0;
        void this.#listSaved();
    }
  }

  #advance(part: Partial<Progress>): void {
    this.progress.value = { ...this.progress.value, ...part };
  }

  async #listSaved(): Promise<void> {
    const runs = await loadRuns();
    this.saved.value = runs.filter(({ began }) => began !== this.#began);
  }

  async #save(): Promise<void> {
    this.#savedAt = performance.now();
    if (this.shipped.value) return;
    try {
      const { client, settings } = await this.#run;
      const { losses, step } = this.progress.value;
      await saveRun({ began: this.#began, settings, checkpoint: await client.checkpoint(), losses, step });
    } catch (error) {
      this.#say("training", (t) => t.notSaved(reasonOf(error)), true);
    }
  }

  #followSentence(): void {
    void this.#runNumber.value;
    const sentence = this.settings.sentence.value;
    const prefix = this.prefix.value;
    if (sentence.trim() === "") {
      this.#show(nothing);
      return;
    }
    const isFirst = this.shipped.value && prefix.length === 0 && sentence === start.sentence;
    if (isFirst) this.#show(start.translation);
    else this.#translate.send({ sentence, prefix });
  }

  /** Of the run that is there when the answer comes. */
  async #ask(ask: TranslateAsk): Promise<Translation> {
    const mine = this.#run;
    try {
      return await (await mine).client.query("translate", ask);
    } catch (error) {
      if (mine === this.#run) throw error;
      return this.#ask(ask);
    }
  }

  #translateAgain(): void {
    this.#translatedAt = performance.now();
    const sentence = this.settings.sentence.value;
    if (sentence.trim() !== "") this.#translate.send({ sentence, prefix: this.prefix.value });
  }

  #show(translation: Translation): void {
    this.translation.value = translation;
    this.choose(this.chosen.peek());
  }

  async #try(work: (run: Run) => Promise<void>): Promise<void> {
    const mine = this.#run;
    try {
      await work(await mine);
    } catch (error) {
      if (mine === this.#run) this.#tell(error); // what a replaced run says concerns nobody
    }
  }

  #tell(error: unknown): void {
    const why = reasonOf(error);
    this.#say("training", () => why, true);
  }

  #say(place: Message["place"], text: Message["text"], isError: boolean = false): void {
    this.message.value = { place, text, isError };
  }
}
