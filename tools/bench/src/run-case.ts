import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CeilingLoops } from "@saccade/kernels-wasm/ceiling";
import { readOutputs, writeBlocks } from "./block-file.ts";
import { CaseCeilings, type RoundCeiling, secondsAtCeiling } from "./ceilings.ts";
import { difference } from "./check.ts";
import { adapterIn } from "./gpu/adapter.ts";
import { type Entry, interleave, iterationsFor } from "./measure.ts";
import { isOnWebGPU, type PlayerName } from "./players.ts";
import type { Outputs } from "./program.ts";
import type { CaseResult, PlayerResult } from "./results.ts";
import type { Settings } from "./settings.ts";
import { pairedRatio, type Samples, summarize } from "./statistics.ts";
import { concerns, isTooMuch, leftOut } from "./taking-part.ts";
import type { Team } from "./team.ts";
import type { Case } from "./workload.ts";

/** The inputs of one case's run. */
export interface Bench {
  readonly team: Team;
  readonly loops: CeilingLoops;
  /** Every measure of the ceiling so far. */
  readonly ceilings: RoundCeiling[];
  readonly settings: Settings;
  /** A folder for arrays. */
  readonly scratch: string;
}

/** Why players have no numbers. Those on WebGPU are left out together. */
type Absent = Map<PlayerName | "on WebGPU", string>;

/** Prepares and checks a case on every player, then times them in turn. */
export async function runCase(bench: Bench, workload: string, test: Case): Promise<CaseResult> {
  const { team, settings } = bench;
  const absent: Absent = new Map();
  const ready = await prepare(bench, workload, test, absent);
  const entries: Entry<PlayerName>[] = [];
  for (const player of ready) {
    try {
      const { seconds } = await team.ask(player, { do: "warm", seconds: settings.warm });
      entries.push(entryOf(team, player, iterationsFor(seconds!, settings.sample)));
    } catch (error) {
      absent.set(player, reason(error));
    }
  }
  const ceilings = new CaseCeilings(
    bench.loops,
    team,
    settings.ceiling,
    entries.map(({ name }) => name),
  );
  const { samples, failures } = await interleave(entries, {
    rounds: settings.rounds,
    budget: settings.budget,
    least: settings.least,
    onRound: () => ceilings.measure(),
  });
  await ceilings.measure();
  bench.ceilings.push(...ceilings.all);
  for (const [player, why] of failures) absent.set(player, reason(why));
  const facts: Facts = new Map();
  for (const { name } of entries) {
    if (absent.has(name)) continue;
    try {
      facts.set(name, (await team.ask(name, { do: "facts" })).facts ?? {});
    } catch (error) {
      absent.set(name, `its facts: ${reason(error)}`);
    }
  }
  return summarizeCase(bench, workload, test, { samples, facts, absent, ceilings: ceilings.ofRounds() });
}

type Facts = Map<PlayerName, Readonly<Record<string, number>>>;

/** Every player that has the case and agrees with the first of them, or with a checker: one of ours, if there is any. */
async function prepare(
  { team, settings, scratch }: Bench,
  workload: string,
  test: Case,
  absent: Absent,
): Promise<PlayerName[]> {
  const players = await takingPart(team, settings, test, absent);
  if (players.length === 0) return [];
  const inputs = join(scratch, "inputs");
  writeBlocks(inputs, test.inputs());
  const folder = await writeFiles(test, scratch);
  // In a new process, leftovers of an earlier case neither help nor add to the memory of the files.
  if (folder !== null) team.end();
  const ready: PlayerName[] = [];
  let expected: Outputs | null = null;
  let measure: PlayerName | null = null;
  const checkers = new Set(settings.checkers);
  for (const player of [...checkers, ...players]) {
    const checks = checkers.has(player);
    if (checks && measure !== null) continue;
    if (player === "reference" && (await isTooMuch(team, settings, test))) {
      if (!checks) absent.set(player, "left out where it takes long; --backend reference takes it in");
      continue;
    }
    if (!(await team.has(player))) continue; // reported once, at the end
    const outputs = join(scratch, `outputs-${player}`);
    try {
      const reply = await team.ask(player, {
        do: "prepare",
        workload,
        case: test.name,
        ...test.torch,
        inputs,
        outputs,
        ...(folder === null ? {} : { folder }),
      });
      if (reply.absent) continue;
      const got = readOutputs(outputs);
      expected ??= got;
      measure ??= player;
      if (checks) continue;
      const wrong = difference(got, expected, test.tolerance ?? 1e-4);
      if (wrong === null) ready.push(player);
      else absent.set(player, `not timed, since it does not compute what ${measure} does: ${wrong}`);
    } catch (error) {
      absent.set(player, reason(error));
    }
  }
  return ready;
}

/** The players that the case concerns; without those on WebGPU where it is too large for what that computes on. */
async function takingPart(
  team: Team,
  settings: Settings,
  test: Case,
  absent: Absent,
): Promise<readonly PlayerName[]> {
  const players = settings.players.filter((player) => concerns(player, test));
  for (const player of players.filter(isOnWebGPU)) {
    if (!(await team.has(player))) continue;
    const adapter = adapterIn(team.facts.get(player));
    const why = adapter && leftOut(adapter, settings, test);
    if (why === null) break;
    absent.set("on WebGPU", why);
    return players.filter((name) => !isOnWebGPU(name));
  }
  return players;
}

// The case's files, in a separate folder; those of the previous case are deleted.
async function writeFiles({ files }: Case, scratch: string): Promise<string | null> {
  const folder = join(scratch, "files");
  rmSync(folder, { recursive: true, force: true });
  if (files === undefined) return null;
  mkdirSync(folder);
  await files(folder);
  return folder;
}

function entryOf(team: Team, player: PlayerName, iterations: number): Entry<PlayerName> {
  return {
    name: player,
    iterations,
    sample: async (count) => (await team.ask(player, { do: "sample", iterations: count })).seconds!,
  };
}

interface Measured {
  readonly samples: ReadonlyMap<PlayerName, Samples>;
  readonly facts: Facts;
  readonly absent: Absent;
  readonly ceilings: readonly RoundCeiling[];
}

function summarizeCase(
  { team, settings }: Bench,
  workload: string,
  { name, flops = 0, units = 1 }: Case,
  { samples, facts, absent, ceilings }: Measured,
): CaseResult {
  const timed = new Map<PlayerName, Samples>();
  for (const [player, values] of samples) {
    if (!absent.has(player))
      timed.set(
        player,
        values.map((value) => value && value / units),
      );
  }
  const base = chooseBase([...timed.keys()], settings.base);
  const players = [...timed].map(([player, raw]): PlayerResult => {
    const teamFacts = team.facts.get(player);
    const variant = teamFacts?.["variant"] ?? null;
    const peak = ceilings.map((ceiling) => secondsAtCeiling(ceiling, player, variant, flops / units));
    return {
      player,
      variant,
      adapter: adapterIn(teamFacts),
      ...summarize(raw),
      gflops: flops > 0 ? flops / units / summarize(raw).median / 1e9 : null,
      ceiling: flops > 0 ? pairedRatio(peak, raw) : null,
      ratio: base === null ? null : pairedRatio(raw, timed.get(base)!),
      facts: facts.get(player) ?? {},
      raw,
    };
  });
  return { workload, case: name, flops, base, players, absent: Object.fromEntries(absent) };
}

/** The player that others are compared with: the one that was asked for, else our plain one. */
export function chooseBase(players: readonly PlayerName[], asked: PlayerName | null): PlayerName | null {
  const wanted: (PlayerName | null)[] = [asked, "wasm", "webgpu", "tab-webgpu", "reference"];
  return wanted.find((player) => player !== null && players.includes(player)) ?? players[0] ?? null;
}

export function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
}
