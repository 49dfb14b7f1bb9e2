import { OfflineCopy } from "@saccade/offline/keep";
import { withBase } from "vitepress";

/** The pages of the site that this reader keeps; null without https, where there is no service worker. */
export function offlineCopy(): OfflineCopy | null {
  if (!import.meta.env.PROD || navigator.serviceWorker === undefined) return null;
  return new OfflineCopy(new URL(withBase("/sw.js"), location.href));
}

/** The name of a page there. */
export function pageAt(path: string): string {
  return path.slice(withBase("/").length).replace(/(^|\/)index(\.html)?$|\.html$/, "$1");
}
