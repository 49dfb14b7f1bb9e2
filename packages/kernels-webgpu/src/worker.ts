import { type Answer, type Command, decode, hasFailed, isRead, type Request } from "./gpu/commands.ts";
import { Driver } from "./gpu/driver.ts";
import { openDevice } from "./gpu/open-device.ts";
import { countIn, Leave } from "./gpu/owners.ts";

// The worker that owns a device, so that the thread that computes can wait for what it reads.

interface Port {
  postMessage(answer: Answer): void;
  onmessage?: ((event: { readonly data: Request }) => void) | null;
  on?(event: "message", listener: (data: Request) => void): void;
}

interface Scope {
  readonly SharedArrayBuffer?: unknown;
  readonly process?: {
    /** Ends only the worker. */
    exit(): void;
    getBuiltinModule?(name: "node:worker_threads"): { readonly parentPort: Port | null };
  };
}

const scope: Scope = globalThis;
const port: Port =
  scope.process?.getBuiltinModule?.("node:worker_threads").parentPort ??
  (globalThis as Pick<Port, "postMessage">);
let driver: Driver | null = null;
let leave: Leave | null = null;
let opening: Promise<void> = Promise.resolve();

async function start(dawn: string | null): Promise<void> {
  const { device, ...rest } = await openDevice(dawn);
  if (device !== null) driver = new Driver(device);
  if ("facts" in rest) port.postMessage({ kind: "started", facts: rest.facts });
  else port.postMessage({ kind: "notStarted", why: rest.why });
}

async function answer(request: Request): Promise<void> {
  if (request.kind === "start") {
    countIn(request.counter);
    leave = new Leave(request.leave);
    opening = start(request.dawn);
    return;
  }
  if (request.kind === "close") {
    await opening;
    await driver?.close();
    leave?.done();
    scope.process?.exit();
    return;
  }
  const own = driver!;
  switch (request.kind) {
    case "do":
    case "doOne":
      try {
        if (request.kind === "do") decode(request.words, (command) => obey(own, command));
        else obey(own, request.command);
      } catch (error) {
        // The sender does not wait; the next reader gets the error.
        own.fail(textOf(error));
      }
      return;
    case "counts":
      port.postMessage({ kind: "counted", id: request.id, counts: { ...own.counts } });
      return;
    case "read": {
      const { id } = request;
      try {
        port.postMessage({ kind: "words", id, words: await own.read(request.block, request.words) });
      } catch (error) {
        port.postMessage({ kind: "failed", id, why: textOf(error) });
      }
      return;
    }
    case "readInto": {
      const state = new Int32Array(request.state);
      const into = new Uint32Array(request.into);
      try {
        into.set(await own.read(request.block, into.length));
        Atomics.store(state, 0, isRead);
      } catch (error) {
        const text = textOf(error).slice(0, state.length - 2);
        Array.from(text, (letter, i) => (state[i + 2] = letter.codePointAt(0)!));
        state[1] = text.length;
        Atomics.store(state, 0, hasFailed);
      }
      Atomics.notify(state, 0);
    }
  }
}

// A worker that is asked to end must not spend time compiling kernels for results that nobody reads.

function obey(own: Driver, command: Command): void {
  if (leave?.isAsked !== true) own.do(command);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const listen = (data: Request): void => void answer(data);
if (port.on !== undefined) port.on("message", listen);
else port.onmessage = ({ data }) => listen(data);
