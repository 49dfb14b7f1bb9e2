import type { Dictionary } from "../../../../app/words.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

/** Bytes as a reader says them. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

export const openedWords: Dictionary<typeof en> = { en, zh };
