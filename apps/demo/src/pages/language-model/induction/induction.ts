import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { HeadAsk } from "@saccade/figures/language-model/lens";
import { WorkerClient } from "../../../work/client.ts";
import { Latest } from "../../../work/latest.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import { fetchBytes } from "../runs.ts";
import type { Settings } from "../settings.ts";
import type { Frame, InductionCalls, Look, LookAsk, RunAsk } from "./calls.ts";
import { FilmRun } from "./film-run.ts";
import { lastStep, numHeads } from "./sizes.ts";

/** Of a frame, and of a film that has few. */
const [msOfFrame, msOfFilm] = [100, 6000];

/** Networks that learn repeated tokens: the film of one, and the heads that are off. */
export class Induction {
  /** The run whose film is shown: that of the settings. */
  readonly run: Signal<FilmRun | null> = signal(null);
  /** The index of the frame that is looked at. */
  readonly at: Signal<number> = signal(0);
  readonly playing: Signal<boolean> = signal(false);
  readonly off: Signal<readonly HeadAsk[]> = signal([]);
  readonly head: Signal<HeadAsk> = signal({ layer: 0, head: 0 });
  readonly example: Signal<number> = signal(0);
  readonly look: Signal<Look | null> = signal(null);
  readonly problem: Signal<string> = signal("");
  readonly frame: ReadonlySignal<Frame | null>;
  /**
   * The pair that predicts what repeats, at the end of the film: the head that looks one back, and the one that finds the
   * token after the same one by it. None in one layer, nor before they have formed.
   */
  readonly pair: ReadonlySignal<readonly HeadAsk[]> = computed(() => {
    const run = this.run.value;
    const last = run?.frames.value.at(-1);
    if (run === null || last === undefined || run.settings.layers < 2 || last.accuracy < 0.5) return [];
    return [bestOf(last, 0, "previousToken"), bestOf(last, 1, "induction")];
  });
  readonly settings: Settings;
  readonly #client: WorkerClient<InductionCalls>;
  readonly #look: Latest<LookAsk, Look>;
  readonly #ends: (() => void)[];
  /** Whether the newest frame is the one that is looked at. */
  #follows = true;
  /** The run whose pair has been selected. */
  #paired: FilmRun | null = null;
  /** Those of this visit. */
  readonly #runs: FilmRun[] = [];
  readonly #introduced: Set<FilmRun> = new Set();
  #gone = false;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#client = new WorkerClient<InductionCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    const tell = (error: unknown): void => this.#tell(error);
    this.#look = new Latest(
      (ask) => this.#client.call("look", ask),
      (look, { run }) => {
        if (run === this.run.peek()?.run.peek()) this.look.value = look;
      },
      tell,
    );
    this.frame = computed(() => this.run.value?.frames.value[this.at.value] ?? null);
    this.#ends = [
      effect(() => {
        const ask = { seed: settings.filmSeed.value, layers: Number(settings.layers.value) };
        this.#choose(ask);
      }),
      effect(() => {
        const count = this.run.value?.frames.value.length ?? 0;
        if (this.#follows && !this.playing.peek()) this.at.value = Math.max(0, count - 1);
      }),
      effect(() => {
        const finder = this.pair.value[1];
        if (finder !== undefined && this.run.value !== this.#paired) {
          this.#paired = this.run.value;
          this.head.value = finder;
        }
      }),
      effect(() => {
        const run = this.run.value?.run.value ?? null;
        const [frame, off, example] = [this.at.value, this.off.value, this.example.value];
        if (run !== null) this.#look.send({ run, frame, off, example });
      }),
    ];
  }

  /** Shows a frame; the film no longer follows the training, unless it is the newest. */
  show(index: number): void {
    this.playing.value = false;
    this.#show(index);
  }

  /** Plays the film from the frame that is shown, or from the start after the last. */
  async play(): Promise<void> {
    const run = this.run.peek();
    if (run === null || this.playing.peek()) return;
    if (this.at.peek() >= run.frames.peek().length - 1) this.#show(0);
    this.playing.value = true;
    while (this.playing.peek() && run === this.run.peek() && !this.#gone) {
      const ms = Math.max(msOfFrame, msOfFilm / run.frames.peek().length);
      await new Promise((done) => setTimeout(done, ms));
      if (!this.playing.peek()) return;
      if (this.at.peek() >= run.frames.peek().length - 1) break;
      this.#show(this.at.peek() + 1);
    }
    this.playing.value = false;
  }

  /** Plays a film from its start, once. */
  introduce(run: FilmRun): void {
    if (this.#introduced.has(run) || run !== this.run.peek()) return;
    this.#introduced.add(run);
    this.#show(0);
    void this.play();
  }

  /** Switches a head on or off. */
  toggle(head: HeadAsk): void {
    const others = this.off.peek().filter((one) => !isSame(one, head));
    this.off.value = others.length < this.off.peek().length ? others : [...others, head];
  }

  isOff(layer: number, head: number): boolean {
    return this.off.value.some((one) => isSame(one, { layer, head }));
  }

  /** Trains the network of the settings to its end, where it is not yet; its last frame is shown then. */
  async learned(): Promise<void> {
    const run = this.run.peek();
    if (run === null) return;
    this.#follows = true;
    this.playing.value = false;
    if (run.step.peek() < lastStep) await run.train();
    if (run === this.run.peek()) this.#show(run.frames.peek().length - 1);
  }

  /** Ends it all; whether a network was learning. */
  end(): boolean {
    this.#gone = true;
    const training = this.#runs.some((run) => run.status.peek() === "running");
    for (const run of this.#runs) run.pause();
    for (const end of this.#ends) end();
    this.#client.stop();
    return training;
  }

  #show(index: number): void {
    const count = this.run.peek()?.frames.peek().length ?? 0;
    this.at.value = Math.max(0, Math.min(count - 1, index));
    this.#follows = this.at.peek() === count - 1;
  }

  #choose(ask: RunAsk): void {
    const before = this.run.peek();
    const run = this.#runOf(ask);
    if (run === before) return;
    before?.pause();
    this.#follows = true;
    this.playing.value = false;
    this.off.value = [];
    if (this.head.peek().layer >= ask.layers) this.head.value = { layer: 0, head: 0 };
    this.look.value = null;
    this.run.value = run;
  }

  #runOf(ask: RunAsk): FilmRun {
    const known = this.#runs.find(
      ({ settings }) => settings.seed === ask.seed && settings.layers === ask.layers,
    );
    if (known !== undefined) return known;
    const run = new FilmRun(this.#client, ask, (error) => this.#tell(error), shipped(ask));
    this.#runs.push(run);
    return run;
  }

  #tell(error: unknown): void {
    if (!this.#gone) this.problem.value = reasonOf(error);
  }
}

/** The film that came with the page; null for other settings. */
async function shipped({ seed, layers }: RunAsk): Promise<Uint8Array<ArrayBuffer> | null> {
  if (seed !== 0 || layers !== 2) return null;
  return fetchBytes(new URL("./film.safetensors", import.meta.url));
}

/** The head of a layer with the largest score in a frame. */
export function bestOf(frame: Frame, layer: number, score: "previousToken" | "induction"): HeadAsk {
  const all = frame[score].slice(layer * numHeads, (layer + 1) * numHeads);
  return { layer, head: Math.max(0, all.indexOf(Math.max(...all))) };
}

function isSame(one: HeadAsk, other: HeadAsk): boolean {
  return one.layer === other.layer && one.head === other.head;
}
