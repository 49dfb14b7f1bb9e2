import { createRef, type RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { stillSize } from "./still.ts";

/** An element's width in CSS pixels, followed; `initial` until it is known. */
export function useWidth<E extends Element>(initial: number): { ref: RefObject<E | null>; width: number } {
  const ref = useMemo(() => createRef<E>(), []);
  const [width, setWidth] = useState(() => (initial === 0 ? 0 : (stillSize()?.width ?? initial)));
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    // Not its rectangle's, which is larger where the page is zoomed.
    const read = (): void => setWidth((last) => element.clientWidth || last);
    read();
    // In the next frame: what a new width changes could change it again, which browsers report as an error.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [ref]);
  return { ref, width };
}
