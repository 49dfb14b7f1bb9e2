import { adapterLine } from "./gpu/adapter.ts";
import { type PlayerName, playerTitles } from "./players.ts";
import type { CaseResult, CeilingResult, GoalResult, PlayerResult, Results } from "./results.ts";
import { formatFlops, formatPercent, formatSeconds, formatTable, threeDigits } from "./table.ts";

/** One case as a table, ours first; and why who is missing is. */
export function caseTable({ case: name, flops, base, players, absent }: CaseResult): string {
  const counted = flops > 0;
  const columns = [
    { title: `  ${name}${counted ? `, ${formatFlops(flops)}` : ""}`, align: "left" },
    { title: "median" },
    { title: "best" },
    { title: "±" },
    ...(counted ? [{ title: "GFLOP/s" }, { title: "of ceiling" }] : []),
    { title: base === null ? "" : `× ${base}` },
    { title: "", align: "left" },
  ] as const;
  const rows = players.map((result) => [
    `    ${result.player}`,
    formatSeconds(result.median),
    formatSeconds(result.best),
    formatPercent(result.spread / 2),
    ...(counted ? [threeDigits(result.gflops ?? NaN), formatPercent(result.ceiling ?? NaN)] : []),
    threeDigits(result.ratio ?? NaN),
    formatFacts(result),
  ]);
  const adapter = players.flatMap((result) => result.adapter ?? [])[0];
  const on = adapter === undefined ? [] : [`  WebGPU on ${adapterLine(adapter)}`];
  const lines = Object.entries(absent).map(([player, why]) => `    ${player}: ${why}`);
  if (players.length === 0) return [`  ${name}`, ...lines].join("\n");
  return [...on, formatTable(columns, rows), ...lines].join("\n");
}

function formatFacts({ facts }: PlayerResult): string {
  return Object.entries(facts)
    .filter(([, value]) => value >= 0.01)
    .map(([name, value]) => `${name} ${threeDigits(value)}`)
    .join(", ");
}

export function goalTable(goals: readonly GoalResult[]): string {
  const measured = goals.filter(({ met }) => met !== null);
  if (measured.length === 0) return "goals: none measured";
  const rows = measured.map(({ workload, case: name, player, goal, reached, met }) => [
    `  ${workload}`,
    name,
    player,
    goal,
    reached ?? "–",
    met ? "met" : "MISSED",
  ]);
  const columns = (["  goals", "", "player", "goal", "reached", ""] as const).map((title) => ({
    title,
    align: "left" as const,
  }));
  const met = measured.filter((goal) => goal.met).length;
  const rest = goals.length - measured.length;
  return `${formatTable(columns, rows)}\n  ${met} of ${measured.length} met, ${rest} not measured`;
}

export function ceilingLine({ mulAdd, relaxed, gpu }: CeilingResult): string {
  const other = relaxed === null ? "no relaxed SIMD" : `relaxed madd ${threeDigits(relaxed)} GFLOP/s`;
  const device = gpu === null ? "" : `; WebGPU's device: ${threeDigits(gpu)} GFLOP/s by fused multiply-adds`;
  return `single-thread ceiling: multiply and add ${threeDigits(mulAdd)} GFLOP/s, ${other}${device}`;
}

export function machineLines({ machine, ceiling, players }: Results): string {
  const { date, cpu, cores, memoryGiB, system, versions } = machine;
  return [
    `${date}  ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}`,
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
    ceilingLine(ceiling),
    ...Object.entries(players).map(
      ([name, about]) => `${name}: ${playerTitles[name as PlayerName]}${about === "" ? "" : `; ${about}`}`,
    ),
  ].join("\n");
}
