import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

let queue: Promise<void> = Promise.resolve();

/** Content that can wait: made after the first paint, in a separate task, so that no task is long. */
export function Later({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isWanted = true;
    queue = queue.then(nextFrame).then(() => {
      if (isWanted) setDue(true);
    });
    return () => (isWanted = false);
  }, []);
  return <>{isDue && children}</>;
}

/** Resolves once what there is has been painted. A tab that is not shown has no frames: then soon. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      setTimeout(resolve);
    };
    const timer = setTimeout(done, 200);
    const frame = requestAnimationFrame(done);
  });
}
