// The checks of saved states that optimizers and schedulers share.
import { type Rules, readRule, required } from "@saccade/tensor/contract";

/** A state does not match an object. Nothing was changed. */
export abstract class StateError extends Error {
  /** One line per mismatch. */
  readonly problems: readonly string[];

  protected constructor(kind: string, problems: readonly string[], cure: string) {
    super(
      `loadStateDict: the state does not fit this ${kind}; nothing was changed.\n  ${problems.join("\n  ")}\n${cure}`,
    );
    this.problems = problems;
  }
}

/** The saved values that break their rules, one line each. A missing value breaks its rule. */
export function ruleProblems(kind: string, rules: Rules, saved: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    try {
      readRule(kind, name, required(rule), saved[name], "what stateDict() gave");
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

/** Whether a value is an object that may be a state. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
