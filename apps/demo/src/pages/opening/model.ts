import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Chosen } from "@saccade/figures/arcs";
import { type Field, oneOf } from "../../app/fields.ts";
import type { PageState } from "../../app/page-state.ts";
import type { Language as ReaderLanguage } from "../../app/words.ts";
import { WorkerClient } from "../../work/client.ts";
import { Latest } from "../../work/latest.ts";
import type { OpeningCalls, Translation } from "./calls.ts";
import { type Language, languages } from "./languages.ts";
import { start } from "./start.gen.ts";

/** What may be typed or pasted; the rest is cut, and the page says so. */
export const longestSentence = 200;

const sentence: Field<string> = {
  parse: (text) => (text.length <= longestSentence ? text : undefined),
  format: (value) => value,
};

function languageOf(reader: ReaderLanguage): Language {
  return reader === "zh" ? "zh" : "fr";
}

/** The page's state: a sentence and a language in, what the translator makes of it out. */
export class OpeningModel {
  /** At first Chinese for readers of Chinese, else French. */
  readonly language: Signal<Language>;
  /** The reader's own sentence; empty while an example is shown. */
  readonly own: Signal<string>;
  /** The number of the example. */
  readonly example: Signal<string>;
  readonly translation: Signal<Translation>;
  readonly chosen: Signal<Chosen | null> = signal(null);
  /** The words that the translator knows; empty until they are asked for. */
  readonly vocabulary: Signal<readonly string[]> = signal([]);
  readonly wasCut: Signal<boolean> = signal(false);
  /** What went wrong last, for the reader; empty when nothing did. */
  readonly problem: Signal<string> = signal("");
  readonly #client: WorkerClient<OpeningCalls>;
  readonly #translate: Latest<OpeningCalls["translate"]["ask"], Translation>;
  readonly #end: () => void;

  constructor(state: PageState, reader: ReadonlySignal<ReaderLanguage>) {
    this.language = state.setting(
      "to",
      oneOf(languages),
      computed(() => languageOf(reader.value)),
    );
    this.own = state.setting("s", sentence, "");
    this.example = state.setting("example", oneOf(["1", "2", "3", "4", "5", "6"]), "1");
    this.translation = signal(start.translations[this.language.peek()][0]!);
    this.#client = new WorkerClient<OpeningCalls>(
      () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    this.#translate = new Latest<OpeningCalls["translate"]["ask"], Translation>(
      (ask) => this.#client.call("translate", ask),
      (translation, ask) => {
        // The reader may have gone on to something else meanwhile.
        if (ask.sentence === this.own.peek() && ask.language === this.language.peek())
          this.#show(translation);
      },
      (error) => this.#fail(error),
    );
    this.#end = effect(() => this.#follow());
  }

  write(text: string): void {
    this.wasCut.value = text.length > longestSentence;
    this.own.value = text.slice(0, longestSentence);
  }

  chooseExample(index: number): void {
    this.wasCut.value = false;
    this.own.value = "";
    this.example.value = (["1", "2", "3", "4", "5", "6"] as const)[index] ?? "1";
  }

  /** Shows an example with the arcs of one of its words. */
  look(language: Language, example: number, chosen: Chosen): void {
    this.language.value = language;
    this.chooseExample(example);
    this.chosen.value = chosen;
  }

  /** Adds a word of the vocabulary to the reader's own sentence, before its full stop. */
  addWord(word: string): void {
    const before = this.own.value.replace(/\s*[.?!]\s*$/, "").trim();
    this.write(`${before} ${word} .`.trim());
  }

  /** Asks for the words that the translator knows. */
  listWords(): void {
    const language = this.language.peek();
    this.#client.call("vocabulary", { language }).then(
      (tokens) => {
        this.vocabulary.value = tokens;
      },
      (error: unknown) => this.#fail(error),
    );
  }

  end(): void {
    this.#end();
    this.#client.stop();
  }

  #follow(): void {
    const language = this.language.value;
    const own = this.own.value;
    const example = start.translations[language][Number(this.example.value) - 1];
    if (own.trim() !== "") this.#translate.send({ language, sentence: own });
    else if (example !== undefined) this.#show(example);
  }

  #show(translation: Translation): void {
    this.chosen.value = null;
    this.problem.value = "";
    this.translation.value = translation;
  }

  #fail(error: unknown): void {
    this.problem.value = error instanceof Error ? error.message : String(error);
  }
}
