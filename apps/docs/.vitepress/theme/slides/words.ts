import { translated } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

const words = { en, zh: translated(en, zh) };

/** The words of the slides in a page's language. */
export function slideWords(lang: string): typeof en {
  return words[lang.startsWith("zh") ? "zh" : "en"];
}
