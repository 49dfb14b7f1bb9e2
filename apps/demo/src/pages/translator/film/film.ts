import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { TrainerEvent } from "@saccade/train";
import { Latest } from "../../../work/latest.ts";
import type { Messages } from "../messages/message.tsx";
import type { FilmAsk } from "../network/calls.ts";
import { extended, type FilmOf, type Frame, noFilm } from "../network/frames.ts";
import type { Settings } from "../settings.ts";
import { start } from "../shipped/start.gen.ts";
import type { Session } from "../training/session.ts";

// A film of another sentence is many translations: not one for each letter that is typed.
const settleMs = 500;

/** The film of the sentence on the page. It grows while the run trains, and starts over for another sentence. */
export class Film {
  readonly of: Signal<FilmOf> = signal(start.film);
  readonly frames: ReadonlySignal<readonly Frame[]> = computed(() => this.of.value.frames);
  /** The accuracy after each epoch; of the run, whatever the sentence. */
  readonly accuracies: Signal<ReadonlyMap<number, number>> = signal(accuraciesOf(start.film));
  readonly #session: Session;
  readonly #sentence: Signal<string>;
  readonly #ask: Latest<FilmAsk, FilmOf>;
  readonly #end: () => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, { sentence }: Settings, messages: Messages) {
    this.#session = session;
    this.#sentence = sentence;
    this.#ask = new Latest<FilmAsk, FilmOf>(
      (ask) => session.ask(({ client }) => client.query("film", ask)),
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
    if (this.#session.shipped.value) {
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
