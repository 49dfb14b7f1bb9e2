import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Shell, useShell, withTexts } from "./shell.ts";

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

/** A component whose code is fetched when it is first shown. Until then, and if that fails, `Before` is shown instead. */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Before: ComponentType<P> = () => null,
): (props: P) => JSX.Element {
  let known: ComponentType<P> | undefined;
  return (props) => {
    const { value = known } = useLoaded(load);
    known = value;
    const Part = value ?? Before;
    return <Part {...props} />;
  };
}
