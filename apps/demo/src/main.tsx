import { render } from "preact";
import { App } from "./app/app.tsx";
import { keepOffline } from "./app/offline.ts";
import { makeShell, ShellProvider } from "./app/shell.ts";
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
// In a separate task: the browser does layout in the one that loads the code.
setTimeout(() =>
  render(
    <ShellProvider value={shell}>
      <App />
    </ShellProvider>,
    root,
  ),
);
if (import.meta.env.PROD) keepOffline(shell.newer);
