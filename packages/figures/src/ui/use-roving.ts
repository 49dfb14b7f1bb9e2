import { useCallback, useRef } from "preact/hooks";

/**
 * Makes the buttons of a group one stop of the Tab key, as WAI-ARIA's roving tabindex: the one that had the focus last, at
 * first the pressed one. Arrow keys move among them as they lie, Home and End to the ends. `items` selects them. The result
 * is the group's `ref`.
 */
export function useRoving(items: string): (group: Element | null) => void {
  const end = useRef<(() => void) | undefined>(undefined);
  return useCallback(
    (group) => {
      end.current?.();
      let isOver = false;
      end.current = () => {
        isOver = true;
      };
      if (group === null) return;
      // Until it is there, and without it, each button is a stop.
      import("./rove.ts").then(
        ({ rove }) => {
          if (!isOver) end.current = rove(group, items);
        },
        () => {},
      );
    },
    [items],
  );
}
