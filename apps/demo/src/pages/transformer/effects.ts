import type { Look } from "./calls.ts";
import { allHeads, stateOf } from "./switches.ts";

/** The reduction of the pronoun's lead by one more click on a head. */
export function takenBy({ pronoun }: Look, index: number): number {
  return pronoun === null ? 0 : pronoun.now.lead - pronoun.next[index]!;
}

/** A head that took over, by its index among all, and the reduction of the lead by a click on it. */
export interface Successor {
  readonly index: number;
  readonly now: number;
  readonly before: number;
}

const least = 1.5; // of the lead

/** The head that took over most: it matters more now than in the untouched model; null if none does. */
export function successorOf(look: Look): Successor | null {
  const { pronoun, ask } = look;
  const { switches = [] } = ask;
  if (pronoun === null || switches.length === 0) return null;
  const found = allHeads
    .map((head, index) => ({
      index,
      isOn: stateOf(switches, head.attention, head.head) === "on",
      now: takenBy(look, index),
      before: pronoun.untouched.lead - pronoun.alone[index]!,
    }))
    .filter(({ isOn, now, before }) => isOn && now - Math.max(0, before) >= least)
    .sort((a, b) => b.now - b.before - (a.now - a.before));
  return found[0] ?? null;
}
