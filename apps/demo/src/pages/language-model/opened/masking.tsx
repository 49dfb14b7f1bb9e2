import { effect, type Signal, signal } from "@preact/signals";
import { NextBars, percent } from "@saccade/figures/language-model";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import type { Inputs } from "@saccade/figures/language-model/lens";
import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { Latest, type WorkerClient } from "../../../work/client.ts";
import { notesOf, words } from "../messages/index.ts";
import { Heads, Wanted } from "../reader.ts";
import { longestText, shownChoices } from "../settings.ts";
import { Guesses } from "../writing.tsx";
import type { MaskAsk, MaskReading, OpenCalls } from "./calls.ts";
import { openedWords } from "./messages/index.ts";

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
  readonly inputs: Wanted<Inputs>;
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
    this.#tell = (error) => {
      if (!this.#gone) tell(error);
    };
    this.mask = mask;
    this.text = signal(text);
    const isRead = (): boolean => this.reading.peek() !== null;
    this.inputs = new Wanted(async () => (isRead() ? client.call("inputs", null) : null), this.#tell);
    this.heads = new Heads(async () => (isRead() ? client.call("heads", null) : null), this.#tell);
    this.layers = new Wanted(async () => (isRead() ? client.call("layers", null) : null), this.#tell);
    const read = new Latest<MaskAsk, MaskReading>(
      (ask) => client.call("mask", ask),
      (reading) => {
        this.reading.value = reading;
        for (const part of [this.inputs, this.heads, this.layers]) part.follow();
      },
      this.#tell,
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
      this.#tell(error);
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
}

/** A text with one masked token, and the likeliest guesses. */
export function MaskText({ reader }: { readonly reader: MaskReader }): JSX.Element {
  const t = useWords(openedWords);
  const w = useWords(words);
  const reading = reader.reading.value;
  const { mask } = reader;
  const { unread = 0, maxLen = 0 } = reading ?? {};
  const chips = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const box = chips.current;
    const masked = box?.querySelector<HTMLElement>("[aria-pressed=true]");
    if (!box || !masked) return;
    // Only the row of tokens scrolls, never the page.
    const top = masked.offsetTop - box.offsetTop;
    const isSeen = top >= box.scrollTop && top + masked.offsetHeight <= box.scrollTop + box.clientHeight;
    if (!isSeen) box.scrollTop = top - box.clientHeight / 2;
  }, [reading]);
  return (
    <section class="masking">
      <label class="field">
        <span>{t.maskText}</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={reader.text.value}
          onInput={(event) => reader.type(event.currentTarget.value)}
        />
      </label>
      <p class="quiet notes" role="status">
        {t.maskHint} {reading !== null && notesOf(w, reader.leftOut.value, longestText, reading)}
        {unread > 0 && fill(t.unreadEnd, { unread, maxLen })}
      </p>
      {reading !== null && (
        <>
          <p class="chips flow mono" ref={chips}>
            {reading.tokens.map((token, i) => (
              <button
                key={i}
                type="button"
                aria-pressed={i === reading.position}
                aria-label={i === reading.position ? undefined : fill(t.maskLabel, { token })}
                onClick={() => (reader.position.value = i)}
              >
                {i === reading.position ? mask : token}
              </button>
            ))}
          </p>
          <Guesses title={t.guesses} choices={reading.choices} onChoose={({ token }) => reader.fill(token)} />
        </>
      )}
    </section>
  );
}

/** The distribution of the masked token. */
export function MaskGuesses({ reader }: { readonly reader: MaskReader }): JSX.Element | null {
  const t = useWords(openedWords);
  const w = useWords(words);
  const reading = reader.reading.value;
  if (reading === null) return null;
  return (
    <section class="next-token">
      <h2>{t.guesses}</h2>
      <NextBars choices={reading.choices} texts={w} onChoose={({ token }) => reader.fill(token)} />
      <p class="number hidden-token">
        {reading.hidden === null
          ? t.fillHint
          : fill(t.hidden, {
              token: reading.hidden.text,
              share: percent(reading.hidden.probability),
            })}
      </p>
    </section>
  );
}
