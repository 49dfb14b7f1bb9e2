import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nextFrame } from "./next-frame.ts";

let queue: Promise<void> = Promise.resolve();

/** Content that can wait: made after the first paint, in a separate task, so that no task is long. */
export function Later({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isWanted = true;
    queue = queue.then(nextFrame).then(() => {
      if (isWanted) setDue(true);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return <>{isDue && children}</>;
}
