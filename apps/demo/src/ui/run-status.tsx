import type { JSX } from "preact";

interface RunStatusProps {
  /** Of the run, such as "running". */
  readonly status: string;
  readonly text: string;
  /** What went wrong; empty for nothing. */
  readonly problem: string;
}

/** How far a run of training is, and what went wrong. */
export function RunStatus({ status, text, problem }: RunStatusProps): JSX.Element {
  return (
    <>
      <p class="number status" data-status={status}>
        {text}
      </p>
      {/* Spoken when it rests: a line for each step would never end. */}
      <p class="unseen" role="status">
        {status === "running" ? "" : text}
      </p>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
