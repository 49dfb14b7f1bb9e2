import { useReducedMotion } from "@saccade/figures/ui";
import { useEffect, useState } from "preact/hooks";

/** The progress of a translation. */
export interface Moment {
  /** Words whose arcs are drawn: the network has looked at the sentence for them. */
  readonly read: number;
  /** The number of words shown. */
  readonly said: number;
}

/** The beats for a number of words: for each word its arcs, then the resulting word. */
export const beatsOf = (words: number): number => 2 * words;

/** Attention comes first, and the word after it. */
export function momentOf(beat: number): Moment {
  return { read: Math.ceil(beat / 2), said: Math.floor(beat / 2) };
}

/** Milliseconds before a beat: arcs are drawn in the time before their word. */
export const msBefore = (beat: number): number => (beat % 2 === 0 ? 320 : 140);

/**
 * The progress of showing `count` words, starting over with each new `key`; all of them immediately for readers who want less
 * motion.
 */
export function useSaying(key: object, count: number): Moment {
  const still = useReducedMotion();
  const [progress, setProgress] = useState({ key, beat: 0 });
  const all = beatsOf(count);
  useEffect(() => {
    if (still) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (beat: number): void => {
      if (beat > all) return;
      timer = setTimeout(() => {
        setProgress({ key, beat });
        wait(beat + 1);
      }, msBefore(beat));
    };
    wait(1);
    return () => clearTimeout(timer);
  }, [key, all, still]);
  // Beats of another translation count for nothing, not for a frame.
  return momentOf(still ? all : progress.key === key ? Math.min(progress.beat, all) : 0);
}
