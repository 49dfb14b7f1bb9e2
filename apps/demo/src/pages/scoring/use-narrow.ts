import { useEffect, useState } from "preact/hooks";

// As in page.css.
const narrow = "(max-width: 40rem)";

/** Whether the screen is a phone's; followed. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(narrow).matches);
  useEffect(() => {
    const list = window.matchMedia(narrow);
    const read = (): void => setNarrow(list.matches);
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, []);
  return isNarrow;
}
