import { spawnSync } from "node:child_process";
import { type Entry, interleave } from "./measure.ts";
import { libraryOf, type PlayerName } from "./players.ts";
import type { CaseResult, PlayerResult } from "./results.ts";
import { type Bench, chooseBase, reason } from "./run-case.ts";
import { median, pairedRatio, present, type Samples, summarize } from "./statistics.ts";
import { concerns } from "./taking-part.ts";
import type { Case } from "./workload.ts";

type Runner = PlayerName | "empty";

// Starting a process varies more than the measured time.
const leastRounds = 7;

/** Times whole processes: what each of src/startup takes beyond an empty program. */
export async function runProcesses(
  { settings }: Bench,
  workload: string,
  test: Case,
  startup: (name: Runner) => string,
): Promise<CaseResult> {
  const absent = new Map<PlayerName, string>();
  const players = settings.players.filter(
    (player) => libraryOf(player) !== null && !player.endsWith("wasm-2") && concerns(player, test),
  );
  const answers = new Map<Runner, string>();
  const entries: Entry<Runner>[] = (["empty", ...players] as const).map((name) => ({
    name,
    iterations: 1,
    sample: async () => {
      const { seconds, output } = spawnOnce(startup(name));
      answers.set(name, output);
      return seconds;
    },
  }));
  const { samples, failures } = await interleave(entries, {
    rounds: Math.max(settings.rounds, leastRounds),
    budget: Number.POSITIVE_INFINITY,
  });
  for (const [name, why] of failures) if (name !== "empty") absent.set(name, reason(why));
  const empty = median(present(samples.get("empty")!));
  const expected = answers.get(chooseBase(players, null) ?? "empty");
  const beyond = new Map<PlayerName, Samples>();
  for (const player of players) {
    if (absent.has(player)) continue;
    if (answers.get(player) !== expected) absent.set(player, `wrong: it said ${answers.get(player)}`);
    else
      beyond.set(
        player,
        samples.get(player)!.map((seconds) => seconds && seconds - empty),
      );
  }
  const base = chooseBase([...beyond.keys()], settings.base);
  const results = [...beyond].map(
    ([player, raw]): PlayerResult => ({
      player,
      variant: null,
      ...summarize(raw),
      gflops: null,
      ceiling: null,
      adapter: null,
      ratio: base === null ? null : pairedRatio(raw, beyond.get(base)!),
      facts: {},
      raw,
    }),
  );
  return { workload, case: test.name, flops: 0, base, players: results, absent: Object.fromEntries(absent) };
}

function spawnOnce(file: string): { seconds: number; output: string } {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(stderr.split("\n").find((line) => line.includes("Error")) ?? "it failed");
  return { seconds, output: stdout.trim().split("\n").at(-1) ?? "" };
}
