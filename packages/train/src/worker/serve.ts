import { badArgument, checkFunction, refuseExtra } from "@saccade/tensor/checks";
import { callable, number, type OptionsOf, options, required, withFix } from "@saccade/tensor/contract";
import type { TrainerControls } from "../controls.ts";
import type { TrainerEvent } from "../events.ts";
import { EventQueue } from "./event-queue.ts";
import { checkPort, listen, type Port } from "./port.ts";
import { isRequest, type Reply, type Request, toText } from "./protocol.ts";

/** Functions that a client may call by name, between steps: plain data in, plain data out. */
export type Queries = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A worker's training, and the queries that it answers. */
export interface TrainerJob<Q extends Queries = Queries> {
  /** A Trainer. */
  readonly trainer: TrainerControls & { betweenSteps<T>(f: () => T | Promise<T>): Promise<T> };
  /** The functions that a client may call with `query(name, ...args)`. */
  readonly queries?: Q;
}

const serveOptions = options(
  "serveTrainer",
  {
    create: required(
      withFix(callable<(settings: never) => unknown>(), "write create: (settings) => ({ trainer })"),
    ),
    /** The least time between two messages of events, in milliseconds. Default 16, a frame. */
    eventInterval: { ...number(16, { min: 0 }), must: "a finite number of milliseconds ≥ 0" },
  },
  { example: "serveTrainer(port, { create: (settings) => ({ trainer }) })" },
);

/** Options of {@link serveTrainer}. */
export interface ServeOptions<S, Q extends Queries> extends OptionsOf<typeof serveOptions> {
  /** Makes the trainer for the client's settings, plain data; called again, it replaces the one before. */
  readonly create: (settings: S) => TrainerJob<Q> | Promise<TrainerJob<Q>>;
}

/**
 * Lets a client (`TrainerClient`) on the other side of a port drive a trainer here. In a Web Worker the port is
 * `self`, in Node's worker_threads `parentPort`. Returns a function that ends it.
 *
 * @throws ArgumentError for a port that is not one, an unknown option or a wrong value.
 * @example
 * const { port1, port2 } = new MessageChannel();
 * const stop = serveTrainer(port2, { create: () => { throw new Error("not asked"); } });
 * typeof stop // "function"
 */
export function serveTrainer<S, Q extends Queries>(port: Port, given: ServeOptions<S, Q>): () => void {
  refuseExtra(serveOptions, arguments, 2);
  checkPort("serveTrainer", port);
  const { create, eventInterval } = serveOptions(given);
  const server = new Server<S, Q>(port, { create: create as ServeOptions<S, Q>["create"], eventInterval });
  const end = listen(port, {
    message: (data) => {
      if (isRequest(data)) void server.answer(data);
    },
    failure: (error) => server.broken(error),
  });
  return () => {
    end();
    server.close();
    server.broken(new Error("serveTrainer was ended on the other side of the port."));
  };
}

class Server<S, Q extends Queries> {
  readonly #port: Port;
  readonly #create: ServeOptions<S, Q>["create"];
  readonly #queue: EventQueue;
  #job: Promise<TrainerJob<Q>> | null = null;
  #endListening: () => void = () => {};

  constructor(
    port: Port,
    { create, eventInterval }: { create: ServeOptions<S, Q>["create"]; eventInterval: number },
  ) {
    this.#port = port;
    this.#create = create;
    this.#queue = new EventQueue((events) => this.#sendEvents(events), eventInterval);
  }

  async answer({ id, command, args }: Request): Promise<void> {
    try {
      const value = await this.#do(command, args);
      // Events before the answer are sent before it.
      this.#queue.flush();
      this.#post({ kind: "saccade.train.value", id, value }, value);
    } catch (error) {
      this.#queue.flush();
      this.#post({ kind: "saccade.train.error", id, error: toText(error) });
    }
  }

  broken(error: Error): void {
    this.#post({ kind: "saccade.train.broken", error: toText(error) });
  }

  close(): void {
    this.#endListening();
    void this.#job?.then(
      ({ trainer }) => trainer.stop(),
      () => {},
    );
  }

  async #do(command: Request["command"], args: readonly unknown[]): Promise<unknown> {
    if (command === "create") return this.#createJob(args[0] as S);
    if (this.#job === null) throw new Error(`TrainerClient.${command}: call create(settings) first.`);
    const { trainer, queries } = await this.#job;
    // The client sends what these take; the trainer checks the values.
    switch (command) {
      case "fit":
        return trainer.fit(args[0] as Parameters<typeof trainer.fit>[0]);
      case "step":
        return trainer.step(args[0] as Parameters<typeof trainer.step>[0]);
      case "load":
        return trainer.load(args[0] as Parameters<typeof trainer.load>[0]);
      case "query":
        return trainer.betweenSteps(() => ask(queries, args));
      default:
        return trainer[command]();
    }
  }

  async #createJob(settings: S): Promise<void> {
    const before = this.#job;
    const job = this.#replace(before, settings);
    this.#job = job;
    try {
      await job;
    } catch (error) {
      if (this.#job === job) this.#job = null;
      throw error;
    }
  }

  async #replace(before: Promise<TrainerJob<Q>> | null, settings: S): Promise<TrainerJob<Q>> {
    const old = await before?.catch(() => undefined);
    await old?.trainer.stop();
    this.#endListening();
    const job = await this.#create(settings);
    checkJob(job);
    this.#endListening = job.trainer.onEvent((event) => this.#queue.add(event));
    return job;
  }

  #sendEvents(events: readonly TrainerEvent[]): void {
    // Others may listen here, and want to keep their bytes.
    const copies = events.map((event) =>
      event.type === "checkpoint" ? { ...event, bytes: event.bytes.slice() } : event,
    );
    this.#post({ kind: "saccade.train.events", events: copies }, ...copies.map(bytesOf));
  }

  /** Checkpoints among `values` are moved, not copied. */
  #post(reply: Reply, ...values: readonly unknown[]): void {
    const transfer = values.flatMap((value) => (value instanceof Uint8Array ? [value.buffer] : []));
    try {
      this.#port.postMessage(reply, { transfer });
    } catch (error) {
      // The query's result cannot be copied to another thread.
      if (reply.kind === "saccade.train.value") {
        const why = error instanceof Error ? error.message : String(error);
        const refusal = new TypeError(
          `TrainerClient.query: what the query returned cannot be sent from a worker (${why}); return plain data.`,
        );
        this.#post({ kind: "saccade.train.error", id: reply.id, error: toText(refusal) });
      } else throw error;
    }
  }
}

function checkJob(job: unknown): void {
  const { trainer, queries = {} }: { trainer?: unknown; queries?: unknown } = Object(job);
  const { fit, onEvent, betweenSteps }: Record<string, unknown> = Object(trainer);
  const fix = "write create: (settings) => ({ trainer: new Trainer(…), queries: { … } })";
  if ([fit, onEvent, betweenSteps].some((method) => typeof method !== "function"))
    throw badArgument(
      "serveTrainer",
      "what create returns",
      "{ trainer }, or { trainer, queries }",
      job,
      fix,
    );
  for (const [name, query] of Object.entries(Object(queries)))
    checkFunction("serveTrainer", `queries.${name}`, query);
}

function bytesOf(event: TrainerEvent): unknown {
  return event.type === "checkpoint" ? event.bytes : undefined;
}

function ask<Q extends Queries>(queries: Q | undefined, [name, ...args]: readonly unknown[]): unknown {
  const query = typeof name === "string" && Object.hasOwn(queries ?? {}, name) ? queries?.[name] : undefined;
  if (query === undefined) {
    const known = Object.keys(queries ?? {}).join(", ");
    throw new TypeError(`TrainerClient.query: there is no query "${name}" (there are: ${known || "none"}).`);
  }
  return query(...(args as never[]));
}
