import type { CaseResult, GoalResult, PlayerResult } from "./results.ts";
import { pairedRatio } from "./statistics.ts";
import { formatPercent, formatSeconds, threeDigits } from "./table.ts";
import type { Case, Goal } from "./workload.ts";

/** Holds a case's goals against the workload's results. */
export function judge(
  workload: string,
  { name, goals = [] }: Case,
  results: readonly CaseResult[],
): GoalResult[] {
  const find = (test: string, player: string): PlayerResult | undefined =>
    results.find((result) => result.case === test)?.players.find((result) => result.player === player);
  return goals.flatMap((goal) => {
    const mine = find(name, goal.player);
    if (mine?.adapter && goal.adapter !== undefined && mine.adapter.kind !== goal.adapter) return [];
    const other =
      goal.overCase === undefined && goal.over === undefined
        ? undefined
        : find(goal.overCase ?? name, goal.over ?? goal.player);
    const kernels = find(name, "wasm")?.facts["kernelsMs"];
    return verdicts(goal, mine, other, kernels).map(([text, reached, met]) => ({
      workload,
      case: name,
      player: goal.player,
      goal: text,
      reached,
      met,
    }));
  });
}

type Verdict = [goal: string, reached: string | null, met: boolean | null];

function verdicts(
  goal: Goal,
  mine: PlayerResult | undefined,
  other: PlayerResult | undefined,
  kernelsMs: number | undefined,
): Verdict[] {
  const found: Verdict[] = [];
  if (goal.ceiling !== undefined) {
    found.push(
      atLeast(`${formatPercent(goal.ceiling)} of the ceiling`, mine?.ceiling, goal.ceiling, formatPercent),
    );
  }
  const factor = mine?.variant === "plain" ? (goal.plainFactor ?? goal.factor) : goal.factor;
  if (factor !== undefined) {
    const ratio = mine && other && speed(mine, other, goal.quietest ?? false);
    found.push(atLeast(`${times(factor)} ${goal.overCase ?? goal.over}`, ratio, factor, times));
  }
  if (goal.overKernels !== undefined) {
    const part = mine && kernelsMs && (1000 * mine.median) / kernelsMs;
    found.push(atMost(`${times(goal.overKernels)} its kernels`, part, goal.overKernels, times));
  }
  if (goal.seconds !== undefined) {
    found.push(atMost(formatSeconds(goal.seconds), mine?.median, goal.seconds, formatSeconds));
  }
  if (goal.fact !== undefined) {
    const { name, most } = goal.fact;
    found.push(atMost(`${most} ${name}`, mine?.facts[name], most, threeDigits));
  }
  if (goal.leastFact !== undefined) {
    const { name, least } = goal.leastFact;
    found.push(atLeast(`${least} ${name}`, mine?.facts[name], least, threeDigits));
  }
  return found;
}

function speed(mine: PlayerResult, other: PlayerResult, quietest: boolean): number {
  return quietest ? other.best / mine.best : pairedRatio(other.raw, mine.raw);
}

function times(factor: number): string {
  return `${threeDigits(factor)}×`;
}

type Format = (value: number) => string;

function atLeast(text: string, value: number | null | undefined, least: number, format: Format): Verdict {
  const known = value ?? null;
  return [`≥ ${text}`, known === null ? null : format(known), known === null ? null : known >= least];
}

function atMost(text: string, value: number | null | undefined, most: number, format: Format): Verdict {
  const known = value ?? null;
  return [`≤ ${text}`, known === null ? null : format(known), known === null ? null : known <= most];
}
