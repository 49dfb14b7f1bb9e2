// A process that runs cases on one library, as it is told line by line on its standard input; see protocol.ts.
import { loadPretrainedFolder } from "@saccade/pretrained/node";
import { setBackend } from "@saccade/tensor";
import { ourBackends, UnavailableError } from "./backends.ts";
import { readBlocks, writeOutputs } from "./block-file.ts";
import { bytesOfFolder } from "./folder-size.ts";
import { loadJax } from "./libraries/jax.ts";
import { loadOrt } from "./libraries/ort.ts";
import { saccadeLibrary } from "./libraries/saccade.ts";
import { loadTfjs } from "./libraries/tfjs.ts";
import { isInTab, isOurs, ourPlayers, type PlayerName, peerPlayers } from "./players.ts";
import type { Ready, Reply, Request } from "./protocol.ts";
import { type Answering, servePlayer } from "./serve-player.ts";
import { type Make, makeOn, Session } from "./session.ts";
import { findCase } from "./workloads/index.ts";

async function start(name: PlayerName): Promise<{ make: Make; ready: Ready }> {
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
      return { make: makeOn("jax", await loadJax()), ready: { facts: {} } };
    case "ort":
      return { make: makeOn("ort", await loadOrt(1)), ready: { facts: {} } };
    case "ort-2":
      return { make: makeOn("ort", await loadOrt(2)), ready: { facts: {} } };
    default:
      throw new UnavailableError(`${name} is no library of Node`);
  }
}

class Player implements Answering {
  readonly ready: Ready;
  readonly #session: Session;
  /** The process's memory before the case, and the bytes of its files. */
  #files: { readonly before: number; readonly bytes: number } | null = null;

  constructor({ make, ready }: { make: Make; ready: Ready }) {
    this.ready = ready;
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
      case "facts":
        // Memory first: what measures the other facts takes some, too.
        return { facts: { ...this.#memory(), ...this.#session.facts() } };
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
