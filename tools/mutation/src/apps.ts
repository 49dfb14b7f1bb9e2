import { type AppLevel, changeOf, type Fault, levelsOf } from "./faults.ts";
import type { Result } from "./table.ts";
import type { Trials } from "./trial.ts";

/** Makes the faults one after the other, and tells of each which level catches it. */
export async function* tryFaults(
  root: string,
  faults: readonly Fault[],
  levels: readonly AppLevel[],
  trials: Trials,
): AsyncGenerator<Result> {
  for (const fault of faults) {
    const caught = await trials.caughtBy(changeOf(root, fault), levelsOf(fault, levels));
    yield { id: fault.id, kind: fault.kind, change: `${fault.page}: ${fault.notices}`, caught };
  }
}
