const key = "saccade-solved";

/** The exercises that this reader has solved. */
export function solved(): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set(); // Storage is forbidden, or holds something else.
  }
}

/** Whether the browser keeps it. */
export function markSolved(name: string): boolean {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...solved(), name])]));
    return true;
  } catch {
    return false;
  }
}
