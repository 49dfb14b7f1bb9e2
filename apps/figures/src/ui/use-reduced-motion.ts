import { useEffect, useState } from "preact/hooks";

/** Whether the reader has asked for less motion; followed. */
export function useReducedMotion(): boolean {
  const [still, setStill] = useState(() => query().matches);
  useEffect(() => {
    const list = query();
    const read = (): void => setStill(list.matches);
    list.addEventListener("change", read);
    read(); // It may have changed since the first look, before anyone listened.
    return () => list.removeEventListener("change", read);
  }, []);
  return still;
}

function query(): MediaQueryList {
  return window.matchMedia("(prefers-reduced-motion: reduce)");
}
