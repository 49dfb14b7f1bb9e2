// A process that runs cases on one library, with requests as lines on its standard input; see protocol.ts.
import { loadPretrainedFolder } from "@saccade/pretrained/node";
import { readBlocks, writeOutputs } from "./block-file.ts";
import { bytesOfFolder } from "./folder-size.ts";
import { factsOf } from "./gpu/adapter.ts";
import { installNavigator, openNodeGPU } from "./gpu/node-gpu.ts";
import { PeakLoops } from "./gpu/peak.ts";
import type { Open } from "./libraries/saccade.ts";
import { startLibrary } from "./libraries/start.ts";
import { isInTab, isOnWebGPU, isOurs, ourPlayers, type PlayerName, peerPlayers } from "./players.ts";
import type { Ready, Reply, Request } from "./protocol.ts";
import { type Answering, servePlayer } from "./serve-player.ts";
import { Session } from "./session.ts";
import { findCase } from "./workloads/index.ts";

async function start(name: PlayerName): Promise<Player> {
  const open: Open = (folder) => loadPretrainedFolder(folder, { weights: "bfloat16" });
  if (!isOnWebGPU(name)) {
    const { make, facts } = await startLibrary(name, open);
    return new Player({ facts }, new Session(make));
  }
  const { gpu, adapter } = await openNodeGPU();
  if (!isOurs(name)) installNavigator(gpu);
  const { make, facts } = await startLibrary(name, open);
  return new Player(
    { facts: { ...facts, ...factsOf(adapter) } },
    new Session(make, await PeakLoops.on(adapter)),
  );
}

class Player implements Answering {
  readonly ready: Ready;
  readonly #session: Session;
  /** The process's memory before the case, and the bytes of its files. */
  #files: { readonly before: number; readonly bytes: number } | null = null;

  constructor(ready: Ready, session: Session) {
    this.ready = ready;
    this.#session = session;
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
      case "facts":
        // Memory first: what measures the other facts takes some, too.
        return { facts: { ...this.#memory(), ...(await this.#session.facts()) } };
      default:
        return this.#session.answer(request);
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
  return start(name);
});
