import type { Ceiling, CeilingLoops } from "@saccade/kernels-wasm/ceiling";
import { isOnWebGPU, type PlayerName } from "./players.ts";
import type { CeilingResult } from "./results.ts";
import { median } from "./statistics.ts";
import type { Team } from "./team.ts";

/** GFLOP/s that loops of the CPU's instructions reach, and those of the WebGPU device, if a player uses it. */
export interface RoundCeiling extends Ceiling {
  readonly gpu: number | null;
}

/** Measures the ceilings of a case, before, between and after its rounds. */
export class CaseCeilings {
  readonly #loops: CeilingLoops;
  readonly #team: Team;
  readonly #seconds: number;
  readonly #onGPU: PlayerName | undefined;
  readonly all: RoundCeiling[] = [];

  /** @param ready the players that are timed: the first one on WebGPU measures its device. */
  constructor(loops: CeilingLoops, team: Team, seconds: number, ready: readonly PlayerName[]) {
    this.#loops = loops;
    this.#team = team;
    this.#seconds = seconds;
    this.#onGPU = ready.find(isOnWebGPU);
  }

  async measure(): Promise<void> {
    const cpu = this.#loops.measure(this.#seconds);
    this.all.push({ ...cpu, gpu: await this.#peak() });
  }

  // A player that failed meanwhile is reported elsewhere.
  async #peak(): Promise<number | null> {
    if (this.#onGPU === undefined) return null;
    try {
      const { flops } = await this.#team.ask(this.#onGPU, { do: "peak", seconds: this.#seconds });
      return flops === undefined ? null : flops / 1e9;
    } catch {
      return null;
    }
  }

  /** Of each round: the better one of those before and after it, since what disturbs a loop only slows it. */
  ofRounds(): RoundCeiling[] {
    return this.all.slice(1).map((after, round) => betterOf(this.all[round]!, after));
  }
}

function betterOf(a: RoundCeiling, b: RoundCeiling): RoundCeiling {
  const better = (x: number | null, y: number | null): number | null =>
    x === null || y === null ? null : Math.max(x, y);
  return {
    mulAdd: Math.max(a.mulAdd, b.mulAdd),
    relaxed: better(a.relaxed, b.relaxed),
    gpu: better(a.gpu, b.gpu),
  };
}

/**
 * The time of this number of operations at the ceiling: of the device on WebGPU, else against the instructions that a player's
 * variant runs, or the better of both where that is unknown.
 */
export function secondsAtCeiling(
  { mulAdd, relaxed, gpu }: RoundCeiling,
  player: PlayerName,
  variant: string | null,
  flops: number,
): number {
  if (isOnWebGPU(player)) return flops / ((gpu ?? Number.NaN) * 1e9);
  const best = Math.max(mulAdd, relaxed ?? 0);
  const rate = variant === "plain" ? mulAdd : best;
  return flops / (rate * 1e9);
}

export function summarizeCeiling(ceilings: readonly RoundCeiling[]): CeilingResult {
  const relaxed = ceilings.flatMap((ceiling) => ceiling.relaxed ?? []);
  const gpu = ceilings.flatMap((ceiling) => ceiling.gpu ?? []);
  return {
    mulAdd: median(ceilings.map(({ mulAdd }) => mulAdd)),
    relaxed: relaxed.length > 0 ? median(relaxed) : null,
    gpu: gpu.length > 0 ? median(gpu) : null,
  };
}
