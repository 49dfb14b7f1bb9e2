import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ceiling, CeilingLoops } from "@saccade/kernels-wasm/ceiling";
import { readOutputs, writeBlocks } from "./block-file.ts";
import { difference } from "./check.ts";
import { type Entry, interleave, iterationsFor } from "./measure.ts";
import { isCompiled, isInTab, isOurs, libraryOf, type PlayerName } from "./players.ts";
import type { Outputs } from "./program.ts";
import type { CaseResult, PlayerResult } from "./results.ts";
import type { Settings } from "./settings.ts";
import { pairedRatio, type Samples, summarize } from "./statistics.ts";
import type { Team } from "./team.ts";
import type { Case } from "./workload.ts";

/** The inputs of one case's run. */
export interface Bench {
  readonly team: Team;
  readonly loops: CeilingLoops;
  /** Every measure of the ceiling so far. */
  readonly ceilings: Ceiling[];
  readonly settings: Settings;
  /** A folder for arrays. */
  readonly scratch: string;
}

// The reference backend does about 1 GFLOP/s; beyond this it only takes part when it was asked for.
const referenceFlops = 3e8;

/** Prepares and checks a case on every player, then times them in turn. */
export async function runCase(bench: Bench, workload: string, test: Case): Promise<CaseResult> {
  const { team, settings } = bench;
  const absent = new Map<PlayerName, string>();
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
  const measured: Ceiling[] = [];
  const { samples, failures } = await interleave(entries, {
    rounds: settings.rounds,
    budget: settings.budget,
    onRound: () => {
      measured.push(bench.loops.measure(settings.ceiling));
    },
  });
  measured.push(bench.loops.measure(settings.ceiling));
  bench.ceilings.push(...measured);
  // Of each round: the better one of those before and after it, since what disturbs a loop only slows it.
  const ceilings = measured.slice(1).map((after, round) => betterOf(measured[round]!, after));
  for (const [player, why] of failures) absent.set(player, reason(why));
  const facts: Facts = new Map();
  for (const { name } of entries) {
    if (!absent.has(name)) facts.set(name, (await team.ask(name, { do: "facts" })).facts ?? {});
  }
  return summarizeCase(bench, workload, test, { samples, facts, absent, ceilings });
}

type Facts = Map<PlayerName, Readonly<Record<string, number>>>;

/** Every player that has the case and computes what the first of them does: one of ours, if there is any. */
async function prepare(
  { team, settings, scratch }: Bench,
  workload: string,
  test: Case,
  absent: Map<PlayerName, string>,
): Promise<PlayerName[]> {
  const inputs = join(scratch, "inputs");
  writeBlocks(inputs, test.inputs());
  const folder = await writeFiles(test, scratch);
  // In a new process, what a case before it left behind neither serves nor adds to what the files take.
  if (folder !== null) team.end();
  const ready: PlayerName[] = [];
  let expected: Outputs | null = null;
  for (const player of settings.players) {
    if (!concerns(player, test)) continue;
    if (player === "reference" && (await isTooMuch(team, settings, test))) {
      absent.set(player, "left out where it takes long; --backend reference takes it in");
      continue;
    }
    if (!(await team.has(player))) continue; // said once, at the end
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
      const wrong = difference(got, expected, test.tolerance ?? 1e-4);
      if (wrong === null) ready.push(player);
      else absent.set(player, `not timed, since it does not compute what ${ready[0]} does: ${wrong}`);
    } catch (error) {
      absent.set(player, reason(error));
    }
  }
  return ready;
}

// The case's files, in a folder of their own; those of the case before are deleted.
async function writeFiles({ files }: Case, scratch: string): Promise<string | null> {
  const folder = join(scratch, "files");
  rmSync(folder, { recursive: true, force: true });
  if (files === undefined) return null;
  mkdirSync(folder);
  await files(folder);
  return folder;
}

/** Whether a player could have a program for the case. */
function concerns(player: PlayerName, test: Case): boolean {
  if (isCompiled(player) && !test.compilable) return false;
  if (isInTab(player) && !test.tab) return false;
  const library = libraryOf(player);
  return library === null ? test.torch !== undefined : test.programs[library] !== undefined;
}

async function isTooMuch(team: Team, settings: Settings, { flops = 0 }: Case): Promise<boolean> {
  if (flops <= referenceFlops || settings.asked.includes("reference")) return false;
  const others = settings.players.filter(
    (player) => isOurs(player) && player !== "reference" && !isInTab(player),
  );
  for (const player of others) if (await team.has(player)) return true;
  return false;
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
  readonly absent: ReadonlyMap<PlayerName, string>;
  readonly ceilings: readonly Ceiling[];
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
    const peak = ceilings.map((ceiling) => secondsAtCeiling(ceiling, team.facts.get(player), flops / units));
    return {
      player,
      variant: team.facts.get(player)?.["variant"] ?? null,
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

// Against the instructions that a player's variant runs; against the better of both where that is unknown.
function secondsAtCeiling(
  { mulAdd, relaxed }: Ceiling,
  facts: Readonly<Record<string, string>> | undefined,
  flops: number,
): number {
  const best = Math.max(mulAdd, relaxed ?? 0);
  const rate = facts?.["variant"] === "plain" ? mulAdd : best;
  return flops / (rate * 1e9);
}

function betterOf(a: Ceiling, b: Ceiling): Ceiling {
  const relaxed = a.relaxed === null || b.relaxed === null ? null : Math.max(a.relaxed, b.relaxed);
  return { mulAdd: Math.max(a.mulAdd, b.mulAdd), relaxed };
}

/** The player that others are compared with: the one that was asked for, else the plain one-thread wasm backend. */
export function chooseBase(players: readonly PlayerName[], asked: PlayerName | null): PlayerName | null {
  const wanted: (PlayerName | null)[] = [asked, "wasm", "reference"];
  return wanted.find((player) => player !== null && players.includes(player)) ?? players[0] ?? null;
}

export function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
}
