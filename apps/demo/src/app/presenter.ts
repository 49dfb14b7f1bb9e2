import type { PlaceStore } from "./place-store.ts";

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

/** The step that a key asks for: to the next page, to the one before, or out; undefined for other keys. */
export function stepOf(event: KeyboardEvent): "next" | "previous" | "end" | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "Escape") return "end";
  // What a presenter's remote control sends.
  if (event.key === "PageDown") return "next";
  if (event.key === "PageUp") return "previous";
  const inControl =
    event.target instanceof Element &&
    event.target.closest("input, select, textarea, button, svg, [tabindex='0'], [role]") !== null;
  if (inControl) return undefined;
  return event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "previous" : undefined;
}
