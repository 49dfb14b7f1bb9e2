import type { Texts } from "./words.ts";

/** A line for the reader, in the reader's language. */
export interface Message {
  /** Beside what it stands. */
  readonly place: "training" | "files";
  readonly text: (t: Texts) => string;
  readonly isError: boolean;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
