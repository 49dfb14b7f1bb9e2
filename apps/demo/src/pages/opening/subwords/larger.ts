import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { Latest, type WorkerClient } from "../../../work/client.ts";
import { reasonOf } from "../../../work/reason-of.ts";
import type { OpeningCalls } from "../worker.ts";
import type { Answer } from "./answer.ts";

/** The larger model's way into the tab. */
export type Loading =
  | { readonly kind: "offered" | "starting" | "ready" }
  | { readonly kind: "loading"; readonly bytes: number }
  | { readonly kind: "failed"; readonly reason: string };

/** The page that it answers. */
interface Asking {
  /** The sentence that the small model cannot read whole. */
  readonly hard: ReadonlySignal<string | null>;
  readonly client: WorkerClient<OpeningCalls>;
  showAnswer(text: string, answer: Answer): void;
}

const file = new URL("./subwords.safetensors", import.meta.url);

/** Whether the reader's connection is paid for by what it carries, as far as the browser tells. */
const savesData = (): boolean =>
  (navigator as Navigator & { readonly connection?: { readonly saveData: boolean } }).connection?.saveData ===
  true;

/** Translates what the small model cannot read whole. Its file is fetched when the first such sentence comes, or when the reader says so. */
export class Larger {
  readonly loading: Signal<Loading> = signal({ kind: "offered" });
  readonly #page: Asking;
  readonly #ask: Latest<string, Answer>;
  #aborting = new AbortController();

  constructor(page: Asking) {
    this.#page = page;
    this.#ask = new Latest<string, Answer>(
      (text) => page.client.call("answer", text),
      (answer, text) => page.showAnswer(text, answer),
      (error) => this.#fail(error),
    );
    if (!savesData()) void this.load();
  }

  /** Follows the page's sentence; returns what ends it. */
  follow(): () => void {
    return effect(() => {
      const text = this.#page.hard.value;
      if (text !== null && this.loading.value.kind === "ready") this.#ask.send(text);
    });
  }

  async load(): Promise<void> {
    this.#aborting = new AbortController();
    const { signal } = this.#aborting;
    try {
      const bytes = await this.#fetched(signal);
      this.loading.value = { kind: "starting" };
      await this.#page.client.call("open", bytes);
      this.loading.value = { kind: "ready" };
    } catch (error) {
      if (signal.aborted) this.loading.value = { kind: "offered" };
      else this.#fail(error);
    }
  }

  cancel(): void {
    this.#aborting.abort();
  }

  /** @throws TypeError without a network; Error where there is no file */
  async #fetched(signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    this.loading.value = { kind: "loading", bytes: 0 };
    const response = await fetch(file, { signal });
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      parts.push(value);
      bytes += value.length;
      this.loading.value = { kind: "loading", bytes };
    }
  }

  #fail(error: unknown): void {
    this.loading.value = { kind: "failed", reason: reasonOf(error) };
  }
}
