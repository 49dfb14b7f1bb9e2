import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import { Latest } from "../../work/latest.ts";
import type { Messages } from "./messages/index.tsx";
import type { TranslateAsk, Translation } from "./network/calls.ts";
import { nearWords, replaceWord } from "./network/english.ts";
import { longestSentence, type Settings } from "./settings.ts";
import { start } from "./shipped/start.ts";
import type { Training } from "./training.ts";

const nothing: Translation = { source: [], unseen: 0, tokens: [], weights: [], candidates: [] };
const msBetweenTranslations = 400;

/** The sentence, and the network's current translation, updated while it trains. */
export class Reading {
  readonly translation: Signal<Translation> = signal(start.translation);
  /** The place of the translation whose candidates are shown. */
  readonly place: Signal<number> = signal(0);
  /** Words that the reader put in the network's mouth. */
  readonly prefix: Signal<readonly string[]> = signal([]);
  readonly wasCut: Signal<boolean> = signal(false);
  /** The words that the network does not know, each once, and the nearest that it knows. */
  readonly unknown: ReadonlySignal<readonly { readonly text: string; readonly near: readonly string[] }[]>;
  readonly #training: Training;
  readonly #sentence: Signal<string>;
  readonly #translate: Latest<TranslateAsk, Translation>;
  readonly end: () => void;
  #translatedAt = 0;

  constructor(training: Training, { sentence }: Settings, messages: Messages) {
    this.#training = training;
    this.#sentence = sentence;
    this.unknown = computed(() => {
      const { source } = this.translation.value;
      const texts = new Set(source.filter(({ known }) => !known).map(({ text }) => text));
      return [...texts].map((text) => ({ text, near: nearWords(text, training.facts.value.words) }));
    });
    this.#translate = new Latest<TranslateAsk, Translation>(
      (ask) => training.ask(({ client }) => client.query("translate", ask)),
      (translation) => {
        // The reader may have emptied the sentence meanwhile.
        if (!this.isEmpty) this.#show(translation);
      },
      (error) => messages.tell(error),
    );
    this.end = effect(() => this.#follow());
  }

  get isEmpty(): boolean {
    return this.#sentence.peek().trim() === "";
  }

  write(text: string): void {
    this.wasCut.value = text.length > longestSentence;
    this.prefix.value = [];
    this.#sentence.value = text.slice(0, longestSentence);
  }

  /** Replaces all occurrences of a word by another. */
  replace(unknown: string, word: string): void {
    this.write(replaceWord(this.#sentence.peek(), unknown, word));
  }

  choose(place: number): void {
    const last = this.translation.peek().tokens.length - 1;
    this.place.value = Math.max(0, Math.min(last, place)); // 0 also where there is no word
  }

  /** Puts a word at a place; the network continues from there. */
  sayInstead(place: number, token: string): void {
    this.prefix.value = [...this.translation.value.tokens.slice(0, place), token];
  }

  ownWords(): void {
    this.prefix.value = [];
  }

  onEvent({ type }: TrainerEvent): void {
    const isOver = type === "pause" || type === "stop" || type === "done";
    const isDue =
      (type === "step" || type === "epoch") && performance.now() - this.#translatedAt > msBetweenTranslations;
    if (isOver || isDue) this.again();
  }

  /** Translates again: the weights have changed. */
  again(): void {
    this.#translatedAt = performance.now();
    if (!this.isEmpty) this.#translate.send({ sentence: this.#sentence.peek(), prefix: this.prefix.peek() });
  }

  #follow(): void {
    void this.#training.number.value;
    const sentence = this.#sentence.value;
    const prefix = this.prefix.value;
    if (sentence.trim() === "") {
      this.#show(nothing);
      return;
    }
    const isFirst = this.#training.shipped.value && prefix.length === 0 && sentence === start.film.sentence;
    if (isFirst) this.#show(start.translation);
    else this.#translate.send({ sentence, prefix });
  }

  #show(translation: Translation): void {
    this.translation.value = translation;
    this.choose(this.place.peek());
  }
}
