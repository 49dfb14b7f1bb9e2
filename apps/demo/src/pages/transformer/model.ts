import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isAttention, type Side, sidesOf } from "@saccade/figures/transformer-places";
import type { PageState } from "../../app/address.ts";
import { follow, WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Look, PatchMap, Vectors } from "./calls.ts";
import { depthOf, type Focus, focusOf, isScore, type Spot } from "./focus.ts";
import { makeSettings, type Place, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";
import type { TransformerCalls } from "./worker.ts";

/** The page's state: the current view, and the worker's results for it. */
export class TransformerModel {
  readonly settings: Settings;
  readonly look: Signal<Look> = signal(firstLook());
  /** Of `look`'s sentence; null until the worker has sent them. */
  readonly vectors: Signal<Vectors | null> = signal(null);
  /** Of the patched places; null until they are asked for. */
  readonly patches: Signal<PatchMap | null> = signal(null);
  readonly spot: ReadonlySignal<Spot>;
  /** The topics of the sentences. */
  readonly focus: ReadonlySignal<Focus>;
  /** The last error; empty if there was none. */
  readonly problem: Signal<string> = signal("");
  #ends: (() => void)[] = [];

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    const { at, head, query, key } = this.settings;
    this.spot = computed(() => ({ at: at.value, head: head.value, query: query.value, key: key.value }));
    this.focus = computed(() => focusOf(this.look.value, this.spot.value));
  }

  /** Starts the worker: to be called when the page is there. */
  async begin(): Promise<void> {
    let isOver = false;
    this.#ends = [() => (isOver = true)];
    const { startWorker } = await import("./start-worker.ts");
    if (!isOver) this.#ask(new WorkerClient<TransformerCalls>(startWorker));
  }

  #ask(worker: WorkerClient<TransformerCalls>): void {
    const { sentence, positions, net, switches, breakage, patch, at, below } = this.settings;
    const read = computed(() => ({
      sentence: sentence.value,
      positions: positions.value,
      net: net.value,
      switches: switches.value,
    }));
    const failed = (error: unknown): void => this.tell(error);
    this.#ends = [
      follow(
        () => ({ ...read.value, breakage: breakage.value, patch: patch.value }),
        (ask) => worker.call("look", ask),
        ({ look, vectors }) =>
          batch(() => {
            this.problem.value = "";
            this.look.value = look;
            this.vectors.value = vectors;
          }),
        failed,
      ),
      follow(
        () => (at.value === "all" && below.value === "patches" ? read.value : undefined),
        (ask) => worker.call("patches", ask),
        (answer) => (this.patches.value = answer),
        failed,
      ),
      () => worker.stop(),
    ];
  }

  tell(error: unknown): void {
    this.problem.value = reasonOf(error);
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  /** Goes to a place, and in it to a head, a query and a key, counted from 1. */
  go(at: Place, head: number = 0, query: number = 0, key: number = 0): void {
    zoom(this.spot.peek(), { at, head, query, key }, () => {
      const { settings } = this;
      // Not in a batch: each has to reach the address before the address is read for the next.
      settings.at.value = at;
      settings.head.value = head;
      settings.query.value = query;
      settings.key.value = key;
    });
  }

  /** Looks from another word, counted from 0; from the other sentence, in an attention whose queries come from there. */
  pick(side: Side, query: number): void {
    const { attention } = this.focus.peek();
    if (sidesOf(attention).queries !== side) {
      this.go(side === "source" ? "e2.self" : "d1.cross", 0, query + 1);
      return;
    }
    this.settings.key.value = 0;
    this.settings.query.value = query + 1;
  }
}

function firstLook(): Look {
  const { weights, ...look } = start.look;
  const typed = Object.entries(weights).map(([name, values]) => [name, Float32Array.from(values)]);
  return { ...look, weights: Object.fromEntries(typed) };
}

/**
 * Moves from one place to another: the clicked part grows into the whole view, or the view shrinks back to its origin. No
 * animation if the browser lacks it, the reader prefers reduced motion, or the depth stays the same.
 */
function zoom(from: Spot, to: Spot, move: () => void): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (depthOf(from) === depthOf(to) || still || !("startViewTransition" in document)) {
    move();
    return;
  }
  const name = (element: HTMLElement | null, text: string): void =>
    element?.style.setProperty("view-transition-name", text); // an empty one takes it away
  const level = (): HTMLElement | null => document.querySelector<HTMLElement>(".level");
  const start = wayTo(to) ?? level();
  let end: HTMLElement | null = null;
  name(start, "zoom");
  const transition = document.startViewTransition(async () => {
    move();
    await new Promise((resolve) => setTimeout(resolve)); // until it is drawn
    name(start, "");
    end = wayTo(from) ?? level();
    name(end, "zoom");
  });
  const done = (): void => name(end, "");
  transition.finished.then(done, done);
}

/** The element in view that leads to a spot: a cell to a score, else one that `data-place` marks. */
function wayTo(spot: Spot): HTMLElement | null {
  const { at, head, query, key } = spot;
  const mark = isScore(spot)
    ? `data-cell="${query - 1} ${key - 1}"`
    : `data-place="${isAttention(at) && head > 0 ? `${at} ${head}` : at}"`;
  return document.querySelector<HTMLElement>(`.level [${mark}]`);
}
