import { Component, type ComponentChildren, type JSX } from "preact";
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

interface BoundaryProps {
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly error: unknown;
}

/** Shows a plain message in place of a page that throws, and lets the reader start it afresh. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined };

  static override getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render({ children }: BoundaryProps, { error }: BoundaryState): ComponentChildren {
    if (error === undefined) return children;
    return <PageFailed error={error} retry={() => this.setState({ error: undefined })} />;
  }
}

function PageFailed({ error, retry }: { readonly error: unknown; readonly retry: () => void }): JSX.Element {
  const t = useWords(shellWords);
  return <Failure message={t.pageFailed} error={error} action={t.startAfresh} onAction={retry} />;
}
