import { useEffect, useState } from "preact/hooks";
import { stillSize } from "./still.ts";

/** Whether a media query holds; followed. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => {
    const still = stillSize();
    return still === null
      ? window.matchMedia(query).matches
      : still.isNarrow && /max-width: 40rem/.test(query);
  });
  useEffect(() => {
    const list = window.matchMedia(query);
    const read = (): void => setHolds(list.matches);
    list.addEventListener("change", read);
    read(); // It may have changed since the first look, before anyone listened.
    return () => list.removeEventListener("change", read);
  }, [query]);
  return holds;
}

/** Whether the screen is a phone's, on which a figure is to fit. */
export function useNarrow(): boolean {
  return useMedia("(max-width: 40rem)");
}

/** Whether the reader has asked for less motion. */
export function useReducedMotion(): boolean {
  return useMedia("(prefers-reduced-motion: reduce)");
}

/** Whether the reader taps instead of pointing, and has no keys: on a phone or a tablet. */
export function useTouch(): boolean {
  return useMedia("(pointer: coarse), (max-width: 40rem)");
}
