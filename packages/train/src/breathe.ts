/** How long a run computes before others have their turn, in milliseconds: short of a frame. */
export const SLICE = 10;

/**
 * Lets messages, signals, timers and drawing have their turn, and comes back at once. (setTimeout would wait: pages
 * hold nested ones back by 4 ms.)
 */
export function breathe(): Promise<void> {
  const host: { setImmediate?: (callback: () => void) => unknown; performance: object } = globalThis;
  return new Promise((resolve) => {
    if (host.setImmediate !== undefined) {
      host.setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
