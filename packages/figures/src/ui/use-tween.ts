import { useEffect, useRef, useState } from "preact/hooks";
import { eachFrame } from "./each-frame.ts";
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
    return eachFrame((ms) => {
      const t = Math.min(1, ms / duration);
      const eased = t * t * (3 - 2 * t);
      show(t === 1 ? target : target.map((to, i) => (from[i] ?? to) * (1 - eased) + to * eased));
      return t < 1;
    });
  }, [target, still]);
  return now.length === target.length ? now : target;
}
