import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { HeadAsk } from "@saccade/figures/language-model/lens";
import { Reel } from "../../../ui/reel.ts";
import { follow, WorkerClient } from "../../../work/client.ts";
import { fetchBytes } from "../../../work/fetched.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import type { Settings } from "../settings.ts";
import { type Frame, type InductionCalls, lastStep, numHeads } from "./calls.ts";

/** A film that came with the page is `shipped`: its network can be trained here from its start. */
export type FilmStatus = "starting" | "idle" | "shipped" | "running" | "paused" | "done";
type Look = InductionCalls["look"]["answer"];

/** Milliseconds of training between two turns for what else the worker is asked. */
const msOfSteps = 60;

/** A network that learns repeated tokens, its film so far, and the heads that are off. */
export class Induction {
  readonly settings: Pick<Settings, "filmSeed" | "layers">;
  readonly status: Signal<FilmStatus> = signal("starting");
  readonly step: Signal<number> = signal(0);
  readonly parameters: Signal<number> = signal(0);
  readonly frames: Signal<readonly Frame[]> = signal([]);
  readonly off: Signal<readonly HeadAsk[]> = signal([]);
  readonly example: Signal<number> = signal(0);
  readonly look: Signal<Look | null> = signal(null);
  readonly problem: Signal<string> = signal("");
  readonly reel: Reel = new Reel(() => this.frames.value.length);
  readonly frame: ReadonlySignal<Frame | null> = computed(() => this.frames.value[this.reel.value] ?? null);
  /**
   * The pair that predicts what repeats, at the end of the film: the head that looks one back, and the one that finds the
   * token after the same one by it. None in one layer, nor before they have formed.
   */
  readonly pair: ReadonlySignal<readonly HeadAsk[]> = computed(() => {
    const last = this.frames.value.at(-1);
    if (last === undefined || last.induction.length === numHeads || last.accuracy < 0.5) return [];
    return [bestOf(last, 0, "previousToken"), bestOf(last, 1, "induction")];
  });
  /** The head that is drawn large: the reader's, or the one of the pair that finds tokens. */
  readonly head: { value: HeadAsk };
  readonly #head: Signal<HeadAsk | null> = signal(null);
  readonly #client: WorkerClient<InductionCalls>;
  readonly #ends: (() => void)[];
  /** Counts the runs: what is answered for an earlier one is ignored. */
  #turn = 0;
  #begun: Promise<void> = Promise.resolve();
  #training: Promise<void> = Promise.resolve();

  /** @param client made by the page; a test gives its own */
  constructor(
    settings: Induction["settings"],
    client: WorkerClient<InductionCalls> = new WorkerClient<InductionCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    ),
  ) {
    this.settings = settings;
    this.#client = client;
    const [own, pair] = [this.#head, this.pair];
    this.head = {
      get value() {
        return own.value ?? pair.value[1] ?? { layer: 0, head: 0 };
      },
      set value(head) {
        own.value = head;
      },
    };
    this.#ends = [
      effect(() => {
        const [seed, layers] = [settings.filmSeed.value, Number(settings.layers.value)];
        this.#begun = this.#begin(seed === 0 && layers === 2 ? fetchBytes(shipped) : null);
      }),
      follow(
        () => {
          const ask = { frame: this.reel.value, off: this.off.value, example: this.example.value };
          return this.frames.value.length > 0 ? { ...ask, turn: this.#turn } : undefined;
        },
        (ask) => this.#client.call("look", ask),
        (answer, { turn }) => {
          if (turn === this.#turn) this.look.value = answer;
        },
        (error) => this.#tell(error),
      ),
    ];
  }

  /** Switches a head on or off. */
  toggle(head: HeadAsk): void {
    const others = this.off.peek().filter((one) => !isSame(one, head));
    this.off.value = others.length < this.off.peek().length ? others : [...others, head];
  }

  isOff(layer: number, head: number): boolean {
    return this.off.value.some((one) => isSame(one, { layer, head }));
  }

  /** Trains to the end, unless it is paused. */
  train(): Promise<void> {
    if (this.status.peek() !== "running") this.#training = this.#train();
    return this.#training;
  }

  pause(): void {
    if (this.status.peek() === "running") this.status.value = "paused";
  }

  /** Trains to the end, where it is not yet, and shows the last frame. */
  async learned(): Promise<void> {
    await this.#begun;
    if (this.step.peek() < lastStep) await this.train();
    this.reel.value = Number.POSITIVE_INFINITY;
  }

  /** Ends it all; whether the network was learning. */
  end(): boolean {
    const training = this.status.peek() === "running";
    this.#turn++;
    this.pause();
    this.reel.stop();
    for (const end of this.#ends) end();
    this.#client.stop();
    return training;
  }

  async #begin(coming: Promise<Uint8Array<ArrayBuffer>> | null): Promise<void> {
    const turn = ++this.#turn;
    batch(() => {
      this.status.value = "starting";
      this.reel.rewind();
      this.frames.value = [];
      this.step.value = 0;
      this.off.value = [];
      this.look.value = null;
      this.#head.value = null;
    });
    const ask = { seed: this.settings.filmSeed.peek(), layers: Number(this.settings.layers.peek()) };
    try {
      const film = await coming;
      if (turn !== this.#turn) return;
      const { parameters, frames } = await this.#client.call("begin", { ...ask, film });
      if (turn !== this.#turn) return;
      batch(() => {
        this.parameters.value = parameters;
        this.frames.value = frames;
        this.step.value = frames.at(-1)?.step ?? 0;
        if (this.status.peek() === "starting") this.status.value = film === null ? "idle" : "shipped";
      });
    } catch (error) {
      if (turn === this.#turn) this.#tell(error);
    }
  }

  async #train(): Promise<void> {
    if (this.status.peek() === "shipped") this.#begun = this.#begin(null);
    const turn = this.#turn;
    this.status.value = "running";
    try {
      await this.#begun;
      while (turn === this.#turn && this.status.peek() === "running") {
        const { step, frames } = await this.#client.call("train", msOfSteps);
        if (turn !== this.#turn) return;
        this.step.value = step;
        if (frames.length > 0) this.frames.value = [...this.frames.peek(), ...frames];
        if (step >= lastStep) this.status.value = "done";
      }
    } catch (error) {
      if (turn === this.#turn) this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    this.pause();
    this.problem.value = reasonOf(error);
  }
}

/** The film that came with the page: of seed 0 and two layers. */
const shipped = new URL("./film.safetensors", import.meta.url);

/** The head of a layer with the largest score in a frame. */
export function bestOf(frame: Frame, layer: number, score: "previousToken" | "induction"): HeadAsk {
  const all = frame[score].slice(layer * numHeads, (layer + 1) * numHeads);
  return { layer, head: Math.max(0, all.indexOf(Math.max(...all))) };
}

function isSame(one: HeadAsk, other: HeadAsk): boolean {
  return one.layer === other.layer && one.head === other.head;
}
