import { useReducedMotion } from "@saccade/figures/ui";
import { useEffect, useState } from "preact/hooks";

const msPerWord = 420;

/**
 * How many of `count` words are said: one after the other, from the first again with each new `key`; all of them at once
 * for readers who want less motion.
 */
export function useSaying(key: unknown, count: number): number {
  const still = useReducedMotion();
  const [said, setSaid] = useState(still ? count : 0);
  useEffect(() => {
    if (still) {
      setSaid(count);
      return;
    }
    setSaid(0);
    let now = 0;
    const timer = setInterval(() => {
      now++;
      setSaid(now);
      if (now >= count) clearInterval(timer);
    }, msPerWord);
    return () => clearInterval(timer);
  }, [key, count, still]);
  return Math.min(said, count);
}
