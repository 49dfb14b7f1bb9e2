/** The time in milliseconds that a run computes before it yields to the event loop: less than a frame. */
export const SLICE = 10;

/**
 * Yields to the event loop (messages, signals, timers, drawing) and resumes immediately. setTimeout would wait: browsers
 * delay nested timeouts by 4 ms.
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
