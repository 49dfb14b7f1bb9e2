/** The parts of a training checkpoint. */
export type CheckpointPart = "file" | "model" | "optimizer" | "scheduler" | "random" | "data" | "extra";

/** One problem with a checkpoint. */
export interface CheckpointProblem {
  /** The part of the checkpoint. */
  readonly part: CheckpointPart;
  /** The fault, as a sentence. */
  readonly problem: string;
}

const CURES: Readonly<Record<CheckpointPart, string>> = {
  file: "Check the path; a damaged file cannot be repaired, so go back to an older one.",
  model: "Build the model with the sizes and options that it was saved with.",
  optimizer: "Make the optimizer with the class, groups and parameters that it was saved with.",
  scheduler:
    "Make the scheduler with the class that was saved and pass it, or leave it out when saving and when restoring.",
  random: "The file was changed; go back to an older one.",
  data: "Give plain JSON: finite numbers, strings, booleans, null, arrays and plain objects.",
  extra: "Give plain JSON: finite numbers, strings, booleans, null, arrays and plain objects.",
};

// A damaged file, or one of another kind, does not fill the message.
const shown = 200;
const longest = 500;

function cut(problem: string): string {
  return problem.length > longest ? `${problem.slice(0, longest)}…` : problem;
}

/**
 * A checkpoint cannot be written or restored. The message names the part, the reason and the fix. Nothing was changed.
 *
 * @example readCheckpoint(new Uint8Array(3)); // throws CheckpointError
 */
export class CheckpointError extends Error {
  override readonly name: string = "CheckpointError";
  readonly problems: readonly CheckpointProblem[];

  constructor(what: string, problems: readonly CheckpointProblem[], cause?: unknown, cure?: string) {
    const lines = problems.slice(0, shown).map(({ part, problem }) => `\n  ${part}: ${cut(problem)}`);
    if (problems.length > shown) lines.push(`\n  and ${problems.length - shown} more`);
    const parts = [...new Set(problems.map(({ part }) => part))];
    const cures = cure ?? parts.map((part) => CURES[part]).join("\n");
    super(`${what}:${lines.join("")}\n${cures}`, cause === undefined ? undefined : { cause });
    this.problems = problems;
  }
}
