import { effect } from "@preact/signals";
import { isolate } from "@saccade/offline/isolate";
import { pageNamed } from "../pages/table.ts";
import type { Shell } from "./shell.ts";

/** Asks the browser for threads where a page uses them. An open page has them after it is loaded again. */
export function askForThreads({ store, threads }: Shell): void {
  let asked = "";
  effect(() => {
    const { page, params } = store.place.value;
    // A worker leaves one core to the page; the GPU needs what threads need.
    const isUseful = navigator.hardwareConcurrency > 2 || params.get("device") === "gpu";
    if (!isUseful || !pageNamed(page).usesThreads || page === asked) return;
    asked = page;
    isolate(new URL("./sw.js", document.baseURI)).then((now) => {
      threads.value = now;
    });
  });
}
