import { type Signal, signal } from "@preact/signals";
import type { Texts } from "./words.ts";

/** A line for the reader, in the reader's language. */
export interface Message {
  /** Beside what it stands. */
  readonly place: "training" | "film" | "files";
  readonly text: (t: Texts) => string;
  readonly isError: boolean;
}

/** What happened last. */
export class Messages {
  readonly last: Signal<Message | null> = signal(null);

  say(place: Message["place"], text: Message["text"], isError: boolean = false): void {
    this.last.value = { place, text, isError };
  }

  tell(error: unknown): void {
    const why = reasonOf(error);
    this.say("training", () => why, true);
  }

  clear(): void {
    this.last.value = null;
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
