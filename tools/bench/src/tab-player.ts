// A process that runs cases in a worker of a page in Chromium, with requests as lines; see protocol.ts.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { readBlocks, writeOutputs } from "./block-file.ts";
import { bytesOfFolder } from "./folder-size.ts";
import { isOnWebGPU, ourPlayers, peerPlayers } from "./players.ts";
import type { Ready, Reply, Request } from "./protocol.ts";
import { type Answering, servePlayer } from "./serve-player.ts";
import { launchBrowser, withGPU, withoutGPU, withSwiftShader } from "./tab/browser.ts";
import { growth, type PagesMemory, pagesMemory } from "./tab/memory.ts";
import type { TabReply, TabRequest } from "./tab/protocol.ts";
import { serveTab } from "./tab/server.ts";
import { UnavailableError } from "./unavailable.ts";

// The exports of the page's script.
type Start = (player: string) => Promise<TabReply>;
type Ask = (request: TabRequest) => Promise<TabReply>;

class TabPlayer implements Answering {
  readonly ready: Ready;
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #folders: Map<string, string>;
  /** Of a case with files: their bytes, the pages' memory before it, and how long the page was held up. */
  #files: {
    readonly bytes: number;
    readonly before: PagesMemory;
    readonly longestBlockMs: number;
  } | null = null;

  constructor(ready: Ready, browser: Browser, page: Page, folders: Map<string, string>) {
    this.ready = ready;
    this.#browser = browser;
    this.#page = page;
    this.#folders = folders;
  }

  async answer(request: Request): Promise<Reply> {
    switch (request.do) {
      case "prepare":
        return this.#prepare(request);
      case "facts": {
        // Memory first: what measures the other facts takes some, too.
        const about = await this.#aboutFiles();
        const { facts } = await this.#ask(request);
        return { facts: { ...about, ...numbersOf(facts ?? {}) } };
      }
      default: {
        const { seconds, flops } = await this.#ask(request);
        return { ...(seconds !== undefined && { seconds }), ...(flops !== undefined && { flops }) };
      }
    }
  }

  async end(): Promise<void> {
    await this.#browser.close();
  }

  async #prepare(request: Extract<Request, { do: "prepare" }>): Promise<Reply> {
    const { workload, case: test, folder } = request;
    if (folder !== undefined) this.#folders.set("files", folder);
    const before: PagesMemory = folder === undefined ? new Map() : await pagesMemory(this.#browser);
    const inputs = readBlocks(request.inputs);
    const asked = { do: "prepare", workload, case: test, inputs, folder: "/files/" } as const;
    const { outputs, facts } = await this.#ask(asked);
    const longestBlockMs = Number(facts?.["longestBlockMs"]);
    this.#files = folder === undefined ? null : { bytes: bytesOfFolder(folder), before, longestBlockMs };
    if (!outputs) return { absent: true };
    writeOutputs(request.outputs, outputs);
    return {};
  }

  async #aboutFiles(): Promise<Readonly<Record<string, number>>> {
    if (this.#files === null) return {};
    const { bytes, before, longestBlockMs } = this.#files;
    const grown = growth(before, await pagesMemory(this.#browser));
    return { ...(grown === null ? {} : { memoryOverFiles: grown / bytes }), longestBlockMs };
  }

  async #ask(request: TabRequest): Promise<TabReply> {
    const reply = await this.#page.evaluate((asked) => {
      const ask: Ask = Reflect.get(globalThis, "ask");
      return ask(asked);
    }, request);
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }
}

async function start(player: string): Promise<TabPlayer> {
  const ort = dirname(createRequire(import.meta.url).resolve("onnxruntime-web"));
  const folders = new Map([
    ["bundle", dirname(fileURLToPath(import.meta.url))],
    ["ort", ort],
  ]);
  const { origin } = await serveTab(folders);
  const onWebGPU = [...ourPlayers, ...peerPlayers].some((name) => name === player && isOnWebGPU(name));
  let why = "";
  for (const flags of onWebGPU ? [withGPU, withSwiftShader] : [withoutGPU]) {
    const browser = await launchBrowser(flags);
    const page = await browser.newPage();
    await page.goto(origin);
    const { error, facts = {} } = await page.evaluate((name) => {
      const begin: Start = Reflect.get(globalThis, "start");
      return begin(name);
    }, player);
    if (error === undefined) {
      const words = Object.entries(facts).map(([name, value]): [string, string] => [name, String(value)]);
      const about = Object.fromEntries([...words, ["Chromium", browser.version()]]);
      return new TabPlayer({ facts: about }, browser, page, folders);
    }
    why = error;
    await browser.close();
  }
  throw new UnavailableError(why);
}

function numbersOf(facts: Readonly<Record<string, number | string>>): Record<string, number> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Number(value)]));
}

await servePlayer(() => start(process.argv[2] ?? ""));
