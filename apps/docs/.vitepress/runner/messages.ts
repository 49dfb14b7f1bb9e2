/** A program as the runner takes it. */
export interface Program {
  /** A CommonJS body, in which `await` may stand anywhere. */
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

/** The received value, if it has the shape of a message; else null. */
export function messageFrom(data: unknown): Message | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, text, line } = data as Readonly<Record<string, unknown>>;
  if (kind === "done") return { kind };
  if (typeof text !== "string") return null;
  if (kind === "line") return { kind, text };
  if (kind === "failed") return { kind, text, line: typeof line === "number" ? line : null };
  return null;
}
