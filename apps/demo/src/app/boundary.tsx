import { Component, type ComponentChildren } from "preact";
import { Failure } from "./failure.tsx";
import { useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

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

function PageFailed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useWords(shellWords);
  return <Failure message={t.pageFailed} error={error} action={t.startAfresh} onAction={retry} />;
}
