import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Side, sidesOf } from "@saccade/figures/transformer-places";
import type { PageState } from "../../app/address.ts";
import { WorkerClient } from "../../work/client.ts";
import { Latest } from "../../work/latest.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Look, LookAsk, PatchMap, TransformerCalls, Vectors } from "./calls.ts";
import { type Focus, focusOf } from "./focus.ts";
import { makeSettings, type Place, type Settings } from "./settings.ts";
import { start } from "./start.gen.ts";
import { type Spot, zoom } from "./zoom.ts";

/** The page's state: the current view, and the worker's results for it. */
export class TransformerModel {
  readonly settings: Settings;
  readonly look: Signal<Look> = signal(firstLook());
  /** Of `look`'s sentence; null until the worker has sent them. */
  readonly vectors: Signal<Vectors | null> = signal(null);
  /** Of the patched places; null until they are asked for. */
  readonly patches: Signal<PatchMap | null> = signal(null);
  /** The topics of the sentences. */
  readonly focus: ReadonlySignal<Focus>;
  /** An attribute that is there once the worker has answered. */
  readonly ready: ReadonlySignal<"" | undefined> = computed(() =>
    this.vectors.value === null ? undefined : "",
  );
  /** The last error; empty if there was none. */
  readonly problem: Signal<string> = signal("");
  readonly #worker: WorkerClient<TransformerCalls> = new WorkerClient(
    () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
  );
  #ends: (() => void)[] = [];

  constructor(state: PageState) {
    this.settings = makeSettings(state);
    const { at, head, query } = this.settings;
    this.focus = computed(() => focusOf(this.look.value, at.value, head.value, query.value));
  }

  /** Starts the worker: to be called when the page is there. */
  begin(): void {
    const asks = <Name extends keyof TransformerCalls>(
      name: Name,
      answered: (answer: TransformerCalls[Name]["answer"]) => void,
    ) =>
      new Latest(
        (ask: LookAsk) => this.#worker.call(name, ask),
        answered,
        (error) => {
          this.problem.value = reasonOf(error);
        },
      );
    const look = asks("look", (answer) =>
      batch(() => {
        this.problem.value = "";
        this.look.value = answer.look;
        this.vectors.value = answer.vectors;
      }),
    );
    const patches = asks("patches", (answer) => {
      this.patches.value = answer;
    });
    const { sentence, positions, net, switches, breakage, patch, at, below } = this.settings;
    this.#ends = [
      effect(() =>
        look.send({
          sentence: sentence.value,
          positions: positions.value,
          net: net.value,
          switches: switches.value,
          breakage: breakage.value,
          patch: patch.value,
        }),
      ),
      effect(() => {
        if (at.value !== "all" || below.value !== "patches") return;
        patches.send({
          sentence: sentence.value,
          positions: positions.value,
          net: net.value,
          switches: switches.value,
        });
      }),
    ];
  }

  end(): void {
    for (const end of this.#ends) end();
    this.#worker.stop();
  }

  /** Goes to a place, and in it to a head, a query and a key, counted from 1. */
  go(at: Place, head: number = 0, query: number = 0, key: number = 0): void {
    zoom(this.#spot(), { at, head, query, key }, () => {
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

  #spot(): Spot {
    const { at, head, query, key } = this.settings;
    return { at: at.peek(), head: head.peek(), query: query.peek(), key: key.peek() };
  }
}

function firstLook(): Look {
  const { weights, ...look } = start.look;
  const typed = Object.entries(weights).map(([name, values]) => [name, Float32Array.from(values)]);
  return { ...look, weights: Object.fromEntries(typed) };
}
