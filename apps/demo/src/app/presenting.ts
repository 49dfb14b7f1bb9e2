import type { PlaceStore } from "./place.ts";

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
