import { TrainingError } from "@saccade/tensor/checks";
import { type Rule, rule } from "@saccade/tensor/contract";
import type { TrainerControls, TrainerEvent } from "../events.ts";

// The messages between a page and its worker, and the port that carries them.

/** The commands that a client sends, with their arguments and results: controls of the trainer, and two of the server. */
export interface Commands
  extends Pick<TrainerControls, "fit" | "pause" | "resume" | "step" | "stop" | "checkpoint" | "load"> {
  create(settings: unknown): Promise<void>;
  query(name: string, ...args: readonly unknown[]): Promise<unknown>;
}

/** An error as it passes through a port: classes do not. */
interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** The messages through a port by kind: a client sends requests, the server all others. */
export interface Messages {
  readonly request: {
    readonly id: number;
    readonly command: keyof Commands;
    readonly args: readonly unknown[];
  };
  readonly value: { readonly id: number; readonly value: unknown };
  readonly error: { readonly id: number; readonly error: ErrorText };
  /** In their order. */
  readonly events: { readonly events: readonly TrainerEvent[] };
  /** The server failed, and all requests with it. */
  readonly broken: { readonly error: ErrorText };
}

/** A function for each kind of message. */
type Handlers<Kind extends keyof Messages> = {
  readonly [K in Kind]: (message: Messages[K]) => void;
};

/** A message as it is sent. */
export function messageOf<Kind extends keyof Messages>(kind: Kind, message: Messages[Kind]): object {
  return { ...message, kind: `saccade.train.${kind}` };
}

/** Hands a message to its handler. A port may carry messages of others. */
export function handle<Kind extends keyof Messages>(data: unknown, handlers: Handlers<Kind>): void {
  const { kind }: { kind?: unknown } = Object(data);
  for (const [name, call] of Object.entries(handlers))
    if (kind === `saccade.train.${name}`) Reflect.apply(call as (message: unknown) => void, null, [data]);
}

export function toText(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack } = error;
  return { name, message, stack };
}

/** An Error with the name and the stack that it had in the worker. */
export function fromText({ name, message, stack }: ErrorText): Error {
  return Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) });
}

/**
 * The channel between a trainer and its client: a Web Worker, a worker's `self`, a MessagePort, or Node's Worker,
 * parentPort and MessagePort.
 */
export type Port = {
  postMessage(message: unknown, options?: object): void;
  /** Ends a Worker. */
  terminate?(): unknown;
  /** Closes a MessagePort. */
  close?(): unknown;
} & (NodeListening | WebListening);

interface NodeListening {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

interface WebListening {
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  start?(): void;
}

/** A port that can be written to and listened to. */
export const portRule: Rule<Port, undefined> = {
  ...rule("a Worker or a MessagePort", (port): port is Port => {
    const { postMessage, on, addEventListener }: Record<string, unknown> = Object(port);
    return typeof postMessage === "function" && [on, addEventListener].some((f) => typeof f === "function");
  }),
  fix: (port) =>
    typeof port === "string" ? `write new Worker(${JSON.stringify(port)}, { type: "module" })` : undefined,
};

interface PortListener {
  message(data: unknown): void;
  /** The other side crashed, could not be loaded, closed the port, or sent what cannot be read. */
  failure(error: Error): void;
}

/** Listens to a port. Returns a function that ends it. */
export function listen(port: Port, { message, failure }: PortListener): () => void {
  // Node's ports have both ways to listen; this one also reports exits.
  const ofNode = "on" in port;
  const fail = (why: string) => (): void => failure(new TrainingError(why));
  const listeners: Readonly<Record<string, (value: unknown) => void>> = {
    message: (event) => message(ofNode ? event : Object(event).data),
    messageerror: fail("a message could not be read on the other side of a worker's port."),
    error: (event) => {
      const error: unknown = ofNode ? event : Object(event).message;
      if (error instanceof Error) failure(error);
      else fail(String(error || "the worker could not be started, or crashed."))();
    },
    exit: (code) => fail(`the worker exited unexpectedly, with exit code ${code}.`)(),
    close: fail("the port was closed by the other side."),
  };
  const [add, remove] = ofNode ? [port.on, port.off] : [port.addEventListener, port.removeEventListener];
  for (const entry of Object.entries(listeners)) Reflect.apply(add, port, entry);
  if (!ofNode) port.start?.();
  return () => {
    for (const entry of Object.entries(listeners)) Reflect.apply(remove, port, entry);
  };
}
