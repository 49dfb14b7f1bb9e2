// The script of the sandboxed frame in which programs run: starts a worker from the file that the page hands over, and
// passes on what it says. The frame and its worker have a unique origin.
import type { Message } from "./messages.ts";

addEventListener("message", ({ source, data, ports: [page] }: MessageEvent<Blob>) => {
  if (source !== parent || page === undefined) return;
  const worker = new Worker(URL.createObjectURL(data));
  worker.onmessage = (message) => page.postMessage(message.data);
  worker.onerror = (event) => {
    event.preventDefault(); // said below, and not in the page's console too
    // A page shows no more of it: see messages.ts.
    const text =
      event.message.slice(0, 10_010).replace(/^Uncaught /, "") || "The program's worker could not start.";
    page.postMessage({ kind: "failed", text, line: event.lineno || null } satisfies Message);
  };
});
