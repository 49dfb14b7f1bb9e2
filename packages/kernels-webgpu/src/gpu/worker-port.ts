import { workerCode } from "../generated/worker.gen.ts";
import {
  type Answer,
  type BlockId,
  type Command,
  type DeviceFacts,
  Encoder,
  type GpuCounts,
  hasFailed,
  mostInlineWords,
  type Port,
  type Request,
  type Words,
  waiting,
  waitWords,
} from "./commands.ts";
import { DeviceError } from "./device-error.ts";
import { addOwner, beat, giveBack, Leave, Pulse, removeOwner } from "./owners.ts";

interface OwnWorker {
  postMessage(request: Request, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** A worker of a page. */
export interface PageWorker extends OwnWorker {
  addEventListener(type: "message", listener: (event: MessageEvent<Answer>) => void): void;
  addEventListener(type: "error", listener: (event: ErrorEvent) => void): void;
}

interface NodeWorker extends OwnWorker {
  on(event: "message", listener: (answer: Answer) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "exit", listener: (code: number) => void): void;
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

/** A driver in a separate worker. This thread can block on its reads. */
export class WorkerPort implements Port {
  readonly facts: DeviceFacts;
  readonly #worker: OwnWorker;
  readonly #line: Line;
  readonly #pulse: Pulse;
  readonly #encoder: Encoder = new Encoder();
  #last = 0;

  private constructor(worker: OwnWorker, line: Line, pulse: Pulse, facts: DeviceFacts) {
    this.#worker = worker;
    this.#line = line;
    this.#pulse = pulse;
    this.facts = facts;
  }

  /** Starts the worker and its device, or returns the reason why it has none. */
  static async start(dawn: string | null, make?: () => PageWorker): Promise<WorkerPort | string> {
    const line = new Line();
    const worker = startWorker(line, make);
    const [pulse, leave] = [new Pulse(), new Leave()];
    if (isOfNode(worker)) addOwner(worker, { leave, pulse });
    worker.postMessage({ kind: "start", dawn, counter: pulse.counter, leave: leave.shared }, []);
    const answer = await line.first;
    if (answer.kind === "started") {
      if (isOfNode(worker)) worker.unref();
      return new WorkerPort(worker, line, pulse, answer.facts);
    }
    worker.terminate();
    return answer.kind === "notStarted" ? answer.why : "its worker does not start";
  }

  post(command: Command): void {
    // Drops from the garbage collector may come late.
    if (command.kind === "drop" && this.#line.ended !== null) return;
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
    while (Atomics.wait(state, 0, waiting, beat) === "timed-out") {
      if (this.#pulse.hasStopped(this.#worker)) this.#line.end(died);
      this.checkOpen();
    }
    if (state[0] !== hasFailed) return new Uint32Array(into).slice();
    throw new DeviceError(String.fromCodePoint(...state.subarray(2, 2 + state[1]!)));
  }

  async counts(): Promise<GpuCounts> {
    const answer = await this.#ask((id) => ({ kind: "counts", id }));
    return (answer as Extract<Answer, { kind: "counted" }>).counts;
  }

  close(): void {
    this.#line.end("it was closed; its tensors are gone. Make another");
    if (!isOfNode(this.#worker)) this.#worker.terminate();
    else giveBack(this.#worker);
  }

  // A worker that has ended answers nothing, and a wait for it would not end.
  checkOpen(): void {
    if (this.#line.ended !== null) throw new DeviceError(`webgpu backend: ${this.#line.ended}.`);
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
    const coming = this.#line.answerTo(id);
    const node = this.#worker as Partial<NodeWorker>;
    node.ref?.();
    this.#worker.postMessage(request(id), []);
    const answer = await coming;
    if (this.#line.isQuiet) node.unref?.();
    if (answer.kind === "failed") throw new DeviceError(answer.why);
    return answer;
  }
}

function isLarge(command: Command): boolean {
  return command.kind === "write" && command.words.length > mostInlineWords;
}

function isOfNode(worker: OwnWorker): worker is NodeWorker {
  return "unref" in worker;
}

const died = "the worker that owns the device has ended. Load the last checkpoint on another backend";

/** The messages from the worker, and the callers waiting for them. */
class Line {
  /** The answer to the start. */
  readonly first: Promise<Answer>;
  /** Why nothing more comes; null while something may. */
  ended: string | null = null;
  readonly #started: (answer: Answer) => void;
  readonly #waiting: Map<number, (answer: Answer) => void> = new Map();

  constructor() {
    const { promise, resolve } = deferred<Answer>();
    this.first = promise;
    this.#started = resolve;
  }

  get isQuiet(): boolean {
    return this.#waiting.size === 0;
  }

  answerTo(id: number): Promise<Answer> {
    const { promise, resolve } = deferred<Answer>();
    this.#waiting.set(id, resolve);
    return promise;
  }

  receive(answer: Answer): void {
    if ("id" in answer) {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    } else this.#started(answer);
  }

  /** An error of a page's worker, which has none before it starts but that it cannot. */
  fail(message: string | undefined): void {
    if (message) this.end(`${died} (${message})`);
    this.#started({
      kind: "notStarted",
      why:
        "its worker does not start. A page with a Content Security Policy must allow worker-src blob:, or give " +
        'worker: () => new Worker("/worker.js", { type: "module" }) with a copy of @saccade/kernels-webgpu/worker there',
    });
  }

  /** Notifies all waiting callers that the worker has ended. */
  end(why: string): void {
    this.ended ??= why;
    this.#started({ kind: "notStarted", why });
    for (const [id, tell] of this.#waiting)
      tell({ kind: "failed", id, why: `webgpu backend: ${this.ended}.` });
    this.#waiting.clear();
  }
}

function startWorker(line: Line, make: () => PageWorker = fromText): OwnWorker {
  const listen = (answer: Answer): void => line.receive(answer);
  const host: Host = globalThis;
  const node = host.process?.getBuiltinModule?.("node:worker_threads");
  if (node !== undefined) {
    const worker = new node.Worker(workerCode, { eval: true, name: "saccade-webgpu" });
    worker.on("message", listen);
    worker.on("error", ({ message }) => line.end(`${died} (${message})`));
    worker.on("exit", () => {
      removeOwner(worker);
      line.end(died);
    });
    return worker;
  }
  const worker = make();
  worker.addEventListener("message", ({ data }) => listen(data));
  worker.addEventListener("error", ({ message }) => line.fail(message));
  return worker;
}

function fromText(): PageWorker {
  const code = new Blob([workerCode], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(code), { name: "saccade-webgpu" });
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
