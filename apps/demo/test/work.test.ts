import { describe, expect, it } from "vitest";
import { Latest, WorkerClient, type WorkerPort } from "../src/work/client.ts";
import { type Request, serve, type WorkerScope } from "../src/work/serve.ts";

interface SumCalls {
  readonly add: { readonly ask: readonly [number, number]; readonly answer: number };
  readonly fail: { readonly ask: string; readonly answer: never };
  readonly hang: { readonly ask: null; readonly answer: null };
}

/** A worker in this thread, which copies messages as a real one does. */
function fakeWorker(): WorkerPort & { crash(message: string): void } {
  const listeners: ((event: MessageEvent<Request>) => void)[] = [];
  let dead = false;
  const port: WorkerPort & { crash(message: string): void } = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      const data = structuredClone(message) as Request;
      queueMicrotask(() => {
        if (!dead) for (const listener of listeners) listener({ data } as MessageEvent<Request>);
      });
    },
    terminate() {
      dead = true;
    },
    crash(message) {
      port.onerror?.({ message } as ErrorEvent);
    },
  };
  const scope: WorkerScope = {
    postMessage: (message) => port.onmessage?.({ data: structuredClone(message) } as MessageEvent),
    addEventListener: (_type, listener) => void listeners.push(listener),
  };
  serve<SumCalls>(scope, {
    add: ([a, b]) => a + b,
    fail: (message) => {
      throw new Error(message);
    },
    hang: () => new Promise(() => undefined),
  });
  return port;
}

describe("a worker and its client", () => {
  it("answer each question with its own answer", async () => {
    const client = new WorkerClient<SumCalls>(fakeWorker);
    const asked = Array.from({ length: 20 }, (_, i) => client.call("add", [i, 1]));
    expect(await Promise.all(asked)).toEqual(asked.map((_, i) => i + 1));
  });

  it("hand back what a call throws, and go on", async () => {
    const client = new WorkerClient<SumCalls>(fakeWorker);
    await expect(client.call("fail", "no such data")).rejects.toThrow("no such data");
    expect(await client.call("add", [1, 2])).toBe(3);
  });

  it("fail what waits when the worker crashes, and make another for what comes next", async () => {
    const made: ReturnType<typeof fakeWorker>[] = [];
    const client = new WorkerClient<SumCalls>(() => {
      const worker = fakeWorker();
      made.push(worker);
      return worker;
    });
    const hanging = client.call("hang", null);
    made[0]?.crash("out of memory");
    await expect(hanging).rejects.toThrow("out of memory");
    expect(await client.call("add", [1, 2])).toBe(3);
    expect(made).toHaveLength(2);
  });

  it("say so when no worker can be made", async () => {
    const client = new WorkerClient<SumCalls>(() => {
      throw new Error("workers are forbidden here");
    });
    await expect(client.call("add", [1, 2])).rejects.toThrow("workers are forbidden here");
  });
});

describe("the latest question", () => {
  it("skips calls that newer ones have replaced, and reports failures", async () => {
    const received: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const latest = new Latest<number, number>(
      async (n) => {
        await gate;
        if (n === 4) throw new Error("four");
        return n * 10;
      },
      (answer) => received.push(String(answer)),
      (error) => received.push((error as Error).message),
    );
    for (const n of [1, 2, 3, 4]) latest.send(n);
    release();
    await new Promise((resolve) => setTimeout(resolve, 0));
    latest.send(5);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(received).toEqual(["10", "four", "50"]);
  });
});
