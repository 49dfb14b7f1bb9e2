import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageNamed, pages } from "../pages/table.ts";
import { Button } from "../ui/parts.tsx";
import type { PlaceStore } from "./address.ts";
import { copyLink, type Language, shellWords, themes, useShell, useWords } from "./shell.ts";

const languageNames: Readonly<Record<Language, string>> = { en: "English", zh: "中文" };

export function Header(): JSX.Element {
  const t = useWords(shellWords);
  const { store, language, theme } = useShell();
  const here = pageNamed(store.place.value.page);
  const other: Language = language.value === "en" ? "zh" : "en";
  const menu = useRef<HTMLElement>(null);
  // On a phone the menu is one line, which scrolls sideways.
  useEffect(() => {
    const link = menu.current?.querySelector<HTMLElement>(`[data-page="${here.name}"]`);
    if (menu.current && link) menu.current.scrollLeft = link.offsetLeft - menu.current.offsetLeft - 24;
  }, [here.name]);
  return (
    <header class="top flow">
      <p class="brand">
        <a href={store.hrefOf(pageNamed("").name)}>Saccade</a> <span>{t.tagline}</span>
      </p>
      <nav class="flow" aria-label={t.pages} ref={menu}>
        {pages.map(({ name, title }) => (
          <a
            key={name}
            href={store.hrefOf(name)}
            data-page={name}
            aria-current={name === here.name ? "page" : undefined}
          >
            {title[language.value]}
          </a>
        ))}
      </nav>
      <div class="switches flow chips">
        <Tools />
        <Button
          lang={other}
          aria-label={`${t.language}: ${languageNames[other]}`}
          text={languageNames[other]}
          onClick={() => store.set("lang", other)}
        />
        <label>
          <span class="unseen">{t.theme}</span>
          <select
            value={theme.value}
            onChange={(event) =>
              (theme.value = themes.find((name) => name === event.currentTarget.value) ?? "auto")
            }
          >
            {themes.map((name) => (
              <option key={name} value={name}>
                {t.themes[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}

const msOfToast = 6000;

/** Undo, Copy link and Present. */
function Tools(): JSX.Element {
  const t = useWords(shellWords);
  const shell = useShell();
  const { store, link } = shell;
  const said = link.value;
  useUndoKeys();
  // A copied link needs no answer; one to copy by hand stays until it is dismissed.
  useEffect(() => {
    if (said === null || said.address !== null) return;
    const timer = setTimeout(() => (link.value = null), msOfToast);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    store.write();
    void copyLink(shell, window.location.href);
  };
  return (
    <>
      <Tool
        name={t.undo}
        shape="M8 6 4 10l4 4M4 10h9a6 6 0 0 1 0 12h-3"
        isOff={store.edits.value === 0}
        onClick={() => store.undo()}
      />
      <Tool
        name={t.copyLink}
        shape="M10 14l6-6m-5-2 2-2a4.2 4.2 0 0 1 6 6l-2 2m-4 6-2 2a4.2 4.2 0 0 1-6-6l2-2"
        onClick={copy}
      />
      <Tool
        name={t.present}
        shape="M3 5h18M5 5v11h14V5m-7 11v4m-4 2 4-2 4 2"
        onClick={() => startPresenting(store)}
      />
      {/* Over the page, which stays where it is. */}
      <div class="toast" role="status">
        {said !== null && (
          <p class="flow apart">
            {said.address === null ? t.linkCopied : fill(t.linkToCopy, { address: said.address })}
            <Button text={t.close} onClick={() => (link.value = null)} />
          </p>
        )}
      </div>
    </>
  );
}

interface ToolProps {
  readonly name: string;
  /** The path of an icon of 24 × 24. */
  readonly shape: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

function Tool({ name, shape, isOff = false, onClick }: ToolProps): JSX.Element {
  return (
    <button type="button" class="tool" title={name} aria-label={name} disabled={isOff} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={shape} />
      </svg>
    </button>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z (⌘ on a Mac), except where text is being written: a field undoes its own. */
function useUndoKeys(): void {
  const { store } = useShell();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || writesText(event.target))
        return;
      event.preventDefault();
      if (event.shiftKey) store.redo();
      else store.undo();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [store]);
}

function writesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["range", "checkbox", "radio", "file"].includes(target.type);
}

/**
 * Whether the app is shown to an audience: without menus, one figure at a time, moved by keys. In the address, so that a link
 * keeps it.
 */
export function isPresenting(store: PlaceStore): boolean {
  return store.place.value.params.get("present") === "1";
}

export function startPresenting(store: PlaceStore): void {
  store.tidy("present", "1");
  // A browser may refuse the whole screen; the page is large all the same.
  document.documentElement.requestFullscreen?.().catch(() => {});
}

export function stopPresenting(store: PlaceStore): void {
  store.tidy("present", undefined);
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
}
