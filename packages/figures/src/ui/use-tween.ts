import { useEffect, useRef, useState } from "preact/hooks";
import { useReducedMotion } from "./use-media.ts";

const duration = 600; // ms

/**
 * Numbers on their way to `target`: they start at the first target and glide to each new one, or jump where the reader
 * wants less motion. Give it the same array while nothing has changed. Sums of the numbers glide with them.
 */
export function useTween(target: readonly number[]): readonly number[] {
  const still = useReducedMotion();
  const [now, setNow] = useState(target);
  const last = useRef(target);
  useEffect(() => {
    const from = last.current;
    const show = (values: readonly number[]): void => {
      last.current = values;
      setNow(values);
    };
    if (still || from.length !== target.length) {
      show(target);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(time: number): void {
      const t = Math.min(1, Math.max(0, time - began) / duration);
      const eased = t * t * (3 - 2 * t);
      show(t === 1 ? target : target.map((to, i) => (from[i] ?? to) * (1 - eased) + to * eased));
      if (t < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, still]);
  return now.length === target.length ? now : target;
}
