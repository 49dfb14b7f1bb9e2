import { fill } from "@saccade/figures/messages";
import { rememberPlace } from "@saccade/figures/walk/last-place";
import type { ComponentType, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isPage, type PageEntry, pageNamed, pages, speed } from "../pages/table.ts";
import { Button } from "../ui/parts.tsx";
import { type PageProps, PageState } from "./address.ts";
import { Header, isPresenting } from "./header.tsx";
import { Boundary, Coming, lazily, useLoaded } from "./lazily.tsx";
import { type Shell, shellWords, useShell, useWords, withTexts } from "./shell.ts";

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

// The pairs of pages and chapters are no part of a first load; their link keeps its place until they are there.
const ChapterLink = lazily<{ page: string }>(
  async () => (await import("./chapter-link.tsx")).ChapterLink,
  () => <p class="chapter-link quiet" />,
);

const NotKept = lazily(async () => (await import("./offline.tsx")).NotKept);

const chinese = import.meta.glob("../pages/*/messages/zh.json");

/** A page, with its texts in the reader's language. Chinese ones are fetched beside its code instead of after it. */
export function fetchPage(shell: Shell, entry: PageEntry): ReturnType<PageEntry["load"]> {
  const texts = chinese[`../pages/${entry.name}/messages/zh.json`];
  if (shell.asked.peek() === "zh") texts?.().catch(() => {}); // withTexts throws it
  return withTexts(shell, entry.load());
}

/** The present page: its code is fetched when it is first opened. Give it the entry's name as key. */
export function Outlet({ entry }: { readonly entry: PageEntry }): JSX.Element {
  const { value, error } = useLoaded((shell) => fetchPage(shell, entry));
  if (value === undefined)
    return (
      <>
        <Coming error={error} />
        {error !== undefined && <NotKept />}
      </>
    );
  return (
    <Boundary>
      <Running Page={value.Page} name={entry.name} />
      <NextPage entry={entry} />
    </Boundary>
  );
}

interface RunningProps {
  readonly Page: ComponentType<PageProps>;
  readonly name: string;
}

function Running({ Page, name }: RunningProps): JSX.Element {
  const { store } = useShell();
  const state = useMemo(() => new PageState(store, name), [store, name]);
  useEffect(() => {
    state.refuseOthers();
    return () => state.end();
  }, [state]);
  return (
    <>
      <ChapterLink page={name} />
      <AddressNotes state={state} />
      <Page state={state} />
    </>
  );
}

/** Lists the invalid settings of the address, until the reader closes it. */
function AddressNotes({ state: { refused } }: PageProps): JSX.Element | null {
  const t = useWords(shellWords);
  if (refused.value.length === 0) return null;
  return (
    <div class="address-notes callout warn flow apart" role="status">
      <ul class="bare">
        {refused.value.map(({ name, value, isKnown }) => (
          <li key={name}>
            {isKnown ? fill(t.badSetting, { name, value }) : fill(t.unknownSetting, { name })}
          </li>
        ))}
      </ul>
      <Button text={t.close} onClick={() => (refused.value = [])} />
    </div>
  );
}

/** One sentence that leads from a page to the next. */
function NextPage({ entry }: { readonly entry: PageEntry }): JSX.Element | null {
  const { store, language } = useShell();
  const sentences: Readonly<Record<string, string>> = useWords(shellWords).next;
  const next = pages[pages.indexOf(entry) + 1];
  if (sentences[entry.name] === undefined || next === undefined) return null;
  return (
    <p class="next-page">
      {sentences[entry.name]}{" "}
      <a class="next-page-link" href={store.hrefOf(next.name)}>
        {next.title[language.value]} →
      </a>
    </p>
  );
}
