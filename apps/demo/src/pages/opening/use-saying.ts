import { useReducedMotion } from "@saccade/figures/ui";
import { useEffect, useState } from "preact/hooks";
import { beatsOf, type Moment, momentOf, msBefore } from "./saying.ts";

/**
 * How far `count` words are said, again from the first with each new `key`; all of them at once for readers who want less
 * motion.
 */
export function useSaying(key: object, count: number): Moment {
  const still = useReducedMotion();
  const [heard, setHeard] = useState({ key, beat: 0 });
  const all = beatsOf(count);
  useEffect(() => {
    if (still) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (beat: number): void => {
      if (beat > all) return;
      timer = setTimeout(() => {
        setHeard({ key, beat });
        wait(beat + 1);
      }, msBefore(beat));
    };
    wait(1);
    return () => clearTimeout(timer);
  }, [key, all, still]);
  // Beats of another translation count for nothing, not for a frame.
  return momentOf(still ? all : heard.key === key ? Math.min(heard.beat, all) : 0);
}
