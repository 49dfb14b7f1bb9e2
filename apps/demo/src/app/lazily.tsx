import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LoadFailure } from "./failure.tsx";
import { useShell, useWords, withTexts } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

/**
 * A component whose code is fetched when it is first shown. Until then, and if that fails, `Before` is shown instead; it gets
 * the error.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P & { readonly error?: unknown }> = () => null,
): (props: P) => JSX.Element {
  let known: ComponentType<P> | undefined;
  return (props) => {
    const shell = useShell();
    const [Part, setPart] = useState(() => Loaded);
    const [error, setError] = useState<unknown>(undefined);
    useEffect(() => {
      withTexts(shell, load()).then(
        (part) => {
          Loaded = part;
          setPart(() => part);
        },
        (reason: unknown) => setError(reason),
      );
    }, []);
    return Part === undefined ? <Before {...props} error={error} /> : <Part {...props} />;
  };
}

/** A part of a page whose code is fetched when it is first shown. */
export function partOf<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  return lazily(load, ({ error }) => {
    const t = useWords(shellWords);
    return error === undefined ? <p class="quiet">{t.loading}</p> : <LoadFailure error={error} />;
  });
}
