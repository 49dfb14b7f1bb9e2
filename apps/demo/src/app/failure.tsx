import type { ComponentChildren, JSX } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Button } from "../ui/button.tsx";
import { reasonOf } from "../work/reason-of.ts";
import { shellWords, useWords } from "./shell.ts";

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
