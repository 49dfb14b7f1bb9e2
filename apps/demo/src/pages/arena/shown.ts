import { arena, askedOf, type Sequence, sequencesOf } from "@saccade/examples/arena-tasks";
import type { taskNames } from "./calls.ts";

/** The sequence of a task that the page shows, and the places at which something is asked for. */
export function shownOf(task: (typeof taskNames)[number]): {
  readonly sequence: Sequence;
  readonly places: readonly number[];
} {
  const [sequence] = sequencesOf(arena[task], arena[task].tests[0]!, 7, 1);
  return { sequence: sequence!, places: askedOf(sequence!) };
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"];

/** How a token of a task is written. */
export function textOf(task: (typeof taskNames)[number], token: number): string {
  if (task === "recall" || task === "update")
    return token === 0 ? "·" : token < 32 ? letters[token - 1]! : String(token - 31);
  if (task === "repeat") return letters[token]!;
  if (task === "flipFlop") return [..."01wri"][token]!;
  return token === arena[task].model.vocab - 1 && task !== "sorting" ? "▸" : String(token);
}
