import type { JSX } from "preact";
import { useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

interface FailureProps {
  readonly message: string;
  readonly error: unknown;
  readonly action: string;
  readonly onAction: () => void;
}

/** A plain message, what was thrown, and one thing that the reader can do. */
export function Failure({ message, error, action, onAction }: FailureProps): JSX.Element {
  const t = useWords(shellWords);
  return (
    <section class="failure" role="alert">
      <p>{message}</p>
      <details>
        <summary>{t.details}</summary>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
      </details>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </section>
  );
}
