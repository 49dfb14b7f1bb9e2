import { ArgumentError, checkInteger, checkString, refuseExtra } from "@saccade/tensor/checks";
import { checkBytes } from "../check-bytes.ts";
import type { LoadedCheckpoint, TrainerControls, TrainerStatus, TrainResult } from "../controls.ts";
import { Emitter, type Listener } from "../emitter.ts";
import type { EventOf, TrainerEvent, TrainerEventType } from "../events.ts";
import { checkLimits, type Limits } from "../limits.ts";
import { checkPort, listen, type Port } from "./port.ts";
import { type Command, fromText, isReply, type Reply } from "./protocol.ts";
import type { Queries, TrainerJob } from "./serve.ts";

/** The `create` of a worker: its settings and its job. */
type Create = (settings: never) => TrainerJob | Promise<TrainerJob>;

type SettingsOf<C extends Create> = Parameters<C>[0];

type QueriesOf<C extends Create> =
  Awaited<ReturnType<C>> extends { readonly queries?: infer Q } ? Extract<Q, Queries> : Record<never, never>;

type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;

type AnswerOf<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/**
 * Drives a trainer that `serveTrainer` serves in a worker. Its methods and events are the Trainer's; steps in a row
 * come merged into one event a frame. When the worker crashes, all that waits is rejected and an `error` event comes.
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
  readonly #emitter: Emitter = new Emitter("TrainerClient");
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
    refuseExtra("TrainerClient", arguments, 1);
    checkPort("TrainerClient", port);
    this.#port = port;
    this.#endListening = listen(port, {
      message: (data) => {
        if (isReply(data)) this.#hear(data);
      },
      failure: (error) => this.#fail(error),
    });
  }

  /** As the last event told. */
  get status(): TrainerStatus {
    return this.#status;
  }

  /** Makes the trainer in the worker, of settings that can be sent there; one that was there is stopped and replaced. */
  async create(settings: SettingsOf<C>): Promise<void> {
    refuseExtra("TrainerClient.create", arguments, 1);
    await this.#ask("create", [settings]);
  }

  async fit(limits?: Limits): Promise<TrainResult> {
    refuseExtra("TrainerClient.fit", arguments, 1);
    checkLimits("TrainerClient.fit", limits);
    return (await this.#ask("fit", [limits])) as TrainResult;
  }

  async pause(): Promise<void> {
    refuseExtra("TrainerClient.pause", arguments, 0);
    await this.#ask("pause", []);
  }

  async resume(): Promise<void> {
    refuseExtra("TrainerClient.resume", arguments, 0);
    await this.#ask("resume", []);
  }

  async step(count: number = 1): Promise<void> {
    refuseExtra("TrainerClient.step", arguments, 1);
    checkInteger("TrainerClient.step", "count", count, 1);
    await this.#ask("step", [count]);
  }

  async stop(): Promise<void> {
    refuseExtra("TrainerClient.stop", arguments, 0);
    await this.#ask("stop", []);
  }

  async checkpoint(): Promise<Uint8Array<ArrayBuffer>> {
    refuseExtra("TrainerClient.checkpoint", arguments, 0);
    return (await this.#ask("checkpoint", [])) as Uint8Array<ArrayBuffer>;
  }

  /** As the Trainer's; the bytes are copied. */
  async load(bytes: Uint8Array): Promise<LoadedCheckpoint> {
    refuseExtra("TrainerClient.load", arguments, 1);
    checkBytes("TrainerClient.load", bytes);
    return (await this.#ask("load", [bytes])) as LoadedCheckpoint;
  }

  /** Calls one of the worker's queries between two steps. */
  async query<N extends keyof QueriesOf<C> & string>(
    name: N,
    ...args: ArgumentsOf<QueriesOf<C>[N]>
  ): Promise<AnswerOf<QueriesOf<C>[N]>> {
    checkString("TrainerClient.query", "name", name, "the name of one of the worker's queries");
    return (await this.#ask("query", [name, ...args])) as AnswerOf<QueriesOf<C>[N]>;
  }

  /** Listens to the events of one type. Returns a function that ends it. What a listener throws, the host reports. */
  on<T extends TrainerEventType>(type: T, listener: Listener<EventOf<T>>): () => void {
    refuseExtra("TrainerClient.on", arguments, 2);
    return this.#emitter.on(type, listener);
  }

  onEvent(listener: Listener<TrainerEvent>): () => void {
    refuseExtra("TrainerClient.onEvent", arguments, 1);
    return this.#emitter.onEvent(listener);
  }

  /** Ends the worker, or closes the port. What waits is rejected. In Node a process waits for a worker's end. */
  close(): void {
    refuseExtra("TrainerClient.close", arguments, 0);
    this.#endListening();
    this.#rejectAll(new Error("TrainerClient: it was closed."));
    if (this.#port.terminate !== undefined) this.#port.terminate();
    else this.#port.close?.();
  }

  #ask(command: Command, args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      try {
        this.#port.postMessage({ kind: "saccade.train.request", id, command, args });
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ArgumentError(
          `TrainerClient.${command}: the arguments cannot be sent to a worker (${why}); hand over plain data.`,
          { cause },
        );
      }
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #hear(reply: Reply): void {
    switch (reply.kind) {
      case "saccade.train.events":
        for (const event of reply.events) this.#tell(event);
        break;
      case "saccade.train.broken":
        this.#fail(fromText(reply.error));
        break;
      case "saccade.train.value":
        this.#take(reply.id)?.resolve(reply.value);
        break;
      case "saccade.train.error":
        this.#take(reply.id)?.reject(fromText(reply.error));
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #tell(event: TrainerEvent): void {
    this.#step = event.step;
    this.#status = statusAfter(event) ?? this.#status;
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
    this.#tell({ type: "error", step: this.#step, name, message });
  }

  #rejectAll(error: Error): void {
    this.#failure = error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

function statusAfter({ type }: TrainerEvent): TrainerStatus | null {
  switch (type) {
    case "start":
    case "resume":
      return "running";
    case "pause":
      return "paused";
    case "stop":
    case "done":
    case "diverged":
    case "error":
      return "idle";
    default:
      return null;
  }
}
