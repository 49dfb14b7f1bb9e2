import { effect, type Signal, signal } from "@preact/signals";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import type { WorkerClient } from "../../../work/client.ts";
import { Latest } from "../../../work/latest.ts";
import { Heads, Wanted } from "../heads.ts";
import { longestText, shownChoices } from "../settings.ts";
import type { MaskAsk, MaskReading, OpenCalls } from "./calls.ts";

/** A text, one masked token of it, and a BERT's guesses. */
export class MaskReader {
  readonly text: Signal<string>;
  /** The mask as it is written in a text. */
  readonly mask: string;
  /** The token that is masked; null where the model chooses. */
  readonly position: Signal<number | null> = signal(null);
  readonly reading: Signal<MaskReading | null> = signal(null);
  /** The number of characters beyond `longestText` that were cut from the last input. */
  readonly leftOut: Signal<number> = signal(0);
  readonly heads: Heads;
  /** Each layer's prediction. */
  readonly layers: Wanted<LayerGuesses>;
  readonly #version: Signal<number> = signal(0);
  readonly #client: WorkerClient<OpenCalls>;
  readonly #tell: (error: unknown) => void;
  readonly #end: () => void;
  #gone = false;

  constructor(client: WorkerClient<OpenCalls>, text: string, mask: string, tell: (error: unknown) => void) {
    this.#client = client;
    this.#tell = tell;
    this.mask = mask;
    this.text = signal(text);
    const failed = (error: unknown): void => this.#failed(error);
    const isRead = (): boolean => this.reading.peek() !== null;
    this.heads = new Heads(async () => (isRead() ? client.call("heads", null) : null), failed);
    this.layers = new Wanted(async () => (isRead() ? client.call("layers", null) : null), failed);
    const read = new Latest<MaskAsk, MaskReading>(
      (ask) => client.call("mask", ask),
      (reading) => {
        this.reading.value = reading;
        this.heads.follow();
        this.layers.follow();
      },
      failed,
    );
    this.#end = effect(() => {
      void this.#version.value;
      read.send({ text: this.text.value, position: this.position.value, count: shownChoices });
    });
  }

  type(text: string): void {
    this.position.value = null;
    this.leftOut.value = Math.max(0, text.length - longestText);
    this.text.value = text.slice(0, longestText);
  }

  /** Puts a guess in the place of the masked token. */
  async fill(token: number): Promise<void> {
    const [text, position] = [this.text.peek(), this.reading.peek()?.position];
    if (position === undefined) return;
    try {
      const filled = await this.#client.call("fill", { text, position, token });
      if (text === this.text.peek() && !this.#gone) this.type(filled);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Reads again, as after the weights have changed. */
  refresh(): void {
    this.#version.value++;
  }

  end(): void {
    this.#gone = true;
    this.#end();
  }

  #failed(error: unknown): void {
    if (!this.#gone) this.#tell(error);
  }
}
