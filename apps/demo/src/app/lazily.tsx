import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useEffect, useErrorBoundary, useState } from "preact/hooks";
import { Button } from "../ui/parts.tsx";
import { reasonOf } from "../work/reason-of.ts";
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
    return () => (isWanted = false);
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

interface FailureProps {
  readonly message: string;
  readonly error: unknown;
  readonly action: string;
  readonly onAction: () => void;
}

/** A plain message, the error, and one thing that the reader can do. */
export function Failure({ message, error, action, onAction }: FailureProps): JSX.Element {
  const t = useWords(shellWords);
  return (
    <section class="failure callout warn" role="alert">
      <p>{message}</p>
      <details>
        <summary>{t.details}</summary>
        <pre>{reasonOf(error)}</pre>
      </details>
      <Button text={action} onClick={onAction} />
    </section>
  );
}

/** Code that did not come. The browser remembers that, until the whole page is reloaded; the address keeps its state. */
export function LoadFailure({ error }: Pick<FailureProps, "error">): JSX.Element {
  const t = useWords(shellWords);
  const again = (): void => window.location.reload();
  return <Failure message={t.loadFailed} error={error} action={t.retry} onAction={again} />;
}

/** Shows a plain message in place of a page that throws, and lets the reader start it afresh. */
export function Boundary({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const t = useWords(shellWords);
  const [error, retry]: readonly [unknown, () => void] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return <Failure message={t.pageFailed} error={error} action={t.startAfresh} onAction={retry} />;
}
