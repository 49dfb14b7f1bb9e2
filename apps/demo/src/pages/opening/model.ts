import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Chosen } from "@saccade/figures/arcs";
import type { PageState } from "../../app/address.ts";
import { oneOf, text } from "../../app/fields.ts";
import type { Language as ReaderLanguage } from "../../app/shell.ts";
import type { UnknownWord } from "../../ui/own-sentence.tsx";
import { Latest, WorkerClient } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { SourceWord } from "../translator/network/calls.ts";
import { nearWords, type ReadEnglish, readEnglish, replaceWord } from "../translator/network/english.ts";
import { longest } from "../translator/network/network-sizes.ts";
import { type Language, languages, type Start, type TranslateAsk, type Translation } from "./calls.ts";
import json from "./start.gen.json" with { type: "json" };
import type { Answer } from "./subwords/answer.ts";
import type { Larger } from "./subwords/larger.ts";
import type { OpeningCalls } from "./worker.ts";

export const start: Start = json;

/** The longest text that may be typed or pasted; the rest is cut, and the page says so. */
export const longestSentence = 200;

const exampleNames = ["1", "2", "3", "4", "5", "6"] as const;

/** Milliseconds without a key after which a reader's sentence counts as written: a word that is half there is no unknown word. */
const pause = 700;

/** The page's state: a sentence and a language in, the translation out. */
export class OpeningModel {
  /** At first Chinese for readers of Chinese, else French. */
  readonly language: Signal<Language>;
  /** The reader's own sentence; empty while an example is shown. */
  readonly own: Signal<string>;
  /** The number of the example. */
  readonly example: Signal<string>;
  readonly translation: Signal<Translation>;
  readonly chosen: Signal<Chosen | null> = signal(null);
  /** The reader's own sentence as the network is to read it; null while an example is shown. */
  readonly reading: ReadonlySignal<OwnSentence | null>;
  readonly wasCut: Signal<boolean> = signal(false);
  /** The last error, for the reader; empty if there was none. */
  readonly problem: Signal<string> = signal("");
  /** The reader's own sentence once they pause, if the small translator cannot read all of it; then the larger one is asked. */
  readonly hard: Signal<string | null> = signal(null);
  /** The larger translator, once a sentence needed it, and its answer to the sentence. */
  readonly larger: Signal<Larger | null> = signal(null);
  readonly answer: Signal<Answer | null> = signal(null);
  /** Whether the larger translator answers for the sentence. */
  readonly isLarger: ReadonlySignal<boolean>;
  readonly client: WorkerClient<OpeningCalls>;
  readonly #translate: Latest<TranslateAsk, Translation>;
  readonly #end: () => void;

  constructor(state: PageState, reader: ReadonlySignal<ReaderLanguage>) {
    this.language = state.setting(
      "to",
      oneOf(languages),
      computed(() => (reader.value === "zh" ? "zh" : "fr")),
    );
    this.own = state.setting("s", text(longestSentence), "");
    this.example = state.setting("example", oneOf(exampleNames), "1");
    this.translation = signal(start.translations[this.language.peek()][0]!);
    this.reading = computed(() => {
      const own = this.own.value;
      return own.trim() === "" ? null : ownSentence(own, start.words);
    });
    this.isLarger = computed(
      () =>
        this.hard.value !== null &&
        this.language.value === "fr" &&
        this.larger.value?.loading.value.kind === "ready",
    );
    this.client = new WorkerClient<OpeningCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    this.#translate = new Latest<TranslateAsk, Translation>(
      (ask) => this.client.call("translate", ask),
      (translation, ask) => {
        if (this.#isWanted(ask)) this.#show(translation);
      },
      (error) => (this.problem.value = reasonOf(error)),
    );
    const ends = [effect(() => this.#follow()), effect(() => this.#notice())];
    this.#end = () => {
      for (const end of ends) end();
    };
  }

  write(text: string): void {
    this.wasCut.value = text.length > longestSentence;
    this.own.value = text.slice(0, longestSentence);
  }

  chooseExample(index: number): void {
    this.wasCut.value = false;
    this.own.value = "";
    this.example.value = exampleNames[index] ?? "1";
  }

  /** Shows an example with the arcs of one of its words. */
  look(language: Language, example: number, chosen: Chosen): void {
    this.language.value = language;
    this.chooseExample(example);
    this.chosen.value = chosen;
  }

  /** Writes a known word in the place of an unknown one. */
  replace(unknown: string, known: string): void {
    this.write(replaceWord(this.own.peek(), unknown, known));
  }

  end(): void {
    this.#end();
    this.client.stop();
  }

  /** The larger translator's answer, unless the reader has gone on. */
  showAnswer(text: string, answer: Answer): void {
    if (text !== this.hard.peek() || this.language.peek() !== "fr") return;
    this.answer.value = answer;
    this.#show(answer.translation);
  }

  #notice(): () => void {
    const text = this.own.value;
    const { words = [], unknown = [], leftOut = [], further = 0, tooMany = 0 } = this.reading.value ?? {};
    const isHard = words.length > 0 && unknown.length + leftOut.length + further + tooMany > 0;
    this.answer.value = null;
    if (!isHard) this.hard.value = null;
    const timer = setTimeout(() => {
      this.hard.value = isHard ? text : null;
    }, pause);
    return () => clearTimeout(timer);
  }

  #follow(): void {
    const language = this.language.value;
    const reading = this.reading.value;
    const example = start.translations[language][Number(this.example.value) - 1];
    if (reading === null) {
      if (example !== undefined) this.#show(example);
    } else if (reading.words.length === 0) this.#show(nothing);
    else if (!this.isLarger.value) this.#translate.send({ language, words: textsOf(reading.words) });
  }

  /** The reader may have gone on to something else meanwhile. */
  #isWanted({ language, words }: TranslateAsk): boolean {
    const now = this.reading.peek()?.words;
    if (now === undefined || language !== this.language.peek()) return false;
    return textsOf(now).join(" ") === words.join(" ");
  }

  #show(translation: Translation): void {
    this.chosen.value = null;
    this.problem.value = "";
    this.translation.value = translation;
  }
}

const textsOf = (words: readonly SourceWord[]): string[] => words.map(({ text }) => text);

const nothing: Translation = { source: [], tokens: [], weights: [], probabilities: [] };

/** The reader's own sentence as the network is to read it: known before anything is translated. */
export interface OwnSentence extends Pick<ReadEnglish, "leftOut" | "further" | "tooMany"> {
  /** Empty where the reader wrote no word. */
  readonly words: readonly SourceWord[];
  /** Each unknown word once. */
  readonly unknown: readonly UnknownWord[];
}

/** The maximum number of words that the network reads, followed by the full stop and `<eos>`. */
export const mostWords: number = longest - 2;

/** @param vocabulary the words that the translator knows */
export function ownSentence(text: string, vocabulary: readonly string[]): OwnSentence {
  const { words: read, leftOut, further, tooMany } = readEnglish(text, mostWords + 1);
  const known = new Set([...vocabulary, "'s", "."]);
  const words = read.map((word) => ({ text: word, known: known.has(word) }));
  const unknown = [...new Set(words.filter((word) => !word.known).map((word) => word.text))];
  return {
    words,
    unknown: unknown.map((word) => ({ text: word, near: nearWords(word, vocabulary) })),
    leftOut,
    further,
    tooMany,
  };
}
