// The page of a tab: it has a worker compute, and watches how long it is held up itself.
import type { TabReply, TabRequest } from "./protocol.ts";

let worker: Worker;

/** Starts the worker; its first message reports success or failure. */
async function start(player: string): Promise<TabReply> {
  worker = new Worker("/bundle/tab/worker.mjs", { type: "module", name: player });
  return nextMessage();
}

/** Asks the worker; while it prepares, the longest time that the page was held up is measured. */
async function ask(request: TabRequest): Promise<TabReply> {
  const probe = new Probe();
  const reply = nextMessage();
  worker.postMessage(request);
  const answered = await reply;
  const longest = probe.stop();
  return request.do === "prepare" ? { ...answered, facts: { longestBlockMs: longest } } : answered;
}

function nextMessage(): Promise<TabReply> {
  return new Promise((resolve) => {
    worker.onmessage = (event: MessageEvent<TabReply>) => resolve(event.data);
    worker.onerror = (event) => resolve({ error: event.message || "the worker could not be loaded" });
  });
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
