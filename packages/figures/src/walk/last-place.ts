const key = "saccade-last-place";

/** The page of book or demo where the reader was last, to go on there. */
export interface LastPlace {
  /** From the origin on: book and demo have one when they are hosted together. */
  readonly address: string;
  readonly title: string;
}

// Storage may be forbidden or full, or hold something else: then there is no last place.
export function rememberPlace(place: LastPlace): void {
  try {
    localStorage.setItem(key, JSON.stringify(place));
  } catch {}
}

export function lastPlace(): LastPlace | null {
  try {
    const { address, title }: { address?: unknown; title?: unknown } = JSON.parse(
      localStorage.getItem(key) ?? "{}",
    );
    // One slash: two would begin the name of another host.
    return typeof address === "string" && /^\/(?!\/)/.test(address) && typeof title === "string"
      ? { address, title }
      : null;
  } catch {
    return null;
  }
}

export function forgetPlace(): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
