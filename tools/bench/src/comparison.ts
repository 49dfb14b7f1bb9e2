import { counterpart, isBefore } from "./players.ts";
import type { CaseResult } from "./results.ts";
import { median, medianInterval, pairedRatios } from "./statistics.ts";
import { formatTable, threeDigits } from "./table.ts";

/** How one player's time compares with that of the other checkout in a case. */
export interface Comparison {
  readonly workload: string;
  readonly case: string;
  readonly player: string;
  readonly rounds: number;
  /** Time now / time before: the median over the rounds, and the 95 % interval of that median. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** Above this a row counts as slower, if its whole interval lies there. */
export const slowerAbove = 1.05;

export function comparisonsOf(cases: readonly CaseResult[]): Comparison[] {
  return cases.flatMap(({ workload, case: name, players }) =>
    players.flatMap((before) => {
      if (!isBefore(before.player)) return [];
      const now = players.find(
        ({ player }) => isBefore(before.player) && player === counterpart(before.player),
      );
      if (now === undefined) return [];
      const ratios = pairedRatios(now.raw, before.raw);
      const [low, high] = medianInterval(ratios);
      return [
        { workload, case: name, player: now.player, rounds: ratios.length, ratio: median(ratios), low, high },
      ];
    }),
  );
}

/** Every row compared with the other checkout, and the number of slower ones. */
export function comparisonTable(cases: readonly CaseResult[]): string {
  const rows = comparisonsOf(cases);
  const columns = [
    { title: "  workload", align: "left" },
    { title: "case", align: "left" },
    { title: "player", align: "left" },
    { title: "rounds" },
    { title: "now / before" },
    { title: "95 % interval", align: "left" },
    { title: "", align: "left" },
  ] as const;
  const cells = rows.map(({ workload, case: name, player, rounds, ratio, low, high }) => [
    `  ${workload}`,
    name,
    player,
    String(rounds),
    ratio.toFixed(3),
    `${low.toFixed(3)} to ${high.toFixed(3)}`,
    low > slowerAbove ? "SLOWER" : high < 1 / slowerAbove ? "faster" : "",
  ]);
  const slower = rows.filter(({ low }) => low > slowerAbove).length;
  return `${formatTable(columns, cells)}\n  ${slower} of ${rows.length} rows are slower: their interval lies above ${threeDigits(slowerAbove)}`;
}
