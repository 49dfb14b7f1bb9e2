import { effect, type Signal, signal } from "@preact/signals";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "saccade-theme";

/** The reader's choice of light or dark, kept in this browser where it lets us; "auto" follows the system. */
export function themeSignal(window: Window): Signal<Theme> {
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
