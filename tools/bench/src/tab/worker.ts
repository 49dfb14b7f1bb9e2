// The worker of a tab: runs cases on one library, controlled by messages. Its name is the player's.
import { loadPretrained } from "@saccade/pretrained";
import { setBackend } from "@saccade/tensor";
import { ourBackends } from "../backends.ts";
import { factsOf, findAdapter } from "../gpu/adapter.ts";
import { PeakLoops } from "../gpu/peak.ts";
import { loadJax } from "../libraries/jax.ts";
import { loadOrt } from "../libraries/ort.ts";
import { saccadeLibrary } from "../libraries/saccade.ts";
import { loadTfjsWebGPU } from "../libraries/tfjs.ts";
import { isInTab, isOnWebGPU, isOurs, ourPlayers, type PlayerName, peerPlayers } from "../players.ts";
import { type Make, makeOn, Session } from "../session.ts";
import { findCase } from "../workloads/index.ts";
import type { TabReply, TabRequest } from "./protocol.ts";

interface Started {
  readonly session: Session;
  readonly facts: Readonly<Record<string, string>>;
  /** Of a player on WebGPU. */
  readonly peak: PeakLoops | null;
}

async function start(name: string): Promise<Started> {
  const player = [...ourPlayers, ...peerPlayers].find((known) => known === name);
  if (player === undefined || !isInTab(player)) throw new Error(`no player ${name} in a tab`);
  const adapter = isOnWebGPU(player) ? await findAdapter(navigator.gpu) : null;
  if (isOnWebGPU(player) && adapter === null) throw new Error("WebGPU finds no adapter in Chromium");
  const { make, facts } = await startLibrary(player);
  const session = new Session(make);
  if (adapter === null) return { session, facts, peak: null };
  return { session, facts: { ...facts, ...factsOf(adapter) }, peak: await PeakLoops.on(adapter) };
}

async function startLibrary(player: PlayerName): Promise<{ make: Make; facts: Started["facts"] }> {
  if (isOurs(player)) {
    const ours = await ourBackends[player]();
    setBackend(ours.backend);
    const open = (folder: string) => loadPretrained(folder, { weights: "bfloat16" });
    return { make: makeOn("saccade", saccadeLibrary(ours, open)), facts: ours.facts };
  }
  switch (player) {
    case "jax-webgpu-tab":
      return { make: makeOn("jax", await loadJax("webgpu")), facts: {} };
    case "tfjs-webgpu-tab":
      return { make: makeOn("tfjs", await loadTfjsWebGPU()), facts: {} };
    default: {
      const ort = await loadOrt(player === "ort-tab" ? 1 : 2, new URL("/ort/", location.href).href);
      return { make: makeOn("ort", ort), facts: {} };
    }
  }
}

async function answer({ session, peak }: Started, request: TabRequest): Promise<TabReply> {
  switch (request.do) {
    case "prepare": {
      const test = findCase(request.workload, request.case);
      const outputs = await session.prepare(test, request.inputs, request.folder);
      return { outputs: outputs?.map((values) => Float32Array.from(values)) ?? null };
    }
    case "warm":
      return { seconds: await session.warm(request.seconds) };
    case "sample":
      return { seconds: await session.sample(request.iterations) };
    case "peak":
      return peak === null ? {} : { flops: await peak.measure(request.seconds) };
    case "facts":
      return { facts: await session.facts() };
  }
}

function say(reply: TabReply): void {
  postMessage(reply);
}

function failure(error: unknown): TabReply {
  return { error: error instanceof Error ? error.message : String(error) };
}

try {
  const started = await start(self.name);
  addEventListener("message", ({ data }: MessageEvent<TabRequest>) => {
    answer(started, data).then(say, (error: unknown) => say(failure(error)));
  });
  say({ facts: started.facts });
} catch (error) {
  say(failure(error));
}
