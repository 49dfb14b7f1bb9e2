import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fill, grouped } from "@saccade/figures/messages";
import type { TrainerEvent } from "@saccade/train";
import { saveFile } from "../../export/save-file.ts";
import type { Reel } from "../../ui/reel.ts";
import { Latest } from "../../work/latest.ts";
import { reasonOf } from "../../work/reason-of.ts";
import type { Messages, Texts } from "./messages/index.tsx";
import type { FilmAsk } from "./network/calls.ts";
import { type Drawn, drawnOf, extended, type FilmOf, type Frame, noFilm } from "./network/frames.ts";
import type { Reading } from "./reading.ts";
import type { Settings } from "./settings.ts";
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
      const file = await fileOf(shown, (done) => {
        this.writing.value = { done, of };
      });
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
