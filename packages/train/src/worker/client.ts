import { ArgumentError, TrainingError } from "@saccade/tensor/checks";
import { required, signature, text, unchecked } from "@saccade/tensor/contract";
import {
  controlsOf,
  Emitter,
  type EventOf,
  type Limits,
  type Listener,
  type LoadedCheckpoint,
  statusAfter,
  type TrainerControls,
  type TrainerEvent,
  type TrainerEventType,
  type TrainerStatus,
  type TrainResult,
} from "../events.ts";
import {
  type Commands,
  fromText,
  handle,
  listen,
  type Messages,
  messageOf,
  type Port,
  portRule,
} from "./protocol.ts";
import type { Queries, TrainerJob } from "./serve.ts";

/** The `create` of a worker: its settings and its job. */
type Create = (settings: never) => TrainerJob | Promise<TrainerJob>;

type SettingsOf<C extends Create> = Parameters<C>[0];

type QueriesOf<C extends Create> =
  Awaited<ReturnType<C>> extends { readonly queries?: infer Q } ? Extract<Q, Queries> : Record<never, never>;

type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;

type AnswerOf<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

const construct = signature("new TrainerClient(worker)", { port: required(portRule) });
const controls = controlsOf("TrainerClient");
const created = signature(
  "TrainerClient.create",
  { settings: unchecked("plain data") },
  "client.create(settings)",
);
const queried = signature("TrainerClient.query", { name: required(text()) }, 'client.query("name", …)');

/**
 * Drives a trainer that `serveTrainer` serves in a worker. Its methods and events are the Trainer's; steps in a row
 * come merged into one event a frame. When the worker crashes, pending promises reject and an `error` event comes.
 *
 * `C` is the type of the worker's `create`, which types settings and queries.
 *
 * @example
 * const { port1, port2 } = new MessageChannel();
 * const client = new TrainerClient(port1);
 * port1.close();
 * client instanceof TrainerClient // true
 */
export class TrainerClient<C extends Create = Create> implements TrainerControls {
  readonly #port: Port;
  readonly #emitter: Emitter = new Emitter();
  readonly #waiting: Map<number, Waiting> = new Map();
  readonly #endListening: () => void;
  #nextId: number = 0;
  #status: TrainerStatus = "idle";
  #step: number = 0;
  #failure: Error | null = null;

  /**
   * @param port The worker, or a port to it.
   * @throws ArgumentError unless it is one.
   */
  constructor(port: Port) {
    construct([port]);
    this.#port = port;
    this.#endListening = listen(port, {
      message: (data) =>
        handle(data, {
          events: ({ events }) => {
            for (const event of events) this.#emit(event);
          },
          broken: ({ error }) => this.#fail(fromText(error)),
          value: ({ id, value }) => this.#take(id)?.resolve(value),
          error: ({ id, error }) => this.#take(id)?.reject(fromText(error)),
        }),
      failure: (error) => this.#fail(error),
    });
  }

  /** The status after the last event. */
  get status(): TrainerStatus {
    return this.#status;
  }

  /** Makes the trainer in the worker, of settings that can be sent there; one that was there is stopped and replaced. */
  async create(settings: SettingsOf<C>): Promise<void> {
    created([settings]);
    await this.#ask("create", settings);
  }

  async fit(limits?: Limits): Promise<TrainResult> {
    controls.fit([limits]);
    return this.#ask("fit", limits);
  }

  async pause(): Promise<void> {
    await this.#ask("pause");
  }

  async resume(): Promise<void> {
    await this.#ask("resume");
  }

  async step(count: number = 1): Promise<void> {
    controls.step([count]);
    await this.#ask("step", count);
  }

  async stop(): Promise<void> {
    await this.#ask("stop");
  }

  async checkpoint(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask("checkpoint");
  }

  /** As the Trainer's; the bytes are copied. */
  async load(bytes: Uint8Array): Promise<LoadedCheckpoint> {
    controls.load([bytes]);
    return this.#ask("load", bytes);
  }

  /** Calls one of the worker's queries between two steps. */
  async query<N extends keyof QueriesOf<C> & string>(
    name: N,
    ...args: ArgumentsOf<QueriesOf<C>[N]>
  ): Promise<AnswerOf<QueriesOf<C>[N]>> {
    queried([name]);
    return (await this.#ask("query", name, ...args)) as AnswerOf<QueriesOf<C>[N]>;
  }

  /** Listens to the events of one type. Returns a function that ends it. The host reports a listener's errors. */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    controls.on([type, listener]);
    return this.#emitter.on(type, listener);
  }

  onEvent(listener: Listener<TrainerEvent>): () => void {
    controls.onEvent([listener]);
    return this.#emitter.onEvent(listener);
  }

  /** Ends the worker, or closes the port. Pending promises reject. In Node a process waits for a worker's end. */
  close(): void {
    this.#endListening();
    this.#rejectAll(new TrainingError("TrainerClient: it was closed; make another."));
    if (this.#port.terminate !== undefined) this.#port.terminate();
    else this.#port.close?.();
  }

  #ask<Name extends keyof Commands>(
    command: Name,
    ...args: Parameters<Commands[Name]>
  ): Promise<Awaited<ReturnType<Commands[Name]>>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const request: Messages["request"] = { id, command, args };
      try {
        this.#port.postMessage(messageOf("request", request));
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ArgumentError(
          `TrainerClient.${command}: the arguments cannot be sent to a worker (${why}); pass plain data.`,
          { cause },
        );
      }
      this.#waiting.set(id, {
        resolve: (value) => resolve(value as Awaited<ReturnType<Commands[Name]>>),
        reject,
      });
    });
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #emit(event: TrainerEvent): void {
    this.#step = event.step;
    this.#status = statusAfter[event.type] ?? this.#status;
    try {
      this.#emitter.emit(event, { detached: true });
    } catch (error) {
      void Promise.reject(error); // the host reports it; the other events must come
    }
  }

  #fail(error: Error): void {
    if (this.#failure !== null) return;
    this.#endListening();
    this.#rejectAll(error);
    const { name, message } = error;
    this.#emit({ type: "error", step: this.#step, name, message });
  }

  #rejectAll(error: Error): void {
    this.#failure = error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
