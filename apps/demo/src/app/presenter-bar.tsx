import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { pageNamed, pages } from "../pages/table.ts";
import type { PlaceStore } from "./place-store.ts";
import { stepOf, stopPresenting } from "./presenter.ts";
import { useShell, useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

/** The presenter's bar, in place of the menu: the current page, the pages before and after, and the way out. */
export function PresenterBar(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language } = useShell();
  const here = indexIn(store);
  const [before, after] = [pages[here - 1], pages[here + 1]];
  useEffect(() => {
    document.documentElement.dataset["presenter"] = "";
    return () => {
      delete document.documentElement.dataset["presenter"];
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === undefined || event.defaultPrevented) return;
      event.preventDefault();
      if (step === "end") {
        stopPresenting(store);
        return;
      }
      // Asked now: keys may come faster than pages are drawn.
      const page = pages[indexIn(store) + (step === "next" ? 1 : -1)];
      if (page !== undefined) store.open(page.name);
    };
    // The browser takes Escape for itself when it ends the full screen.
    const onScreen = (): void => {
      if (document.fullscreenElement === null) stopPresenting(store);
    };
    window.addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onScreen);
    return () => {
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onScreen);
    };
  }, [store]);
  return (
    <nav class="presenter" aria-label={t.presenting}>
      {before && (
        <a href={store.hrefOf(before.name)} title="Page Up">
          ← {before.title[language.value]}
        </a>
      )}
      <span>{t.pageOf(here + 1, pages.length)}</span>
      {after && (
        <a href={store.hrefOf(after.name)} title="Page Down">
          {after.title[language.value]} →
        </a>
      )}
      <button type="button" title="Esc" onClick={() => stopPresenting(store)}>
        {t.endPresenting}
      </button>
    </nav>
  );
}

/** The place of the present page among all. */
function indexIn(store: PlaceStore): number {
  return pages.indexOf(pageNamed(store.place.value.page));
}
