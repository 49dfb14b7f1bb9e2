import { TrainerClient } from "@saccade/train";
import type { TrainingSettings } from "./calls.ts";
import { start } from "./start.gen.ts";
import type { create } from "./worker.ts";

export type Client = TrainerClient<typeof create>;

/** The page's worker: made at the first question, and again after a crash. */
export class RegressionWorker {
  #client: Promise<Client> | undefined;
  /** The state of the trainer in the worker. */
  #at: TrainingSettings = { points: start.points, w: start.untrained, lr: 0.02 };

  /** Asks the worker, whatever it trains. */
  async ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    return question(await this.#connected());
  }

  /** The worker, with a trainer for these settings; an existing one continues if its settings match. */
  async trainer(settings: TrainingSettings): Promise<Client> {
    const client = await this.#connected();
    const { points, w, lr } = this.#at;
    if (points !== settings.points || w !== settings.w || lr !== settings.lr) {
      await client.create(settings);
      this.#at = settings;
    }
    return client;
  }

  /** Notes where a step has taken w. */
  trained(w: number): void {
    this.#at = { ...this.#at, w };
  }

  stop(): void {
    this.#client?.then(
      (client) => client.close(),
      () => undefined,
    );
    this.#client = undefined;
  }

  #connected(): Promise<Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const client: Client = new TrainerClient(
      new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }),
    );
    client.on("error", () => this.stop());
    await client.create(this.#at);
    return client;
  }
}
