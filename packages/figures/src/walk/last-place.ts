import { keep, kept } from "./storage.ts";

const key = "saccade-last-place";

/** The page of book or demo where the reader was last, to go on there. */
export interface LastPlace {
  /** From the origin on: book and demo have one when they are hosted together. */
  readonly address: string;
  readonly title: string;
}

export function rememberPlace(place: LastPlace): void {
  keep(key, JSON.stringify(place));
}

/** The last place; null where none is kept, or something else. */
export function lastPlace(): LastPlace | null {
  try {
    const { address, title }: { address?: unknown; title?: unknown } = JSON.parse(kept(key) ?? "{}");
    // One slash: two would begin the name of another host.
    return typeof address === "string" && /^\/(?!\/)/.test(address) && typeof title === "string"
      ? { address, title }
      : null;
  } catch {
    return null;
  }
}

export function forgetPlace(): void {
  keep(key, null);
}
