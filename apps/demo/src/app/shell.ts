import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Dictionary, dictionary, translations } from "@saccade/figures/messages";
import type { Threads } from "@saccade/offline/isolate";
import { type ComponentType, type Context, createContext } from "preact";
import { useContext } from "preact/hooks";
import { PlaceStore } from "./address.ts";
import en from "./en.json" with { type: "json" };

/** The texts of the frame, and of what pages share. */
export const shellWords = dictionary(en, () => import("./zh.json"));

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

/** The language that an address or a browser's list of preferences asks for; English when none is known. */
export function chooseLanguage(asked: readonly (string | null | undefined)[]): Language {
  for (const name of asked) {
    const known = languages.find((language) => name?.toLowerCase().split("-")[0] === language);
    if (known !== undefined) return known;
  }
  return "en";
}

export const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const key = "saccade-theme";

/** State that every part of the app shares. */
export interface Shell {
  readonly store: PlaceStore;
  /** The language that the address or the browser asks for. */
  readonly asked: ReadonlySignal<Language>;
  /** The language of the page: the one that is asked for, once its texts are there. */
  readonly language: ReadonlySignal<Language>;
  /** Settled when the first language is there, or could not be loaded and the page is in English. */
  readonly ready: Promise<void>;
  readonly theme: Signal<Theme>;
  /** One line for everyone, spoken by screen readers: errors that belong to no figure. */
  readonly notice: Signal<string>;
  /** The answer to a link that was asked for: null once it is copied, or itself, to be copied by hand. */
  readonly link: Signal<{ readonly address: string | null } | null>;
  /** Whether this page has threads. */
  readonly threads: Signal<Threads>;
  /** The control that keeps pages offline, once the page has loaded. */
  readonly offline: Signal<ComponentType | null>;
}

export function makeShell(window: Window): Shell {
  const store = new PlaceStore(window);
  const fromSearch = new URLSearchParams(window.location.search).get("lang");
  const asked = computed(() =>
    chooseLanguage([store.place.value.params.get("lang"), fromSearch, ...window.navigator.languages]),
  );
  const threads = signal<Threads>(window.crossOriginIsolated ? "yes" : "no");
  const language = signal<Language>("en");
  const notice = signal("");
  const follow = async (next: Language): Promise<void> => {
    try {
      await translations(next);
      if (asked.peek() === next) language.value = next;
    } catch {
      // The browser remembers that a file failed, until the whole page is reloaded; the address keeps the language.
      notice.value = shellWords.en.textsFailed;
    }
  };
  const ready = follow(asked.peek()).then(() => void asked.subscribe(follow));
  return {
    store,
    asked,
    language,
    ready,
    theme: themeSignal(window),
    notice,
    threads,
    link: signal(null),
    offline: signal(null),
  };
}

/** Copies an address for the reader; not every page may, such as one that came without https. */
export async function copyLink({ link }: Shell, address: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  );
  link.value = { address: isCopied === true ? null : address };
}

/** What is being loaded, once its texts are there too in the language that the reader asks for. */
export async function withTexts<T>({ asked }: Shell, loading: Promise<T>): Promise<T> {
  const loaded = await loading;
  await translations(asked.peek());
  return loaded;
}

const ShellContext: Context<Shell | null> = createContext<Shell | null>(null);
export const ShellProvider: typeof ShellContext.Provider = ShellContext.Provider;

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error("useShell: there is no ShellProvider above this component.");
  return shell;
}

/** The texts of a dictionary in the reader's language; the component renders again when that changes. */
export function useWords<Texts>(dictionary: Dictionary<Texts>): Texts {
  return dictionary[useShell().language.value];
}

/** The reader's choice of light or dark, kept in this browser where it lets us; "auto" follows the system. */
function themeSignal(window: Window): Signal<Theme> {
  const theme = signal<Theme>(themes.find((name) => name === remembered(window)) ?? "auto");
  effect(() => {
    const { dataset } = window.document.documentElement;
    if (theme.value === "auto") delete dataset["theme"];
    else dataset["theme"] = theme.value;
    remember(window, theme.value);
  });
  return theme;
}

// Storage may be forbidden or full; the choice then holds for this visit.
function remembered(window: Window): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(window: Window, theme: Theme): void {
  try {
    window.localStorage.setItem(key, theme);
  } catch {}
}
