import type { Calls, Reply, Request } from "./protocol.ts";
import { reasonOf } from "./reason-of.ts";

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
