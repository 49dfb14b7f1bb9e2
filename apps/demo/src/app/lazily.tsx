import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LoadFailure } from "./failure.tsx";
import { type Shell, shellWords, useShell, useWords, withTexts } from "./shell.ts";

/** What is fetched: nothing of it yet, or itself, or why it did not come. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** Fetches something with its texts once a component is shown. */
export function useLoaded<T>(load: (shell: Shell) => Promise<T>): Loaded<T> {
  const shell = useShell();
  const [loaded, setLoaded] = useState<Loaded<T>>({});
  useEffect(() => {
    let isWanted = true;
    const arrive = (next: Loaded<T>): void => {
      if (isWanted) setLoaded(next);
    };
    withTexts(shell, load(shell)).then(
      (value) => arrive({ value }),
      (error: unknown) => arrive({ error: error ?? "unknown" }),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return loaded;
}

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
    const { value = known, error } = useLoaded(load);
    known = value;
    const Part = value;
    return Part === undefined ? <Before {...props} error={error} /> : <Part {...props} />;
  };
}

/** What stands in the place of code that is fetched, or why it did not come. */
export function Coming({ error }: { readonly error?: unknown }): JSX.Element {
  const t = useWords(shellWords);
  return error === undefined ? <p class="quiet">{t.loading}</p> : <LoadFailure error={error} />;
}

/** A part of a page whose code is fetched when it is first shown. */
export function partOf<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  return lazily(load, Coming);
}
