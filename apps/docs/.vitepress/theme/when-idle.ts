/** Calls `work` when the page has nothing else to do, at the latest after two seconds. Safari has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
