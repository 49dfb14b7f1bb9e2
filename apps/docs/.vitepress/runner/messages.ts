/** A program as the runner takes it. */
export interface Program {
  /** A CommonJS body, in which `await` is allowed anywhere. */
  readonly code: string;
  /** For each line of the code the line of the source that it comes from; both count from 1. */
  readonly lines: readonly number[];
}

/** A message of a program's worker. It comes from code that nobody vouches for: read it with {@link messageFrom}. */
export type Message =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "done" }
  /** `line` is a line of the code; null where none is known. */
  | { readonly kind: "failed"; readonly text: string; readonly line: number | null };

/** The most characters of a line, and of an error: a page cannot show more at once. */
export const longest = { line: 1_000_001, failed: 10_000 };

/** The received value, if it has the shape of a message; else null. Long texts are cut. */
export function messageFrom(data: unknown): Message | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, text, line } = data as Readonly<Record<string, unknown>>;
  if (kind === "done") return { kind };
  if (typeof text !== "string") return null;
  if (kind === "line") return { kind, text: text.slice(0, longest.line) };
  if (kind !== "failed") return null;
  const short = text.length > longest.failed ? `${text.slice(0, longest.failed)}…` : text;
  return { kind, text: short, line: typeof line === "number" ? line : null };
}
