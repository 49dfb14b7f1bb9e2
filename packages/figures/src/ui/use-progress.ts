import { useEffect, useState } from "preact/hooks";
import { useReducedMotion } from "./use-media.ts";

const duration = 900; // ms

/** From 0 to 1 after each change of `key`; 1 before the first, and always where the reader wants less motion. */
export function useProgress(key: string): number {
  const still = useReducedMotion();
  const [state, setState] = useState({ key, progress: 1 });
  useEffect(() => {
    if (still) return;
    let frame = 0;
    if (state.key !== key) {
      const began = performance.now();
      frame = requestAnimationFrame(function step(now: number): void {
        const progress = Math.min(1, Math.max(0, now - began) / duration);
        setState({ key, progress });
        if (progress < 1) frame = requestAnimationFrame(step);
      });
    }
    return () => cancelAnimationFrame(frame);
  }, [key, still]);
  if (still) return 1;
  return state.key === key ? state.progress : 0;
}
