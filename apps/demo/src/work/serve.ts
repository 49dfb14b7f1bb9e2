import { reasonOf } from "./reason-of.ts";

/** A request to a worker and its answer; plain data, since it is copied between threads. */
export interface Call {
  readonly ask: unknown;
  readonly answer: unknown;
}

/** A worker's calls by name. */
export type Calls<C> = { readonly [Name in keyof C]: Call };

/** The calls that functions answer, each by its name: `serve<CallsOf<typeof handlers>>(self, handlers)`. */
export type CallsOf<Handlers> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (ask: infer Ask) => infer Answer
    ? { readonly ask: Ask; readonly answer: Awaited<Answer> }
    : never;
};

export interface Request {
  readonly id: number;
  readonly name: PropertyKey;
  readonly ask: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };

/** The handler of each call. */
export type Handlers<C extends Calls<C>> = {
  readonly [Name in keyof C]: (ask: C[Name]["ask"]) => C[Name]["answer"] | Promise<C[Name]["answer"]>;
};

/** The part of a worker's global scope that {@link serve} needs. */
export interface WorkerScope {
  postMessage(message: unknown, options: { readonly transfer: Transferable[] }): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Request>) => void): void;
}

const handed = new WeakMap<object, Transferable[]>();

/** An answer whose memory goes to the page instead of being copied: the worker must not touch it any more. */
export function handOver<T extends object>(answer: T, memory: Transferable[]): T {
  handed.set(answer, memory);
  return answer;
}

/**
 * Answers requests, each when the previous one is done, and the first once the worker is ready; a handler's error is returned as
 * its message.
 */
export function serve<C extends Calls<C>>(
  scope: WorkerScope,
  handlers: Handlers<C>,
  ready: Promise<void> = Promise.resolve(),
): void {
  let last = ready;
  scope.addEventListener("message", ({ data }) => {
    last = last.then(async () => {
      const reply = await answer(handlers, data);
      scope.postMessage(reply, { transfer: memoryOf(reply) });
    });
  });
}

async function answer<C extends Calls<C>>(handlers: Handlers<C>, request: Request): Promise<Reply> {
  const { id, name, ask } = request;
  try {
    if (!Object.hasOwn(handlers, name)) throw new Error(`this worker has no call named ${String(name)}`);
    return { id, answer: await handlers[name as keyof C](ask as C[keyof C]["ask"]) };
  } catch (error) {
    return { id, error: reasonOf(error) };
  }
}

function memoryOf(reply: Reply): Transferable[] {
  const answer: unknown = "answer" in reply ? reply.answer : null;
  return typeof answer === "object" && answer !== null ? (handed.get(answer) ?? []) : [];
}
