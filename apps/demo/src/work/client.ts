import { effect } from "@preact/signals";
import type { Calls, Reply } from "./serve.ts";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The part of a Worker that a client needs. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Sends requests to a worker. If the worker crashes, pending requests fail, and the next one starts a new worker. */
export class WorkerClient<C extends Calls<C>> {
  readonly #make: () => WorkerPort;
  readonly #waiting: Map<number, Waiting> = new Map();
  #port: WorkerPort | undefined;
  #next = 0;

  /** @param make makes the worker; called at the first question. */
  constructor(make: () => WorkerPort) {
    this.#make = make;
  }

  /** @throws Error with the worker's message, or that it stopped. */
  call<Name extends keyof C>(name: Name, ask: C[Name]["ask"]): Promise<C[Name]["answer"]> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve: (answer) => resolve(answer as C[Name]["answer"]), reject });
      try {
        this.#port ??= this.#connect();
        this.#port.postMessage({ id, name, ask });
      } catch (error) {
        this.#waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Ends the worker and fails what waits. The next call starts another. */
  stop(reason: string = "the worker was stopped"): void {
    this.#port?.terminate();
    this.#port = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(reason));
  }

  #connect(): WorkerPort {
    const port = this.#make();
    port.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.answer);
    };
    port.onerror = (event) => this.stop(event.message || "the worker could not be started");
    return port;
  }
}

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
