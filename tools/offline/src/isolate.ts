/** Whether a page has threads; "later": once it is loaded again, which is left to a reader who has begun to use it. */
export type Threads = "yes" | "no" | "later";

const key = "saccade-isolation";
const uses = ["pointerdown", "keydown", "input"] as const;

/**
 * Gives a page threads on a host that does not send the two headers (headers.mjs): the app's service worker adds them, from the
 * next load on. The page is loaded again at once where nobody has touched it since the call, once in a tab at most.
 *
 * @param worker the address of the app's `sw.js`
 */
export async function isolate(worker: URL): Promise<Threads> {
  if (crossOriginIsolated) return "yes";
  // Without https there is no service worker, and a frame has the isolation of the page around it.
  if (navigator.serviceWorker === undefined || window.top !== window) return "no";
  let isUsed = false;
  const note = (): void => {
    isUsed = true;
  };
  for (const name of uses) addEventListener(name, note, true);
  try {
    const hasReloaded = sessionStorage.getItem(key) !== null;
    // Its headers were there, and this browser wants more than them.
    if (hasReloaded && navigator.serviceWorker.controller !== null) return "no";
    await navigator.serviceWorker.register(worker);
    await navigator.serviceWorker.ready;
    if (!hasReloaded && !isUsed) {
      sessionStorage.setItem(key, "loaded again");
      location.reload();
    }
    return "later";
  } catch {
    return "no"; // Storage is forbidden.
  } finally {
    for (const name of uses) removeEventListener(name, note, true);
  }
}
