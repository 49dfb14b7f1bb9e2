import { useEffect, useState } from "preact/hooks";

/** Whether a media query holds; followed. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const read = (): void => setHolds(list.matches);
    list.addEventListener("change", read);
    read(); // It may have changed since the first look, before anyone listened.
    return () => list.removeEventListener("change", read);
  }, [query]);
  return holds;
}

/** Whether the reader has asked for less motion. */
export function useReducedMotion(): boolean {
  return useMedia("(prefers-reduced-motion: reduce)");
}

/** Whether the reader taps instead of pointing, and has no keys: on a phone or a tablet. */
export function useTouch(): boolean {
  return useMedia("(pointer: coarse), (max-width: 40rem)");
}
