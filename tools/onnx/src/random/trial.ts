import { check, type Result } from "./check.ts";
import { programOf } from "./program.ts";

/** The programs of a seed that are tried, and those that are printed in addition to the wrong ones. */
export interface Trial {
  readonly programs: readonly number[];
  readonly seed: number;
  readonly show?: string;
}

/** Tries random programs and prints the counts. Gives the number of wrong ones. */
export async function randomPrograms({ programs, seed, show = "" }: Trial): Promise<number> {
  const counts = { equal: 0, refused: 0, wrong: 0, "raw error": 0 } satisfies Record<Result["kind"], number>;
  const reasons = new Map<string, number>();
  let [runs, unstable] = [0, 0];
  for (const i of programs) {
    const program = programOf(seed * 1_000_003 + i);
    const result = await check(program);
    counts[result.kind]++;
    if (result.kind === "equal") {
      runs += result.ran;
      unstable += result.unstable;
      continue;
    }
    if (result.kind === "refused") {
      const reason = reasonOf(result.message);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    if (result.kind !== "refused" || result.message.includes(show) === (show !== ""))
      console.log(`${result.kind}: program ${i}\n${program.text}\n  ${result.message.slice(0, 500)}\n`);
  }
  const share = ((100 * counts.refused) / Math.max(1, programs.length)).toFixed(1);
  console.log(
    `random programs, seed ${seed}: ${counts.equal} equal (${runs} runs, ${unstable} of them of unstable numbers), ${counts.refused} refused (${share} %), ` +
      `${counts.wrong} wrong, ${counts["raw error"]} raw errors`,
  );
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  ${count} ${reason}`);
  return counts.wrong + counts["raw error"];
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/the ops depend on the sizes/, "other ops at other sizes"],
  [/squeeze\(\) removes/, "squeeze() of a dynamic dim"],
  [/runs at \w+ \d+ only/, "the function takes one size only"],
  [/a tensor \w+ of numbers that depend/, "numbers made of the sizes by other means than ops"],
  [/depends on the sizes in a way/, "a size without a formula"],
  [/reads numbers that depend on the inputs/, "reads its inputs"],
  [/has no ONNX operator/, "an op without operators"],
  [/in a graph at/, "shapes of the graph"],
];

function reasonOf(message: string): string {
  return kinds.find(([pattern]) => pattern.test(message))?.[1] ?? message.slice(0, 100);
}
