import { ArgumentError, TrainingError } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import type { StepEvent, TrainerControls, TrainerEvent } from "../events.ts";
import { addNumbers } from "../step.ts";
import { handle, listen, type Messages, messageOf, type Port, portRule, toText } from "./protocol.ts";

/**
 * Sends events on in groups, at most one in `interval` milliseconds, so that who receives them is not flooded. Steps
 * in a row are merged into one event; nothing else is lost, and the order stays.
 */
export class EventQueue {
  readonly #send: (events: readonly TrainerEvent[]) => void;
  readonly #interval: number;
  #events: TrainerEvent[] = [];
  #sentAt: number = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (events: readonly TrainerEvent[]) => void, interval: number) {
    this.#send = send;
    this.#interval = interval;
  }

  add(event: TrainerEvent): void {
    const last = this.#events.at(-1);
    if (event.type === "step" && last?.type === "step") {
      this.#events[this.#events.length - 1] = merge(last, event);
    } else this.#events.push(event);
    const left = this.#sentAt + this.#interval - performance.now();
    if (left <= 0 || isUrgent(event)) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), left);
  }

  /** Sends what waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#sentAt = performance.now();
    this.#send(events);
  }
}

/** The later step, with the mean loss of both, and the sums of summed fields. */
function merge(a: StepEvent, b: StepEvent): StepEvent {
  const merged = a.merged + b.merged;
  return {
    ...b,
    loss: (a.loss * a.merged + b.loss * b.merged) / merged,
    metrics: addNumbers(a.metrics, b.metrics),
    seconds: a.seconds + b.seconds,
    merged,
  };
}

// Events that change the state of a run; they are rare.
function isUrgent({ type }: TrainerEvent): boolean {
  return type !== "step" && type !== "epoch" && type !== "validation";
}

/** Functions that a client may call by name, between steps: plain data in, plain data out. */
export type Queries = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A worker's training, and the queries that it answers. */
export interface TrainerJob<Q extends Queries = Queries> {
  /** A Trainer. */
  readonly trainer: TrainerControls & { betweenSteps<T>(f: () => T | Promise<T>): Promise<T> };
  /** The functions that a client may call with `query(name, ...args)`. */
  readonly queries?: Q;
}

const serveOptions = c.options("serveTrainer(port, { create: (settings) => ({ trainer }) })", {
  create: c.required(
    c.withFix(c.callable<(settings: never) => unknown>(), "write create: (settings) => ({ trainer })"),
  ),
  /** The least time between two messages of events, in milliseconds. Default 16, a frame. */
  eventInterval: { ...c.number(16, { min: 0 }), must: "a finite number of milliseconds ≥ 0" },
});

const isFunction = (value: unknown): boolean => typeof value === "function";

const jobRule: c.Rule<TrainerJob, undefined> = {
  ...c.rule("{ trainer }, or { trainer, queries } of functions", (job): job is TrainerJob => {
    const { trainer, queries = {} }: { trainer?: unknown; queries?: unknown } = Object(job);
    const { fit, onEvent, betweenSteps }: Record<string, unknown> = Object(trainer);
    return [fit, onEvent, betweenSteps, ...Object.values(Object(queries))].every(isFunction);
  }),
  fix: () => "write create: (settings) => ({ trainer: new Trainer(…), queries: { … } })",
};

const created = c.signature("serveTrainer(port, { create })", { "what create returns": c.required(jobRule) });

const serve = c.signature("serveTrainer", { port: c.required(portRule) }, serveOptions);

/** Options of {@link serveTrainer}. */
export interface ServeOptions<S, Q extends Queries> extends c.OptionsOf<typeof serveOptions> {
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
  const { eventInterval } = serve([port, given]);
  const server = new Server(port, given.create, eventInterval);
  const end = listen(port, {
    message: (data) => handle(data, { request: (request) => void server.answer(request) }),
    failure: (error) => server.broken(error),
  });
  return () => {
    end();
    server.close();
    server.broken(new TrainingError("serveTrainer was ended on the other side of the port."));
  };
}

class Server<S, Q extends Queries> {
  readonly #port: Port;
  readonly #create: ServeOptions<S, Q>["create"];
  readonly #queue: EventQueue;
  #job: Promise<TrainerJob<Q>> | null = null;
  #endListening: () => void = () => {};

  constructor(port: Port, create: ServeOptions<S, Q>["create"], eventInterval: number) {
    this.#port = port;
    this.#create = create;
    this.#queue = new EventQueue((events) => this.#sendEvents(events), eventInterval);
  }

  async answer({ id, command, args }: Messages["request"]): Promise<void> {
    try {
      const value = await this.#do(command, args);
      // Events before the answer are sent before it.
      this.#queue.flush();
      this.#answer(id, value);
    } catch (error) {
      this.#queue.flush();
      this.#post("error", { id, error: toText(error) });
    }
  }

  broken(error: Error): void {
    this.#post("broken", { error: toText(error) });
  }

  close(): void {
    this.#endListening();
    void this.#job?.then(
      ({ trainer }) => trainer.stop(),
      () => {},
    );
  }

  async #do(command: Messages["request"]["command"], args: readonly unknown[]): Promise<unknown> {
    if (command === "create") return this.#createJob(args[0] as S);
    if (this.#job === null)
      throw new TrainingError(
        `TrainerClient.${command}: there is no trainer yet; call create(settings) first.`,
      );
    const { trainer, queries } = await this.#job;
    if (command === "query") return trainer.betweenSteps(() => ask(queries, args));
    // The trainer checks the arguments.
    return Reflect.apply(trainer[command], trainer, args);
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
    created([job]);
    this.#endListening = job.trainer.onEvent((event) => this.#queue.add(event));
    return job;
  }

  #sendEvents(events: readonly TrainerEvent[]): void {
    // Listeners on this side keep their bytes.
    const copies = events.map((event) =>
      event.type === "checkpoint" ? { ...event, bytes: event.bytes.slice() } : event,
    );
    this.#post("events", { events: copies }, ...copies.map((copy) => Object(copy).bytes));
  }

  #answer(id: number, value: unknown): void {
    try {
      this.#post("value", { id, value }, value);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ArgumentError(
        `TrainerClient.query: the query's result cannot be sent from a worker (${why}); return plain data.`,
      );
    }
  }

  /** Checkpoints among `values` are moved, not copied. */
  #post<Kind extends keyof Messages>(
    kind: Kind,
    message: Messages[Kind],
    ...values: readonly unknown[]
  ): void {
    const transfer = values.flatMap((value) => (value instanceof Uint8Array ? [value.buffer] : []));
    this.#port.postMessage(messageOf(kind, message), { transfer });
  }
}

function ask(queries: Queries = {}, [name, ...args]: readonly unknown[]): unknown {
  const query = Object.hasOwn(queries, String(name)) ? queries[String(name)] : undefined;
  if (query === undefined)
    throw new ArgumentError(
      `TrainerClient.query: there is no query "${name}" (there are: ${Object.keys(queries).join(", ") || "none"}).`,
    );
  return query(...(args as never[]));
}
