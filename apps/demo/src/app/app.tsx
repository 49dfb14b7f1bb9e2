import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isPage, pageNamed } from "../pages/table.ts";
import { Header } from "./header.tsx";
import { Outlet } from "./outlet.tsx";
import { isPresenting, PresenterBar } from "./presenter.tsx";
import { useShell, useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

/** The frame around every page. */
export function App(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language, notice, offline } = useShell();
  const Offline = offline.value;
  const main = useRef<HTMLElement>(null);
  const entry = pageNamed(store.place.value.page);
  const title = entry.title[language.value];
  const asked = store.place.value.page;

  useEffect(() => {
    document.documentElement.lang = language.value === "zh" ? "zh-CN" : "en";
    document.title = `${title} · Saccade`;
  }, [title, language.value]);
  useFocusOnChange(main, entry.name);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to a place in the page */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault(); // the part behind # is the page's address
          main.current?.focus();
        }}
      >
        {t.skip}
      </a>
      {isPresenting(store) ? <PresenterBar /> : <Header />}
      <p class="notice" role="status" aria-live="polite">
        {notice.value}
      </p>
      <p class="notice" role="status">
        {!isPage(asked) && t.unknownPage(asked, title)}
        {!store.readable.value && t.unreadableAddress(title)}
      </p>
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet key={entry.name} entry={entry} />
      </main>
      <footer>
        <p>{t.footer}</p>
        {Offline && <Offline />}
        <p>{globalThis.crossOriginIsolated ? t.isolated : t.notIsolated}</p>
      </footer>
    </>
  );
}

/** Moves the focus to the new page, so that screen readers and the Tab key go on there; not at the start. */
function useFocusOnChange(main: { readonly current: HTMLElement | null }, page: string): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [main, page]);
}
