/**
 * Calls `step` with the milliseconds since now, frame after frame of the screen, until it says that it was the last.
 *
 * @returns ends it before
 */
export function eachFrame(step: (ms: number) => boolean): () => void {
  const began = performance.now();
  let frame = requestAnimationFrame(function next(now: number): void {
    if (step(Math.max(0, now - began))) frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}
