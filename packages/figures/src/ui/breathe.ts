/** Waits for a macrotask, in which the page can paint and react, if the last one was `budget` ms ago. */
export function makeBreath(budget: number = 24): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < budget) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}
