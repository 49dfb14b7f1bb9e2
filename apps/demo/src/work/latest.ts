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
