// The checks of saved states that optimizers and schedulers share.
import * as c from "@saccade/tensor/contract";

const mostLines = 50;
const longestLine = 300;

/** Lines for a message, of bounded length: a state may hold anything. */
export function someOf(lines: readonly string[], between: string): string {
  const some = lines
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  if (lines.length > mostLines) some.push(`and ${lines.length - mostLines} more`);
  return some.join(between);
}

/** A state does not match an object. Nothing was changed. */
export abstract class StateError extends Error {
  /** One line per mismatch. */
  readonly problems: readonly string[];

  protected constructor(kind: string, problems: readonly string[], cure: string) {
    super(
      `loadStateDict: the state does not fit this ${kind}; nothing was changed.\n  ${someOf(problems, "\n  ")}\n${cure}`,
    );
    this.problems = problems;
  }
}

/** The reasons why a saved record does not hold to its rules, one line each. `optional` names may be missing. */
export function recordProblems(
  what: string,
  rules: c.Rules,
  saved: object,
  optional: readonly string[] = [],
): string[] {
  const names = Object.keys(rules);
  const missing = names.filter((name) => !Object.hasOwn(saved, name) && !optional.includes(name));
  const unexpected = Object.keys(saved).filter((name) => !names.includes(name));
  const problems = [
    ...missing.map((name) => `${what}: ${name} is missing`),
    ...unexpected.map((name) => `${what}: ${name} is unexpected`),
  ];
  for (const [name, value] of Object.entries(saved)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) continue;
    try {
      c.readRule(what, name, c.required(rule), value, "what stateDict() gave");
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return problems;
}

/** Rules for values of the same types as others: numbers are finite, lists have numbers, and null may become a number. */
export function rulesLike(values: object): c.Rules {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value === null) return [name, c.nullable(c.number())];
      if (Array.isArray(value)) return [name, c.listOf(c.number())];
      return [
        name,
        typeof value === "number" ? c.number() : typeof value === "boolean" ? c.flag() : c.text(),
      ];
    }),
  );
}
