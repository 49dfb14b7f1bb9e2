import type { AdapterFacts } from "./gpu/adapter.ts";
import { isCompiled, isInTab, isOnWebGPU, isOurs, libraryOf, type PlayerName } from "./players.ts";
import type { Settings } from "./settings.ts";
import type { Team } from "./team.ts";
import type { Case } from "./workload.ts";

// The reference backend does about 1 GFLOP/s; beyond this it only takes part when it was asked for.
const referenceFlops = 3e8;

/** Whether a player could have a program for the case. */
export function concerns(player: PlayerName, test: Case): boolean {
  const { webgpu, onlyWebGPU = false, tab = false } = test;
  if (isCompiled(player) && !test.compilable) return false;
  if (isOnWebGPU(player) ? webgpu === undefined : onlyWebGPU) return false;
  if (isInTab(player) && !isOnWebGPU(player) && !tab) return false;
  const library = libraryOf(player);
  return library === null ? test.torch !== undefined : test.programs[library] !== undefined;
}

/** Whether the reference backend takes so long for a case that another of our backends is the measure. */
export async function isTooMuch(team: Team, settings: Settings, { flops = 0 }: Case): Promise<boolean> {
  if (flops <= referenceFlops || settings.asked.includes("reference")) return false;
  const others = [...settings.checkers, ...settings.players].filter(
    (player) => isOurs(player) && player !== "reference" && !isInTab(player),
  );
  for (const player of others) if (await team.has(player)) return true;
  return false;
}

/** Why a case is left out on what WebGPU computes on; null if it is not. */
export function leftOut({ kind }: AdapterFacts, settings: Settings, test: Case): string | null {
  const { webgpu, flops = 0 } = test;
  if (kind === "hardware")
    return webgpu === "software" ? "left out, since it is for machines without a GPU" : null;
  return webgpu === "hardware" || flops > settings.softwareFlops
    ? "left out, since it takes minutes without a GPU"
    : null;
}
