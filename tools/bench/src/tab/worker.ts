// The worker of a tab: runs cases on one library, as messages tell it. Its name is the player's.
import { loadPretrained } from "@saccade/pretrained";
import { setBackend } from "@saccade/tensor";
import { ourBackends } from "../backends.ts";
import { loadOrt } from "../libraries/ort.ts";
import { saccadeLibrary } from "../libraries/saccade.ts";
import { makeOn, Session } from "../session.ts";
import { findCase } from "../workloads/index.ts";
import type { TabReply, TabRequest } from "./protocol.ts";

async function start(player: string): Promise<{ session: Session; facts: Readonly<Record<string, string>> }> {
  if (player === "ort-tab" || player === "ort-tab-2") {
    const ort = await loadOrt(player === "ort-tab" ? 1 : 2, new URL("/ort/", location.href).href);
    return { session: new Session(makeOn("ort", ort)), facts: {} };
  }
  if (player !== "tab" && player !== "tab-2") throw new Error(`no player ${player} in a tab`);
  const ours = await ourBackends[player]();
  setBackend(ours.backend);
  const open = (folder: string) => loadPretrained(folder, { weights: "bfloat16" });
  return { session: new Session(makeOn("saccade", saccadeLibrary(ours, open))), facts: ours.facts };
}

async function answer(session: Session, request: TabRequest): Promise<TabReply> {
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
    case "facts":
      return { facts: session.facts() };
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
