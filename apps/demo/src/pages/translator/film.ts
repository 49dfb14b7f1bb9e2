import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fill, grouped } from "@saccade/figures/messages";
import type { TrainerEvent } from "@saccade/train";
import { saveFile } from "../../export/save-file.ts";
import type { Reel } from "../../ui/reel.ts";
import { Latest } from "../../work/client.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Messages, Texts } from "./messages/index.tsx";
import type { FilmAsk, TranslateAsk, Translation } from "./network/calls.ts";
import { nearWords, replaceWord } from "./network/english.ts";
import { type Drawn, drawnOf, extended, type FilmOf, type Frame, noFilm } from "./network/frames.ts";
import { longestSentence, type Settings } from "./settings.ts";
import { start } from "./shipped/start.ts";
import type { Training } from "./training.ts";

// A film of another sentence is many translations: not one for each letter that is typed.
const settleMs = 500;

/** The film of the sentence on the page. It grows while the run trains, and starts over for another sentence. */
export class Film {
  readonly of: Signal<FilmOf> = signal(start.film);
  readonly frames: ReadonlySignal<readonly Frame[]> = computed(() => this.of.value.frames);
  /** The accuracy after each epoch; of the run, whatever the sentence. */
  readonly accuracies: Signal<ReadonlyMap<number, number>> = signal(accuraciesOf(start.film));
  /** Of the film that is being written: frames that are done, and how many there are. */
  readonly writing: Signal<{ readonly done: number; readonly of: number } | null> = signal(null);
  readonly #training: Training;
  readonly #messages: Messages;
  readonly #sentence: Signal<string>;
  readonly #ask: Latest<FilmAsk, FilmOf>;
  readonly #end: () => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(training: Training, { sentence }: Settings, messages: Messages) {
    this.#training = training;
    this.#messages = messages;
    this.#sentence = sentence;
    this.#ask = new Latest<FilmAsk, FilmOf>(
      (ask) => training.ask(({ client }) => client.query("film", ask)),
      (part) => {
        this.accuracies.value = new Map([...this.accuracies.peek(), ...accuraciesOf(part)]);
        if (part.sentence === this.#sentence.peek() && part.frames.length > 0)
          this.of.value = extended(this.of.peek(), part);
      },
      (error) => messages.tell(error),
    );
    this.#end = effect(() => this.#follow());
  }

  /** Of a run that has just come to the page. */
  begin(film: FilmOf): void {
    this.accuracies.value = accuraciesOf(film);
    this.of.value = film.sentence === this.#sentence.peek() ? film : noFilm;
  }

  /** Saves the film as a file, in the page's language and colors. */
  async save(words: Texts): Promise<void> {
    if (this.writing.peek() !== null) return;
    const film = this.of.peek();
    const of = film.frames.length;
    this.writing.value = { done: 0, of };
    try {
      // Drawing and encoders come when they are asked for.
      const { fileOf } = await import("./film-file.tsx");
      const [facts, losses] = [this.#training.facts.peek(), this.#training.losses.peek()];
      const shown = { film, facts, losses, accuracies: this.accuracies.peek(), words };
      const file = await fileOf(shown, (done) => (this.writing.value = { done, of }));
      const name = "saccade-translator.webm";
      if (file === null) this.#messages.say("film", (t) => t.cannotWrite, true);
      else {
        saveFile(name, file);
        const kilobytes = grouped(Math.ceil(file.size / 1000));
        this.#messages.say("film", (t) => fill(t.filmSaved, { name, frames: of, kilobytes }));
      }
    } catch (error) {
      this.#messages.say("film", (t) => fill(t.filmFailed, { why: reasonOf(error) }), true);
    } finally {
      this.writing.value = null;
    }
  }

  onEvent({ type }: TrainerEvent): void {
    if (type === "start" || type === "epoch" || type === "done") this.#grow();
  }

  end(): void {
    this.#end();
    clearTimeout(this.#waiting);
  }

  #grow(): void {
    const sentence = this.#sentence.peek();
    if (sentence.trim() === "") return;
    const film = this.of.peek();
    const last = film.sentence === sentence ? film.frames.at(-1)?.epoch : undefined;
    this.#ask.send({ sentence, after: last ?? -1 });
  }

  #follow(): void {
    const sentence = this.#sentence.value;
    clearTimeout(this.#waiting);
    if (sentence === this.of.peek().sentence) return;
    if (this.#training.shipped.value) {
      this.of.value = sentence === start.film.sentence ? start.film : noFilm;
      return;
    }
    this.of.value = noFilm;
    this.#waiting = setTimeout(() => this.#grow(), settleMs);
  }
}

function accuraciesOf({ frames }: FilmOf): ReadonlyMap<number, number> {
  return new Map(
    frames.flatMap(({ epoch, accuracy }) => (accuracy === null ? [] : [[epoch, accuracy] as const])),
  );
}

const slowestMs = 450;
const fastestMs = 80;
/** A longer film is played faster. */
const longestMs = 12_000;
/** The ends are shown longer, so that they can be read. */
const endMs = 1500;

/** How many milliseconds a frame is shown. */
export function paceOf(index: number, count: number): number {
  const isEnd = index === 0 || index === count - 1;
  return isEnd ? endMs : Math.max(fastestMs, Math.min(slowestMs, longestMs / count));
}

/** The state of learning on the page: a frame of the film, or the newest state. */
export interface View {
  readonly drawn: Drawn;
  readonly epoch: number;
  readonly loss: number | null;
  readonly accuracy: number | null;
  /** Whether it is the network as it is now. */
  readonly isNow: boolean;
}

interface Parts {
  readonly film: Film;
  readonly player: Reel;
  readonly reading: Reading;
  readonly training: Training;
}

export function viewOf({ film, player, reading, training }: Parts): View {
  const frame = player.chosen.value === null ? undefined : film.frames.value[player.value];
  if (frame !== undefined) {
    const { epoch, loss, accuracy, translation: tokens } = frame;
    const drawn = drawnOf({ ...frame, source: film.of.value.source, tokens });
    return { drawn, epoch, loss, accuracy, isNow: false };
  }
  const translation = reading.translation.value;
  const probabilities = translation.tokens.map(
    // 1 for a word that the reader chose and the network would hardly have.
    (said, i) => translation.candidates[i]?.find(({ token }) => token === said)?.probability ?? 1,
  );
  const losses = training.losses.value;
  const accuracies = film.accuracies.value;
  const epoch = losses.length;
  return {
    drawn: drawnOf({ ...translation, probabilities }),
    epoch,
    loss: losses.at(-1) ?? null,
    accuracy: accuracies.get(epoch) ?? accuracies.get(epoch - 1) ?? null,
    isNow: true,
  };
}

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
