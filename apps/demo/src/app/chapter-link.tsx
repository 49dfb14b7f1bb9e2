import { chapterOf } from "@saccade/figures/walk";
import type { JSX } from "preact";
import { formatPlace } from "./address.ts";
import { shellWords, useShell, useWords } from "./shell.ts";

/** Where the book lies, from the app's folder on, or nothing without a book: index.html says it. */
function bookAddress(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="saccade-book"]')?.content;
}

/** A link to the chapter that explains the page. The chapter links back to the page's current state. */
export function ChapterLink({ page }: { readonly page: string }): JSX.Element | null {
  const t = useWords(shellWords);
  const { store, language } = useShell();
  const book = bookAddress();
  const { params } = store.place.value;
  const step = chapterOf(page, params);
  if (book === undefined || step === undefined) return null;
  const state = encodeURIComponent(formatPlace({ page, params }));
  return (
    <p class="chapter-link quiet">
      {t.inBook}{" "}
      <a href={`${book}${language.value === "zh" ? "zh/" : ""}book/${step.chapter}?demo=${state}`}>
        {step[language.value]}
      </a>
    </p>
  );
}
