/** Events that show that a reader is present. */
const signs = ["scroll", "wheel", "pointermove", "pointerdown", "touchstart", "keydown", "focusin", "click"];

const waiting = new Set<() => void>();
let isAwake = false;

function wake(): void {
  isAwake = true;
  for (const sign of signs) removeEventListener(sign, wake, true);
  for (const work of waiting) work();
  waiting.clear();
}

if (!import.meta.env.SSR)
  for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });

/**
 * Calls `work` once the reader has done anything in the page, at once if that was before; until then a page that opens computes
 * nothing that a picture can show. Returns what takes the wish back.
 */
export function whenAwake(work: () => void): () => void {
  if (isAwake || scrollY > 0) work();
  else waiting.add(work);
  return () => waiting.delete(work);
}
