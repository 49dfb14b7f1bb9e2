import { effect } from "@preact/signals";
import { isolate } from "@saccade/offline/isolate";
import { render } from "preact";
import { App, fetchPage } from "./app/app.tsx";
import { makeShell, type Shell, ShellProvider, withTexts } from "./app/shell.ts";
import { pageNamed } from "./pages/table.ts";
import { reasonOf } from "./work/reason-of.ts";

const shell = makeShell(window);
shell.store.listen();
// Errors that no page has caught are still shown to the reader, in one line.
const report = (error: unknown): void => {
  shell.notice.value = reasonOf(error);
};
window.addEventListener("error", (event) => {
  // No error: the browser puts the rest of a layout off to the next frame.
  if (!event.message.startsWith("ResizeObserver loop")) report(event.error ?? event.message);
});
window.addEventListener("unhandledrejection", (event) => report(event.reason));

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element with the id app");
// The page's code comes while the frame's texts do. Where it does not, the outlet says so.
fetchPage(shell, pageNamed(shell.store.place.value.page)).catch(() => {});
// In a separate task: the browser does layout in the one that loads the code.
shell.ready.then(() =>
  setTimeout(() =>
    render(
      <ShellProvider value={shell}>
        <App />
      </ShellProvider>,
      root,
    ),
  ),
);
if (import.meta.env.PROD) askForThreads(shell);
// Absent where the page came without https, as from a computer in a classroom.
if (import.meta.env.PROD && navigator.serviceWorker !== undefined) {
  const offer = async (): Promise<void> => {
    // Without a network there is nothing to offer.
    const loaded = await withTexts(shell, import("./app/offline.tsx")).catch(() => null);
    shell.offline.value = loaded?.KeepOffline ?? null;
  };
  // The page that the reader came for has the network first.
  if (document.readyState === "complete") setTimeout(offer, 2000);
  else window.addEventListener("load", () => setTimeout(offer, 2000), { once: true });
}

/** Asks the browser for threads where a page uses them. An open page has them after it is loaded again. */
function askForThreads({ store, threads }: Shell): void {
  let asked = "";
  effect(() => {
    const { page, params } = store.place.value;
    // A worker leaves one core to the page; the GPU needs what threads need.
    const isUseful = navigator.hardwareConcurrency > 2 || params.get("device") === "gpu";
    if (!isUseful || !pageNamed(page).usesThreads || page === asked) return;
    asked = page;
    isolate(new URL("./sw.js", document.baseURI)).then((now) => (threads.value = now));
  });
}
