import { effect, type Signal, signal } from "@preact/signals";
import { Latest } from "../../../work/latest.ts";
import type { WordsAsk } from "../network/calls.ts";
import { replaceWord, spokenOut } from "../network/english.ts";
import type { Settings } from "../settings.ts";
import type { Session } from "../training/session.ts";
import type { Reading } from "./reading.ts";

/** Words of the vocabulary to continue with: those that match the last input. */
export class WordPicker {
  readonly offered: Signal<readonly string[]> = signal([]);
  /** For words that the network does not know: the nearest that it knows. */
  readonly instead: Signal<ReadonlyMap<string, readonly string[]>> = signal(new Map());
  readonly #session: Session;
  readonly #reading: Reading;
  readonly #sentence: Signal<string>;
  readonly #suggest: Latest<WordsAsk, readonly string[]>;
  readonly #end: () => void;
  /** An answer that comes after the list was closed does not open it again. */
  #isOpen = false;

  constructor(session: Session, reading: Reading, { sentence }: Settings) {
    this.#session = session;
    this.#reading = reading;
    this.#sentence = sentence;
    this.#suggest = new Latest<WordsAsk, readonly string[]>(
      (ask) => session.ask(({ client }) => client.query("suggest", ask)),
      (words) => {
        if (this.#isOpen) this.offered.value = words;
      },
      () => {
        this.offered.value = []; // the translation of the same run reports the error
      },
    );
    this.#end = effect(() => {
      for (const { text, known } of reading.translation.value.source) if (!known) void this.#lookFor(text);
    });
  }

  /** Offers words for the end of the sentence. */
  offer(): void {
    this.#isOpen = true;
    this.#suggest.send(lastOf(this.#sentence.peek()));
  }

  close(): void {
    this.#isOpen = false;
    this.offered.value = [];
  }

  /** Completes the current input with an offered word; the next words are offered. */
  pick(word: string): void {
    this.#reading.write(`${withoutBegun(this.#sentence.peek())}${word} `.trimStart());
    this.offered.value = []; // they continued the previous input
    this.offer();
  }

  /** Replaces all occurrences of a word by another. */
  replace(unknown: string, word: string): void {
    this.#reading.write(replaceWord(this.#sentence.peek(), unknown, word));
  }

  end(): void {
    this.#end();
  }

  async #lookFor(word: string): Promise<void> {
    if (this.instead.peek().has(word)) return;
    try {
      const found = await this.#session.ask(({ client }) => client.query("nearest", word));
      this.instead.value = new Map([...this.instead.peek(), [word, found]]);
    } catch {} // the translation of the same run reports the error
  }
}

/** The word that is begun at the end of a text, and the one before it. */
export function lastOf(text: string): WordsAsk {
  const words = spokenOut(text.toLowerCase().replace(/([,.!?])/g, " $1 ")).split(/\s+/);
  const start = /[\s.!?]$/.test(text) ? "" : (words.pop() ?? "");
  return { before: words.filter((word) => word !== "").at(-1) ?? "", start };
}

function withoutBegun(text: string): string {
  const kept = text.replace(/[^\s.,!?]*$/, "");
  return kept === "" || /\s$/.test(kept) ? kept : `${kept} `;
}
