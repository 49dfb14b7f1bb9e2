import { keep, kept } from "@saccade/figures/walk/storage";

const key = "saccade-solved";

/** The exercises that this reader has solved. */
export function solved(): ReadonlySet<string> {
  const names = kept(key)?.match(/(?<=")[\w-]+(?=")/g);
  return new Set(names);
}

/** Whether the browser keeps it. */
export function markSolved(name: string): boolean {
  return keep(key, JSON.stringify([...new Set([...solved(), name])]));
}
