import type { Signal } from "@preact/signals";

/**
 * Lets the app open without a network after the first visit: a service worker keeps the files of one version, and changes
 * to the next when no tab of this one is left. Sets `newer` once the next has been fetched.
 */
export function keepOffline(newer: Signal<boolean>): void {
  // Absent where the page came without https, as from a computer in a classroom.
  const workers = navigator.serviceWorker;
  if (workers === undefined) return;
  const register = async (): Promise<void> => {
    const registration = await workers.register(new URL("./sw.js", document.baseURI));
    const look = (): void => {
      if (registration.waiting !== null && workers.controller !== null) newer.value = true;
    };
    look();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", look),
    );
  };
  const begin = (): void => {
    // Storage may be forbidden or full: the app then needs the network, as any page does.
    register().catch((error: unknown) => console.warn("Saccade will not open offline:", error));
  };
  // The page that the reader came for has the network first.
  if (document.readyState === "complete") setTimeout(begin, 2000);
  else window.addEventListener("load", () => setTimeout(begin, 2000), { once: true });
}
