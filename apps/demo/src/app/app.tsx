import { fill } from "@saccade/figures/messages";
import { rememberPlace } from "@saccade/figures/walk/last-place";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isPage, pageNamed, speed } from "../pages/table.ts";
import { Button } from "../ui/button.tsx";
import { Header, isPresenting } from "./header.tsx";
import { lazily } from "./lazily.tsx";
import { Outlet } from "./outlet.tsx";
import { shellWords, useShell, useWords } from "./shell.ts";

const PresenterBar = lazily(async () => (await import("./presenter.tsx")).PresenterBar, Header);

/** The frame around every page. */
export function App(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language, notice, threads, offline } = useShell();
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
  useEffect(() => {
    const remember = (): void => rememberPlace({ address: location.pathname + location.hash, title });
    remember();
    window.addEventListener("pagehide", remember);
    return () => window.removeEventListener("pagehide", remember);
  }, [title]);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to a place in the page */}
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault(); // the part after # is the page's address
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
        {!isPage(asked) && fill(t.unknownPage, { name: asked, shown: title })}
        {!store.readable.value && fill(t.unreadableAddress, { shown: title })}
      </p>
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet key={entry.name} entry={entry} />
      </main>
      <footer class="flow">
        <p>{t.footer}</p>
        <p>
          <a href={store.hrefOf(speed.name)}>{speed.title[language.value]}</a>
        </p>
        {Offline && <Offline />}
        {threads.value === "later" ? (
          <p>
            {t.isolatedLater} <Button text={t.loadAgain} onClick={() => location.reload()} />
          </p>
        ) : (
          <p>{threads.value === "yes" ? t.isolated : t.notIsolated}</p>
        )}
      </footer>
    </>
  );
}

/** Moves the focus to the new page, so that screen readers and the Tab key continue there; not on the first load. */
function useFocusOnChange(main: { readonly current: HTMLElement | null }, page: string): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [main, page]);
}
