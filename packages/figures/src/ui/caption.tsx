import { useSignal } from "@preact/signals";
import type { Lang } from "../index.ts";
import { setTo } from "./set-to.ts";

const words = {
  en: { more: "Show all", less: "Show less" },
  zh: { more: "展开", less: "收起" },
} as const;

/** A long caption. On a phone its first lines are in sight, and a button shows the rest, so that the figure fits the screen. */
export function Caption({ text, lang }: { readonly text: string; readonly lang: Lang }) {
  const open = useSignal(false);
  return (
    <figcaption class={open.value ? "caption" : "caption folded"}>
      <span>{text}</span>
      <button type="button" class="link" aria-expanded={open.value} onClick={setTo(open, !open.value)}>
        {open.value ? words[lang].less : words[lang].more}
      </button>
    </figcaption>
  );
}
