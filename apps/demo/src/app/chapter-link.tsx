import type * as walk from "@saccade/figures/walk";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatPlace } from "./place.ts";
import { useShell, useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

/** Where the book lies, from the app's folder on, or nothing without a book: index.html says it. */
function bookAddress(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="saccade-book"]')?.content;
}

/** A link to the chapter that explains the page as it stands. The chapter leads back to this state. */
export function ChapterLink({ page }: { readonly page: string }): JSX.Element | null {
  const t = useWords(shellWords);
  const { store, language } = useShell();
  const [book] = useState(bookAddress);
  // The pairs are no part of a first load.
  const [chapterOf, setChapterOf] = useState<(typeof walk)["chapterOf"]>();
  useEffect(() => {
    import("@saccade/figures/walk").then(
      (loaded) => setChapterOf(() => loaded.chapterOf),
      () => {}, // without a network, the page does without
    );
  }, []);
  if (book === undefined) return null;
  const { params } = store.place.value;
  const step = chapterOf?.(page, params);
  const state = formatPlace({ page, params });
  const address = `${book}${language.value === "zh" ? "zh/" : ""}book/${step?.chapter}?demo=${encodeURIComponent(state)}`;
  return (
    <p class="chapter-link">
      {step && (
        <>
          {t.inBook} <a href={address}>{step[language.value]}</a>
        </>
      )}
    </p>
  );
}
