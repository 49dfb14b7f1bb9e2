import { BackendError } from "@saccade/tensor";
import { workerCode } from "../generated/worker.gen.ts";
import type { BlockId, Command, GpuCounts } from "./commands.ts";
import { Encoder, mostInlineWords } from "./encode.ts";
import type { DeviceFacts } from "./open-device.ts";
import type { Port, Words } from "./port.ts";
import { type Answer, hasFailed, type Request, waiting, waitWords } from "./protocol.ts";

interface OwnWorker {
  postMessage(request: Request, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
}

interface NodeWorker extends OwnWorker {
  on(event: "message", listener: (answer: Answer) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  ref(): void;
  unref(): void;
}

interface Host {
  readonly SharedArrayBuffer?: unknown;
  readonly process?: {
    getBuiltinModule?(
      name: "node:worker_threads",
    ): { Worker: new (code: string, options: { eval: true; name: string }) => NodeWorker } | undefined;
  };
}

/** A driver in a worker of its own. This thread can wait for what it reads. */
export class WorkerPort implements Port {
  readonly facts: DeviceFacts;
  readonly #worker: OwnWorker;
  readonly #hear: Hearing;
  readonly #encoder: Encoder = new Encoder();
  #last = 0;
  #isClosed = false;

  private constructor(worker: OwnWorker, hear: Hearing, facts: DeviceFacts) {
    this.#worker = worker;
    this.#hear = hear;
    this.facts = facts;
  }

  /** Starts the worker and its device, or says why it has none. */
  static async start(dawn: string | null): Promise<WorkerPort | string> {
    const hear: Hearing = new Map();
    const { promise, resolve } = deferred<Answer>();
    const listen = (answer: Answer): void => {
      if ("id" in answer) {
        hear.get(answer.id)?.(answer);
        hear.delete(answer.id);
      } else resolve(answer);
    };
    const failed = (error: { readonly message: string }): void => {
      const why = error.message;
      resolve({ kind: "notStarted", why });
      for (const [id, hears] of hear) hears({ kind: "failed", id, why: `its worker died: ${why}` });
    };
    const worker = startWorker(listen, failed);
    worker.postMessage({ kind: "start", dawn }, []);
    const answer = await promise;
    if (answer.kind === "started") {
      (worker as Partial<NodeWorker>).unref?.();
      return new WorkerPort(worker, hear, answer.facts);
    }
    worker.terminate();
    return answer.kind === "notStarted" ? answer.why : "its worker does not start";
  }

  post(command: Command): void {
    // What the garbage collector gives back may come late.
    if (command.kind === "drop" && this.#isClosed) return;
    this.checkOpen();
    if (command.kind === "program" || command.kind === "bundle" || isLarge(command)) {
      this.#flush();
      this.#worker.postMessage({ kind: "doOne", command }, []);
      return;
    }
    const isFirst = this.#encoder.isEmpty;
    this.#encoder.add(command);
    if (this.#encoder.isFull) this.#flush();
    else if (isFirst) queueMicrotask(() => this.#flush());
  }

  async read(block: BlockId, words: number): Promise<Words> {
    const answer = await this.#ask((id) => ({ kind: "read", id, block, words }));
    return (answer as Extract<Answer, { kind: "words" }>).words;
  }

  readSync(block: BlockId, words: number): Words {
    this.checkOpen();
    this.#flush();
    const into = new SharedArrayBuffer(words * 4);
    const shared = new SharedArrayBuffer(waitWords * 4);
    const state = new Int32Array(shared);
    this.#worker.postMessage({ kind: "readInto", block, into, state: shared }, []);
    Atomics.wait(state, 0, waiting);
    if (state[0] !== hasFailed) return new Uint32Array(into).slice();
    throw new BackendError(String.fromCodePoint(...state.subarray(2, 2 + state[1]!)));
  }

  async counts(): Promise<GpuCounts> {
    const answer = await this.#ask((id) => ({ kind: "counts", id }));
    return (answer as Extract<Answer, { kind: "counted" }>).counts;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
  }

  // A worker that has ended answers nothing, and a wait for it would not end.
  checkOpen(): void {
    if (this.#isClosed)
      throw new BackendError("webgpu backend: it was closed; its tensors are gone. Make another.");
  }

  #flush(): void {
    if (this.#encoder.isEmpty) return;
    const words = this.#encoder.take();
    this.#worker.postMessage({ kind: "do", words }, [words.buffer]);
  }

  async #ask(request: (id: number) => Request): Promise<Answer> {
    this.checkOpen();
    this.#flush();
    const id = ++this.#last;
    const { promise, resolve } = deferred<Answer>();
    this.#hear.set(id, resolve);
    const node = this.#worker as Partial<NodeWorker>;
    node.ref?.();
    this.#worker.postMessage(request(id), []);
    const answer = await promise;
    if (this.#hear.size === 0) node.unref?.();
    if (answer.kind === "failed") throw new BackendError(answer.why);
    return answer;
  }
}

function isLarge(command: Command): boolean {
  return command.kind === "write" && command.words.length > mostInlineWords;
}

/** Who waits for which answer. */
type Hearing = Map<number, (answer: Answer) => void>;

function startWorker(
  listen: (answer: Answer) => void,
  failed: (error: { readonly message: string }) => void,
): OwnWorker {
  const host: Host = globalThis;
  const node = host.process?.getBuiltinModule?.("node:worker_threads");
  if (node !== undefined) {
    const worker = new node.Worker(workerCode, { eval: true, name: "saccade-webgpu" });
    worker.on("message", listen);
    worker.on("error", failed);
    return worker;
  }
  const code = new Blob([workerCode], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(code), { name: "saccade-webgpu" });
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => listen(data));
  worker.addEventListener("error", failed);
  return worker;
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
