import { effect } from "@preact/signals";

/**
 * Sends one question at a time, and of those that arrive meanwhile only the newest, such as from a drag or a slider.
 * `answered` is called with every answer in order, `failed` with every failure.
 */
export class Latest<Ask, Answer> {
  readonly #ask: (ask: Ask) => Promise<Answer>;
  readonly #answered: (answer: Answer, ask: Ask) => void;
  readonly #failed: (error: unknown) => void;
  #busy = false;
  #next: { readonly ask: Ask } | undefined;

  constructor(
    ask: (ask: Ask) => Promise<Answer>,
    answered: (answer: Answer, ask: Ask) => void,
    failed: (error: unknown) => void,
  ) {
    this.#ask = ask;
    this.#answered = answered;
    this.#failed = failed;
  }

  send(ask: Ask): void {
    this.#next = { ask };
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let next = this.#next; next !== undefined; next = this.#next) {
      this.#next = undefined;
      try {
        this.#answered(await this.#ask(next.ask), next.ask);
      } catch (error) {
        this.#failed(error);
      }
    }
    this.#busy = false;
  }
}

/** Sends a question whenever it changes; `undefined` is none. Otherwise as {@link Latest}; returns what ends it. */
export function follow<Ask, Answer>(
  question: () => Ask | undefined,
  ...given: ConstructorParameters<typeof Latest<Ask, Answer>>
): () => void {
  const latest = new Latest<Ask, Answer>(...given);
  return effect(() => {
    const ask = question();
    if (ask !== undefined) latest.send(ask);
  });
}
