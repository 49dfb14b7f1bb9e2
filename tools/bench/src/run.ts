import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CeilingLoops } from "@saccade/kernels-wasm/ceiling";
import { buildPrograms } from "./build.ts";
import { type RoundCeiling, summarizeCeiling } from "./ceilings.ts";
import { judge } from "./goals.ts";
import { Launcher } from "./launch.ts";
import { describeMachine } from "./machine.ts";
import { counterpart, isBefore, isInTab, type PlayerName } from "./players.ts";
import type { CaseResult, CeilingResult, GoalResult, Results } from "./results.ts";
import { type Bench, runCase } from "./run-case.ts";
import { runProcesses } from "./run-processes.ts";
import type { Settings } from "./settings.ts";
import { concerns } from "./taking-part.ts";
import { Team } from "./team.ts";
import type { Case } from "./workload.ts";
import { workloads } from "./workloads/index.ts";

/** A workload's cases that were asked for. */
export interface Choice {
  readonly workload: string;
  readonly cases: readonly Case[];
}

export interface Listener {
  readonly ceiling: (result: CeilingResult) => void;
  readonly workload: (title: string) => void;
  readonly case: (result: CaseResult) => void;
  /** Reports progress. */
  readonly status: (text: string) => void;
}

/** Runs cases, the ceiling first, and notifies the listener of each result. */
export async function runBench(
  choices: readonly Choice[],
  settings: Settings,
  interpreters: readonly string[],
  listener: Listener,
): Promise<Results> {
  const built = await buildPrograms(undefined, settings.players.some(isInTab));
  const other =
    settings.before === null ? null : await buildPrograms(join(settings.before, "tools/bench/src"));
  const scratch = mkdtempSync(join(tmpdir(), "saccade-bench-"));
  const clean = (): void => {
    built.remove();
    other?.remove();
    rmSync(scratch, { recursive: true, force: true });
  };
  process.once("exit", clean); // also where the run is broken off
  const launcher = new Launcher(
    built,
    other?.player ?? null,
    settings.players.includes("torch") || settings.players.includes("torch-2") ? interpreters : [],
  );
  const team = new Team(launcher);
  const loops = new CeilingLoops();
  const ceilings = Array.from(
    { length: settings.rounds },
    (): RoundCeiling => ({ ...loops.measure(settings.ceiling), gpu: null }),
  );
  listener.ceiling(summarizeCeiling(ceilings));
  const startup = (name: PlayerName | "empty"): string =>
    name !== "empty" && isBefore(name) && other !== null
      ? other.startup(counterpart(name))
      : built.startup(name);
  const bench: Bench = { team, loops, ceilings, settings, scratch };
  const cases: CaseResult[] = [];
  const goals: GoalResult[] = [];
  try {
    for (const { workload, cases: all } of choices) {
      const { title, processes = false } = workloads[workload]!;
      const chosen = all.filter((test) => settings.players.some((player) => concerns(player, test)));
      if (chosen.length === 0) continue; // as of the ceiling, which is measured already
      listener.workload(`${workload}: ${title}`);
      const results: CaseResult[] = [];
      for (const test of chosen) {
        listener.status(`${workload} ${test.name} …`);
        const result = processes
          ? await runProcesses(bench, workload, test, startup)
          : await runCase(bench, workload, test);
        results.push(result);
        listener.case(result);
      }
      if (settings.fresh) team.end();
      cases.push(...results);
      goals.push(...chosen.flatMap((test) => judge(workload, test, results)));
    }
  } finally {
    team.end();
    clean();
    process.off("exit", clean);
  }
  return {
    machine: describeMachine("version" in launcher.torch ? { torch: launcher.torch.version } : {}),
    settings: paceOf(settings),
    players: aboutPlayers(settings, team),
    ceiling: summarizeCeiling(ceilings),
    cases,
    goals,
  };
}

function paceOf(settings: Settings): Readonly<Record<string, number>> {
  const { rounds, warm, sample, ceiling, budget, least, softwareFlops } = settings;
  return { rounds, warm, sample, ceiling, budget, least, softwareFlops };
}

function aboutPlayers({ players }: Settings, team: Team): Record<string, string> {
  return Object.fromEntries(
    players.flatMap((player): [string, string][] => {
      const why = team.missing.get(player);
      if (why !== undefined) return [[player, `not available: ${why}`]];
      const facts = Object.entries(team.facts.get(player) ?? {}).filter(([, value]) => value !== "");
      const about = facts.map(([name, value]) => `${name} ${value}`).join(", ");
      return team.facts.has(player) ? [[player, about]] : [];
    }),
  );
}
