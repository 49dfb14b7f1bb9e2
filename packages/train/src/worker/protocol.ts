import type { TrainerEvent } from "../events.ts";

export type Command =
  | "create"
  | "fit"
  | "pause"
  | "resume"
  | "step"
  | "stop"
  | "checkpoint"
  | "load"
  | "query";

/** From the client to the worker. */
export interface Request {
  readonly kind: "saccade.train.request";
  readonly id: number;
  readonly command: Command;
  readonly args: readonly unknown[];
}

/** An error as it passes through a port: classes do not. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** From the worker to the client. */
export type Reply =
  | { readonly kind: "saccade.train.value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "saccade.train.error"; readonly id: number; readonly error: ErrorText }
  /** In their order. */
  | { readonly kind: "saccade.train.events"; readonly events: readonly TrainerEvent[] }
  /** The worker can no longer tell what belongs to which request. */
  | { readonly kind: "saccade.train.broken"; readonly error: ErrorText };

/** Whether a message is one of ours: a port may carry others. */
export function isRequest(data: unknown): data is Request {
  return kindOf(data) === "saccade.train.request";
}

export function isReply(data: unknown): data is Reply {
  return /^saccade\.train\.(value|error|events|broken)$/.test(kindOf(data));
}

function kindOf(data: unknown): string {
  const { kind }: { kind?: unknown } = Object(data);
  return String(kind);
}

export function toText(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  const { name, message, stack } = error;
  return { name, message, stack };
}

/** An Error with the name and the stack that it had in the worker. */
export function fromText({ name, message, stack }: ErrorText): Error {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
