// The page of a tab: it has a worker compute, and watches how long it is held up itself.
import type { Inputs } from "../program.ts";
import type { TabReply, TabRequest } from "./protocol.ts";

/** Arrays as they come from the process that drives the page. */
export type PlainInputs = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly dtype: string; readonly data: number[] }>
>;

/** A request as it comes from there. */
export type PlainRequest =
  | Exclude<TabRequest, { do: "prepare" }>
  | (Omit<Extract<TabRequest, { do: "prepare" }>, "inputs"> & { readonly inputs: PlainInputs });

/** An answer as it goes there. */
export type PlainReply = Omit<TabReply, "outputs"> & { readonly outputs?: number[][] | null };

let worker: Worker;

/** Starts the worker; its first message reports success or failure. */
async function start(player: string): Promise<PlainReply> {
  worker = new Worker("/bundle/tab/worker.mjs", { type: "module", name: player });
  return plain(await nextMessage());
}

/** Asks the worker; while it prepares, the longest time that the page was held up is measured. */
async function ask(request: PlainRequest): Promise<PlainReply> {
  const probe = new Probe();
  const reply = nextMessage();
  worker.postMessage(request.do === "prepare" ? { ...request, inputs: typed(request.inputs) } : request);
  const answered = plain(await reply);
  const longest = probe.stop();
  return request.do === "prepare" ? { ...answered, facts: { longestBlockMs: longest } } : answered;
}

function nextMessage(): Promise<TabReply> {
  return new Promise((resolve) => {
    worker.onmessage = (event: MessageEvent<TabReply>) => resolve(event.data);
    worker.onerror = (event) => resolve({ error: event.message || "the worker could not be loaded" });
  });
}

function plain({ outputs, ...rest }: TabReply): PlainReply {
  if (outputs === undefined) return rest;
  return { ...rest, outputs: outputs?.map((values) => [...values]) ?? null };
}

function typed(inputs: PlainInputs): Inputs {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { shape, dtype, data }]) => [
      name,
      { shape, data: dtype === "int32" ? Int32Array.from(data) : Float32Array.from(data) },
    ]),
  );
}

/** The longest gap between timers, which a busy page delays, in ms. */
class Probe {
  #longest = 0;
  #last: number = performance.now();
  readonly #timer = setInterval(() => this.#look(), 1);

  stop(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#longest;
  }

  #look(): void {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

Object.assign(window, { start, ask });
