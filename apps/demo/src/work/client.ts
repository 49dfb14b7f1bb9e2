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
