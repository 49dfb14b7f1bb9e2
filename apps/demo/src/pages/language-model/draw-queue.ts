const msOfFrame = 8;
const waiting = new Map<object, () => void>();
let scheduled = false;

/**
 * Draws when the page has time: so much a frame that it stays responsive, however many drawings wait. A drawing that waits
 * is replaced by a later one of the same owner.
 */
export function drawSoon(owner: object, draw: () => void): void {
  waiting.set(owner, draw);
  schedule();
}

/** Takes back what waits. */
export function drawNever(owner: object): void {
  waiting.delete(owner);
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    const end = performance.now() + msOfFrame;
    for (const [owner, draw] of waiting) {
      waiting.delete(owner);
      draw();
      if (performance.now() > end) break;
    }
    if (waiting.size > 0) schedule();
  });
}
