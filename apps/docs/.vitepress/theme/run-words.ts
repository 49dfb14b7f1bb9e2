import { translated } from "@saccade/figures/messages";
import en from "./run.en.json" with { type: "json" };
import zh from "./run.zh.json" with { type: "json" };

const words = { en, zh: translated(en, zh) };
export type RunWords = typeof en;

/** The words of a place where a program runs. */
export function runWords(lang: string): typeof en {
  return words[lang.startsWith("zh") ? "zh" : "en"];
}
