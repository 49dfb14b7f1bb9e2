import { translated } from "@saccade/figures/messages";
import { useData } from "vitepress";
import { type ComputedRef, computed } from "vue";
import { langOf } from "../languages.ts";
import en from "./en.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

const texts = { en, zh: translated(en, zh) };

export const textsOf = (lang: string): typeof en => texts[langOf(lang)];

/** The texts of the theme in the page's language. */
export function useTexts(): ComputedRef<typeof en> {
  const { lang } = useData();
  return computed(() => textsOf(lang.value));
}
