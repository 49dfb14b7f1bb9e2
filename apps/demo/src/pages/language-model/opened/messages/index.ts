import { dictionary } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** Bytes as a reader says them. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** The page's texts. */
export const openedWords = dictionary(en, () => import("./zh.json"));
