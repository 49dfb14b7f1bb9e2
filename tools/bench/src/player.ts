// A process that runs cases on one library, with requests as lines on its standard input; see protocol.ts.
import { loadPretrainedFolder } from "@saccade/pretrained/node";
import { setBackend } from "@saccade/tensor";
import { ourBackends } from "./backends.ts";
import { readBlocks, writeOutputs } from "./block-file.ts";
import { bytesOfFolder } from "./folder-size.ts";
import { factsOf } from "./gpu/adapter.ts";
import { installNavigator, openNodeGPU } from "./gpu/node-gpu.ts";
import { PeakLoops } from "./gpu/peak.ts";
import { loadJax } from "./libraries/jax.ts";
import { loadOrt } from "./libraries/ort.ts";
import { saccadeLibrary } from "./libraries/saccade.ts";
import { loadTfjs, loadTfjsWebGPU } from "./libraries/tfjs.ts";
import { isInTab, isOnWebGPU, isOurs, ourPlayers, type PlayerName, peerPlayers } from "./players.ts";
import type { Ready, Reply, Request } from "./protocol.ts";
import { type Answering, servePlayer } from "./serve-player.ts";
import { type Make, makeOn, Session } from "./session.ts";
import { UnavailableError } from "./unavailable.ts";
import { findCase } from "./workloads/index.ts";

interface Started {
  readonly make: Make;
  readonly ready: Ready;
  /** Of a player on WebGPU. */
  readonly peak?: PeakLoops;
}

async function start(name: PlayerName): Promise<Started> {
  if (!isOnWebGPU(name)) return startLibrary(name);
  const { gpu, adapter } = await openNodeGPU();
  if (!isOurs(name)) installNavigator(gpu);
  const { make, ready } = await startLibrary(name);
  const peak = await PeakLoops.on(adapter);
  return { make, ready: { facts: { ...ready.facts, ...factsOf(adapter) } }, peak };
}

async function startLibrary(name: PlayerName): Promise<Started> {
  if (isOurs(name)) {
    const ours = await ourBackends[name]();
    setBackend(ours.backend);
    const open = (folder: string) => loadPretrainedFolder(folder, { weights: "bfloat16" });
    return { make: makeOn("saccade", saccadeLibrary(ours, open)), ready: { facts: ours.facts } };
  }
  switch (name) {
    case "tfjs":
      return { make: makeOn("tfjs", await loadTfjs()), ready: { facts: {} } };
    case "jax":
      return { make: makeOn("jax", await loadJax("wasm")), ready: { facts: {} } };
    case "tfjs-webgpu":
      return { make: makeOn("tfjs", await loadTfjsWebGPU()), ready: { facts: {} } };
    case "jax-webgpu":
      return { make: makeOn("jax", await loadJax("webgpu")), ready: { facts: {} } };
    case "ort":
      return { make: makeOn("ort", await loadOrt(1)), ready: { facts: {} } };
    case "ort-2":
      return { make: makeOn("ort", await loadOrt(2)), ready: { facts: {} } };
    default:
      throw new UnavailableError(`${name} is not a library for Node`);
  }
}

class Player implements Answering {
  readonly ready: Ready;
  readonly #session: Session;
  readonly #peak: PeakLoops | undefined;
  /** The process's memory before the case, and the bytes of its files. */
  #files: { readonly before: number; readonly bytes: number } | null = null;

  constructor({ make, ready, peak }: Started) {
    this.ready = ready;
    this.#peak = peak;
    this.#session = new Session(make);
  }

  async answer(request: Request): Promise<Reply> {
    switch (request.do) {
      case "prepare": {
        const { folder } = request;
        const before = process.memoryUsage.rss();
        this.#files = folder === undefined ? null : { before, bytes: bytesOfFolder(folder) };
        const test = findCase(request.workload, request.case);
        const outputs = await this.#session.prepare(test, readBlocks(request.inputs), folder ?? "");
        if (outputs === null) return { absent: true };
        writeOutputs(request.outputs, outputs);
        return {};
      }
      case "warm":
        return { seconds: await this.#session.warm(request.seconds) };
      case "sample":
        return { seconds: await this.#session.sample(request.iterations) };
      case "peak":
        return this.#peak === undefined ? {} : { flops: await this.#peak.measure(request.seconds) };
      case "facts":
        // Memory first: what measures the other facts takes some, too.
        return { facts: { ...this.#memory(), ...(await this.#session.facts()) } };
    }
  }

  #memory(): Readonly<Record<string, number>> {
    if (this.#files === null) return {};
    const { before, bytes } = this.#files;
    const most = process.resourceUsage().maxRSS * 1024;
    return { memoryOverFiles: (most - before) / bytes };
  }
}

await servePlayer(async () => {
  const name = [...ourPlayers, ...peerPlayers].find((player) => player === process.argv[2]);
  if (name === undefined || isInTab(name)) throw new Error(`no player ${process.argv[2]} in Node`);
  return new Player(await start(name));
});
