import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import type { Cached, Draft, HeadAsk, HeadMaps, Inputs, Reading } from "@saccade/figures/language-model/lens";
import type { Choice } from "@saccade/figures/language-model/sampling";
import { seededRandom, whenNear } from "@saccade/figures/ui";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Latest } from "../../work/client.ts";
import type { Start, Subject } from "./calls.ts";
import { type Settings, samplingOf, shownChoices } from "./settings.ts";

/** A model's analysis of the text that was read last, once it is wanted. */
export class Wanted<Answer> {
  readonly answer: Signal<Answer | null>;
  readonly #latest: Latest<null, Answer | null>;
  #wanted = false;

  /**
   * @param ask null while there is no text
   * @param first what is shown before it is answered
   */
  constructor(
    ask: (nothing: null) => Promise<Answer | null>,
    failed: (error: unknown) => void,
    first: Answer | null = null,
  ) {
    this.answer = signal(first);
    const show = (answer: Answer | null): void => {
      if (answer !== null) this.answer.value = answer;
    };
    this.#latest = new Latest(ask, show, failed);
  }

  /** From now on the answer follows the text. */
  want(): void {
    this.#wanted = true;
    this.follow();
  }

  /** To be called when the text or the model has changed. */
  follow(): void {
    if (this.#wanted) this.#latest.send(null);
  }
}

/** The element that shows an analysis, which is wanted once that is near the window. */
export function useWanted(wanted: { want(): void }): RefObject<HTMLElement | null> {
  const into = useRef<HTMLElement>(null);
  useEffect(
    () => (into.current === null ? undefined : whenNear(into.current, () => wanted.want())),
    [wanted],
  );
  return into;
}

/** Every head's weights on a text, once they are wanted, and the head that is looked at. */
export class Heads extends Wanted<HeadMaps> {
  readonly head: Signal<HeadAsk> = signal({ layer: 0, head: 0 });
}

interface ReaderOptions {
  readonly settings: Pick<Settings, "prompt" | "temperature" | "topK" | "topP" | "seed">;
  /** The content before the model has answered; null for none. */
  readonly first: Pick<Start, "reading" | "inputs" | "cached"> | null;
  /** Characters that the reader may type. */
  readonly longest: number;
  readonly tell: (error: unknown) => void;
}

const noReading: Reading = {
  tokens: [],
  unread: 0,
  maxLen: 0,
  unknown: [],
  unknownAs: null,
  text: "",
  choices: [],
  kept: 0,
  vocabSize: 0,
  computed: 0,
  ms: 0,
};

const msBetweenTokens = 110;
/** Tokens that may be added to a prompt. */
const most = 600;

/** A text that a model continues: its tokens, what may come next, the cache, and every head's weights. */
export class Reader {
  readonly reading: Signal<Reading>;
  readonly cached: Signal<Cached | null>;
  /** The vectors of the text. */
  readonly inputs: Wanted<Inputs>;
  readonly heads: Heads;
  /** Each layer's prediction. */
  readonly layers: Wanted<LayerGuesses>;
  readonly writing: Signal<boolean> = signal(false);
  /** Milliseconds that the model took for the last token it wrote; null before there is one. */
  readonly pace: Signal<number | null> = signal(null);
  /** The tokens that were added to the prompt. */
  readonly added: Signal<readonly number[]> = signal([]);
  /** The number of characters beyond `longest` that were cut from the last input. */
  readonly leftOut: Signal<number> = signal(0);
  readonly longest: number;
  readonly settings: ReaderOptions["settings"];
  readonly #subject: Signal<Subject | null> = signal(null);
  /** Counts changes of the weights. */
  readonly #version: Signal<number> = signal(0);
  readonly #read: Latest<Draft, Reading | null>;
  readonly #cache: Wanted<Cached>;
  readonly #tell: (error: unknown) => void;
  readonly #ends: (() => void)[];
  #random: () => number;
  #gone = false;

  constructor({ settings, first, longest, tell }: ReaderOptions) {
    this.settings = settings;
    this.longest = longest;
    this.reading = signal(first?.reading ?? noReading);
    this.#tell = tell;
    this.#random = seededRandom(settings.seed.peek());
    this.#read = new Latest(
      this.#asking((subject, draft: Draft) =>
        subject.read({ draft, sampling: samplingOf(settings), count: shownChoices }),
      ),
      (answer, { prompt }) => {
        if (answer !== null && prompt === settings.prompt.peek()) this.#show(answer);
      },
      tell,
    );
    const [inputs, heads] = [this.#asking((model) => model.inputs()), this.#asking((model) => model.heads())];
    const layers = this.#asking((model) => model.layers());
    const cached = this.#asking((model) => model.cached(this.heads.head.peek()));
    this.inputs = new Wanted(inputs, tell, first?.inputs);
    this.heads = new Heads(heads, tell);
    this.layers = new Wanted(layers, tell);
    this.#cache = new Wanted(cached, tell, first?.cached);
    this.cached = this.#cache.answer;
    this.#ends = [
      effect(() => {
        const draft = { prompt: settings.prompt.value, added: this.added.value };
        void [this.#version.value, settings.temperature.value, settings.topK.value, settings.topP.value];
        if (this.#subject.value !== null && !this.writing.peek()) this.#read.send(draft);
      }),
      effect(() => {
        this.#random = seededRandom(settings.seed.value);
      }),
      effect(() => {
        void this.heads.head.value;
        this.#cache.want();
      }),
    ];
  }

  /** Whether a model is there to answer. */
  get ready(): ReadonlySignal<Subject | null> {
    return this.#subject;
  }

  /** Hands over the model; again after its weights have changed. */
  use(subject: Subject): void {
    if (this.#subject.peek() !== subject) {
      this.added.value = [];
      this.pace.value = null;
      this.#subject.value = subject;
    }
    this.#version.value++;
  }

  /** The reader's own text. */
  type(text: string): void {
    this.added.value = [];
    this.leftOut.value = Math.max(0, text.length - this.longest);
    this.settings.prompt.value = text.slice(0, this.longest);
  }

  /** Back to the prompt. */
  restart(): void {
    this.writing.value = false;
    this.#random = seededRandom(this.settings.seed.peek());
    this.added.value = [];
  }

  add({ token }: Choice): void {
    this.writing.value = false;
    this.added.value = [...this.added.value, token];
  }

  /** Draws one token. */
  async draw(): Promise<void> {
    const subject = this.#subject.peek();
    if (subject === null) return;
    const draft: Draft = { prompt: this.settings.prompt.peek(), added: this.added.peek() };
    const ask = { draft, sampling: samplingOf(this.settings), count: shownChoices, random: this.#random() };
    try {
      const { token, reading } = await subject.write(ask);
      // The reader may have typed meanwhile, or another model may be there.
      if (draft.prompt !== this.settings.prompt.peek() || subject !== this.#subject.peek()) return;
      if (draft.added !== this.added.peek()) return;
      this.added.value = [...draft.added, token];
      if (reading.computed === 1) this.pace.value = reading.ms;
      this.#show(reading);
    } catch (error) {
      this.writing.value = false;
      if (!this.#gone && subject === this.#subject.peek()) this.#tell(error);
    }
  }

  /** Draws token after token until it is stopped. */
  async write(): Promise<void> {
    this.writing.value = true;
    while (this.writing.peek() && !this.#gone && this.added.peek().length < most) {
      const began = performance.now();
      await this.draw();
      const left = msBetweenTokens - (performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)));
    }
    this.writing.value = false;
    this.#lookInside();
  }

  stop(): void {
    this.writing.value = false;
  }

  end(): void {
    this.#gone = true;
    for (const end of this.#ends) end();
  }

  #show(reading: Reading): void {
    const last = this.reading.peek();
    // If only a slider moved, nothing was read: the duration of the last reading stays visible.
    const isSame = reading.computed === 0 && reading.text === last.text;
    this.reading.value = isSame ? { ...reading, computed: last.computed } : reading;
    this.#cache.follow();
    this.#lookInside();
  }

  // Recomputing these for every token would slow down a large model that writes.
  #lookInside(): void {
    this.inputs.follow();
    for (const part of [this.heads, this.layers]) {
      const isSlow = (part.answer.peek()?.ms ?? 0) > msBetweenTokens / 4;
      if (!(isSlow && this.writing.peek())) part.follow();
    }
  }

  /** A question to the model: null without one, and for an answer or failure of one that was replaced meanwhile. */
  #asking<Ask, Answer>(
    ask: (subject: Subject, ask: Ask) => Promise<Answer>,
  ): (given: Ask) => Promise<Answer | null> {
    return async (given) => {
      const subject = this.#subject.peek();
      if (subject === null) return null;
      const isOutdated = (): boolean => this.#gone || subject !== this.#subject.peek();
      try {
        const answer = await ask(subject, given);
        return isOutdated() ? null : answer;
      } catch (error) {
        if (isOutdated()) return null;
        throw error;
      }
    };
  }
}
