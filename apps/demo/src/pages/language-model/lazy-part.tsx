import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../../app/failure.tsx";
import { shellWords, useShell, useWords, withTexts } from "../../app/shell.ts";

interface LazyPartProps<P> {
  /** Fetches the part; called once. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}

/** A part of the page whose code is fetched when it is first wanted. */
export function LazyPart<P extends object>({ load, props }: LazyPartProps<P>): JSX.Element {
  const shell = useShell();
  const t = useWords(shellWords);
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    withTexts(shell, load()).then(
      (loaded) => setPart(() => loaded),
      (reason: unknown) => setError(reason),
    );
  }, []);
  if (error !== null) {
    const again = (): void => window.location.reload();
    return <Failure message={t.loadFailed} error={error} action={t.retry} onAction={again} />;
  }
  return Part === null ? <p class="quiet">{t.loading}</p> : <Part {...props} />;
}
