import { useEffect, useState } from "preact/hooks";
import { eachFrame } from "./each-frame.ts";
import { useReducedMotion } from "./use-media.ts";

const duration = 900; // ms

/** From 0 to 1 after each change of `key`; 1 before the first, and always where the reader wants less motion. */
export function useProgress(key: string): number {
  const still = useReducedMotion();
  const [state, setState] = useState({ key, progress: 1 });
  useEffect(() => {
    if (still || state.key === key) return;
    return eachFrame((ms) => {
      const progress = Math.min(1, ms / duration);
      setState({ key, progress });
      return progress < 1;
    });
  }, [key, still]);
  if (still) return 1;
  return state.key === key ? state.progress : 0;
}
