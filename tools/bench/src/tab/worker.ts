// The worker of a tab: runs cases on one library, controlled by messages. Its name is the player's.
import { loadPretrained } from "@saccade/pretrained";
import { factsOf, findAdapter } from "../gpu/adapter.ts";
import { PeakLoops } from "../gpu/peak.ts";
import type { Open } from "../libraries/saccade.ts";
import { startLibrary } from "../libraries/start.ts";
import { isInTab, isOnWebGPU, ourPlayers, peerPlayers } from "../players.ts";
import type { Ready } from "../protocol.ts";
import { Session } from "../session.ts";
import { findCase } from "../workloads/index.ts";
import type { TabReply, TabRequest } from "./protocol.ts";

async function start(name: string): Promise<{ session: Session } & Ready> {
  const player = [...ourPlayers, ...peerPlayers].find((known) => known === name);
  if (player === undefined || !isInTab(player)) throw new Error(`no player ${name} in a tab`);
  const adapter = isOnWebGPU(player) ? await findAdapter(navigator.gpu) : null;
  if (isOnWebGPU(player) && adapter === null) throw new Error("WebGPU finds no adapter in Chromium");
  const open: Open = (folder) => loadPretrained(folder, { weights: "bfloat16" });
  const { make, facts } = await startLibrary(player, open, new URL("/ort/", location.href).href);
  if (adapter === null) return { session: new Session(make), facts };
  return {
    session: new Session(make, await PeakLoops.on(adapter)),
    facts: { ...facts, ...factsOf(adapter) },
  };
}

async function answer(session: Session, request: TabRequest): Promise<TabReply> {
  switch (request.do) {
    case "prepare": {
      const test = findCase(request.workload, request.case);
      const outputs = await session.prepare(test, request.inputs, request.folder);
      return { outputs: outputs?.map((values) => Float32Array.from(values)) ?? null };
    }
    case "facts":
      return { facts: await session.facts() };
    default:
      return session.answer(request);
  }
}

function say(reply: TabReply): void {
  postMessage(reply);
}

function failure(error: unknown): TabReply {
  return { error: error instanceof Error ? error.message : String(error) };
}

try {
  const { session, facts } = await start(self.name);
  addEventListener("message", ({ data }: MessageEvent<TabRequest>) => {
    answer(session, data).then(say, (error: unknown) => say(failure(error)));
  });
  say({ facts });
} catch (error) {
  say(failure(error));
}
