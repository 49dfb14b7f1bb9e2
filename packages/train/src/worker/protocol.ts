import type { TrainerControls } from "../controls.ts";
import type { TrainerEvent } from "../events.ts";

/** The commands that a client sends, with their arguments and results: controls of the trainer, and two of the server. */
export interface Commands
  extends Pick<TrainerControls, "fit" | "pause" | "resume" | "step" | "stop" | "checkpoint" | "load"> {
  create(settings: unknown): Promise<void>;
  query(name: string, ...args: readonly unknown[]): Promise<unknown>;
}

/** An error as it passes through a port: classes do not. */
export interface ErrorText {
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
export type Handlers<Kind extends keyof Messages> = {
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
